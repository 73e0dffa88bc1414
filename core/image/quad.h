#pragma once

#include <array>
#include <opencv2/core/types.hpp>

namespace gridlens {

// Four corners in image pixels (x right, y down, integers are pixel centres), clockwise as seen in
// the image. For a board that has been read: TL, TR, BR, BL as the puzzle is read upright.
struct Quad {
  std::array<cv::Point2d, 4> corners{};

  // The same quadrilateral whose first corner is today's corner `quarter_turns` (any integer).
  [[nodiscard]] Quad rotated(int quarter_turns) const;

  // Area in square pixels; positive when the corners run clockwise as seen in the image (y down).
  [[nodiscard]] double signed_area_px2() const;

  [[nodiscard]] bool is_convex() const;
  [[nodiscard]] bool contains(cv::Point2d point) const;
  [[nodiscard]] cv::Point2d centre() const;

  // Lengths of the four sides in pixels, TL-TR first.
  [[nodiscard]] std::array<double, 4> side_lengths_px() const;
  [[nodiscard]] double shortest_side_px() const;
  [[nodiscard]] double longest_side_px() const;
};

// Largest distance in pixels between corresponding corners.
double max_corner_distance_px(const Quad& a, const Quad& b);

// The one of the four labellings of `quad`'s corners that comes closest to `target`.
struct ClosestTurn {
  int quarter_turns = 0;   // of `quad`, as in Quad::rotated
  double distance_px = 0;  // the largest that is left between corresponding corners
};
ClosestTurn closest_turn(const Quad& quad, const Quad& target);

// One of them contains the centre of the other.
bool share_a_place(const Quad& a, const Quad& b);

}  // namespace gridlens
