#pragma once

#include <opencv2/imgproc.hpp>
#include <string>

#include "core/pipeline/board_track.h"
#include "tests/unit/reading_scene.h"
#include "tests/unit/sample_puzzle.h"

namespace gridlens {

inline constexpr int kAround_px = 60;  // from the page's edge to its board

// A page with the puzzle, the board kAround_px inside.
inline FramePicture page(const std::string& puzzle, int n = 9) {
  const cv::Mat board = reading_scene::draw_rectified(puzzle, n).grey;
  FramePicture picture;
  picture.grey =
      cv::Mat(board.rows + 2 * kAround_px, board.cols + 2 * kAround_px, CV_8U, cv::Scalar(225));
  board.copyTo(picture.grey(cv::Rect(kAround_px, kAround_px, board.cols, board.rows)));
  cv::cvtColor(picture.grey, picture.bgr, cv::COLOR_GRAY2BGR);
  return picture;
}

// kSamplePuzzle with one clue overwritten, so that its reading stays in doubt.
inline FramePicture page_in_doubt() {
  std::string other = kSamplePuzzle;
  other[0] = '2';
  FramePicture picture = page(kSamplePuzzle);
  cv::min(picture.grey, page(other).grey, picture.grey);
  cv::cvtColor(picture.grey, picture.bgr, cv::COLOR_GRAY2BGR);
  return picture;
}

// The board, found where it lies or so many cells aside (right and down).
inline BoardCandidate where_it_lies(int cells_aside = 0, int n = 9) {
  BoardCandidate found = reading_scene::candidate(n);
  const double at =
      kAround_px + RectifiedBoard::kMarginPx - 0.5 + cells_aside * RectifiedBoard::kCellPx;
  const double end = at + n * RectifiedBoard::kCellPx;
  found.image_from_board = Homography::image_from_board(
      Quad{{cv::Point2d(at, at), {end, at}, {end, end}, {at, end}}}, n);
  return found;
}

}  // namespace gridlens
