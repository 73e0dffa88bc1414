#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>
#include <vector>

#include "core/vision/appearance_template.h"
#include "core/vision/lattice/track_outcome.h"

namespace gridlens {

// What a board without lines looked like when it was found: its symbols are looked for in later
// frames, each around its place, and the plane through those places is the board. Always compared
// with that first look, so there is no drift.
class SymbolTracker {
 public:
  [[nodiscard]] bool empty() const { return look_.empty(); }

  // `image_from_board` (pixels of the frame): of a board of n cells a side in the frame of
  // `cutout`.
  void remember(const BoardCutout& cutout, const Homography& image_from_board, int n);

  // The board around a predicted place (0.3 cells to each side). Cells in `occluded` have symbols
  // that are not seen again. The lattice's score is the share of the symbols that are. Too few of
  // them: nullopt.
  [[nodiscard]] std::optional<TrackOutcome> find(const BoardCutout& cutout,
                                                 Homography image_from_board) const;

 private:
  int n_ = 0;
  cv::Mat look_;            // CV_8UC1, square on, with half a cell around the board
  std::vector<int> cells_;  // that hold something to look for, row-major
};

}  // namespace gridlens
