#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>

#include "core/image/homography.h"
#include "core/vision/board_candidate.h"

namespace gridlens {

struct TrackOutcome {
  Homography image_from_board;  // refined on this frame's lattice lines
  double lattice_score =
      0;  // as BoardCandidate::lattice_score, over the part of the board inside the picture
  double residual_px = 0;  // robust mean distance of the line samples from the fitted lattice
};

// Follows one board from frame to frame at a fraction of a search's cost. One object a board, one
// thread.
class BoardTracker {
 public:
  explicit BoardTracker(const BoardCandidate& found);

  // `grey`: CV_8UC1, full resolution, the next frame. nullopt: lost (nothing is kept; search
  // again).
  std::optional<TrackOutcome> track(const cv::Mat& grey, double time_ms);

 private:
  BoardCandidate board_;
  Homography previous_;
  std::optional<double> previous_time_ms_;
};

}  // namespace gridlens
