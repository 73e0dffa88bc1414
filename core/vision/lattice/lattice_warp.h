#pragma once

#include <opencv2/core/mat.hpp>

#include "core/image/board_bend.h"
#include "core/image/homography.h"
#include "core/vision/lattice/line_profile.h"

namespace gridlens {

// A board's plane with a smooth bend: curled paper, a page's fold, a lens's distortion. Maps board
// units to pixels as homography(p + bend(p)).
class LatticeWarp {
 public:
  LatticeWarp() = default;
  LatticeWarp(const Homography& image_from_board, int n)
      : LatticeWarp(image_from_board, BoardBend(n)) {}

  LatticeWarp(const Homography& image_from_board, const BoardBend& bend)
      : image_from_board_(image_from_board), bend_(bend) {}

  [[nodiscard]] cv::Point2d operator()(cv::Point2d board) const;
  [[nodiscard]] const BoardBend& bend() const { return bend_; }
  [[nodiscard]] const Homography& image_from_board() const { return image_from_board_; }

  // The same bend on another homography of the same board (another size of the same picture).
  [[nodiscard]] LatticeWarp on(const Homography& image_from_board) const {
    LatticeWarp out = *this;
    out.image_from_board_ = image_from_board;
    return out;
  }

  // The homography that maps the four corners where this map puts them, and the bend that is left
  // on it (nothing at the corners).
  [[nodiscard]] Homography through_corners() const;
  [[nodiscard]] BoardBend bend_between_corners() const {
    return bend_.carried(image_from_board_, through_corners());
  }

  // Adds `gain` times the terms to the bend.
  void add(const BoardBend::Terms& x, const BoardBend::Terms& y, double gain) {
    bend_.add(x, y, gain);
  }

  // Largest bend over the crossings, in cells.
  [[nodiscard]] double largest_bend() const { return bend_.largest(); }

 private:
  Homography image_from_board_;
  BoardBend bend_;
};

// One round of measuring: the lattice is read where `warp` predicts it, within search_cells, and
// the bend is moved by `gain` (0..1) of what is left. Parts without lines keep their bend. False:
// too few lines, or the bend left the plausible (a cell); nothing is changed then.
// `border_search_cells`: as in ProfileOptions.
bool refine_warp(const LinePicture& picture, int n, double search_cells, double gain,
                 LatticeWarp& warp, SegmentParts parts = SegmentParts::middle,
                 std::optional<double> border_search_cells = {});

// Measures the bend of a board along its lattice lines from scratch, in rounds, each of which
// reaches further into strongly bent parts. Without enough lines: no bend.
LatticeWarp measure_warp(const LinePicture& picture, const Homography& image_from_board, int n,
                         int rounds = 3, SegmentParts parts = SegmentParts::middle);

}  // namespace gridlens
