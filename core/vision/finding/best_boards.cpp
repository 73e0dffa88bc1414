#include "core/vision/finding/best_boards.h"

#include <algorithm>
#include <cmath>

#include "core/ablation/mechanism.h"
#include "core/image/quad.h"
#include "core/vision/finding/board_finder.h"
#include "core/vision/lattice/board_check.h"

namespace gridlens {

namespace {

constexpr double kFinerCells = 0.6;  // of a lattice's cells: those of boards that lie in it

double value_of(const BoardCandidate& board) {
  const double score = std::max(0.0, worth_of(board));
  return score * score * std::sqrt(board.corners().signed_area_px2());
}

// Boards side by side make a lattice, too: of their boxes.
bool is_made_of_boards(const BoardCandidate& whole, const std::vector<BoardCandidate>& all) {
  std::vector<cv::Point2d> inner;
  for (const BoardCandidate& part : all) {
    const cv::Point2d centre = part.corners().centre();
    const bool apart = std::none_of(inner.begin(), inner.end(), [&](cv::Point2d other) {
      return part.corners().contains(other);
    });
    if (apart && whole.corners().contains(centre) &&
        part.shortest_cell_px() < kFinerCells * whole.shortest_cell_px())
      inner.push_back(centre);
  }
  return inner.size() > 1;
}

}  // namespace

std::vector<BoardCandidate> best_boards(std::vector<BoardCandidate> found) {
  std::stable_sort(
      found.begin(), found.end(),
      [](const BoardCandidate& a, const BoardCandidate& b) { return value_of(a) > value_of(b); });
  std::vector<BoardCandidate> boards;
  for (const BoardCandidate& one : found) {
    const bool taken = std::any_of(boards.begin(), boards.end(), [&](const BoardCandidate& other) {
      return share_a_place(other.corners(), one.corners());
    });
    if (!taken && !(is_made_of_boards(one, found) && in_use<"made_of_boards">()))
      boards.push_back(one);
  }
  std::stable_sort(boards.begin(), boards.end(),
                   [](const BoardCandidate& a, const BoardCandidate& b) {
                     return a.lattice_score > b.lattice_score;
                   });
  if (boards.size() > kMostFound) boards.resize(kMostFound);
  return boards;
}

}  // namespace gridlens
