#include "app/views/cell_picking.h"

namespace gridlens {

namespace {

constexpr int kRounds = 8;  // a bend is a small part of a cell: each takes most of the error away

// The point p with image_from_board(p + bend(p)) at a place of the image.
cv::Point2d board_point(const BoardResult& board, cv::Point2d image_px) {
  const cv::Point2d bent = board.image_from_board.inverse()(image_px);
  cv::Point2d flat = bent;
  for (int round = 0; round < kRounds; ++round) flat = bent - board.bend(flat);
  return flat;
}

}  // namespace

std::optional<SelectedCell> pick_cell(const std::vector<BoardResult>& boards,
                                      const Placement& placement, cv::Point2d view_px) {
  const cv::Point2d image_px = Homography(placement.view_from_image).inverse()(view_px);
  for (auto board = boards.rbegin(); board != boards.rend(); ++board) {
    if (!board->clues) continue;
    const cv::Point2d at = board_point(*board, image_px);
    if (!(at.x >= 0 && at.y >= 0 && at.x < board->n && at.y < board->n)) continue;
    return SelectedCell{board->id, static_cast<int>(at.y) * board->n + static_cast<int>(at.x)};
  }
  return std::nullopt;
}

}  // namespace gridlens
