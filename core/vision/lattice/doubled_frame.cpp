#include "core/vision/lattice/doubled_frame.h"

#include <algorithm>

namespace gridlens {

namespace {

constexpr double kBent = 0.02;        // cells; a fit that is straighter has met one border only
constexpr double kLeastApart = 0.03;  // of the two border lines, in cells, by the mean of a side
constexpr double kMinInnerBorderSeen = 0.75;  // of the border's segments, on the inner lattice
constexpr int kMinSidesApart = 2;
constexpr double kNearFrame = 0.25;     // cells: how far a tracker looks for the border
constexpr double kMinBesideSeen = 0.6;  // of a side's segments

// How far a side of the fitted border lies outside the other's, in cells, by the mean.
double outwards(const LatticeWarp& fitted, const LatticeWarp& inner, int n, LatticeSide side) {
  double sum = 0;
  const Homography board_from_image = inner.image_from_board().inverse();
  for (int cell = 0; cell < n; ++cell) {
    const cv::Point2d at = board_point(side.family, side.last ? n : 0, cell + 0.5);
    const cv::Point2d apart = board_from_image(fitted(at)) - board_from_image(inner(at));
    const double across = side.family == LineFamily::column_line ? apart.x : apart.y;
    sum += side.last ? across : -across;
  }
  return sum / n;
}

double border_seen(const LinePicture& picture, const LatticeWarp& warp, int n) {
  ProfileOptions options{.search_cells = kBesideFrame};
  SeenCount border;
  for (const auto& [family, last] : kLatticeSides) {
    // Outside runs the other frame, as thick as may be.
    options.background = last ? LineBackground::before : LineBackground::after;
    for (int cell = 0; cell < n; ++cell) {
      const SegmentReading r = read_segment(picture, warp, {family, last ? n : 0, cell}, options);
      border.add(r.inside, r.seen);
    }
  }
  return border.share();
}

}  // namespace

std::optional<LatticeWarp> without_outer_frame(const LinePicture& picture,
                                               const LatticeWarp& fitted, int n, int bend_rounds) {
  if (fitted.largest_bend() < kBent) return std::nullopt;
  const ProfileOptions options{.max_points = points_along(n), .border_search_cells = -1};
  const LatticeFit fit =
      refine_lattice(picture, fitted.image_from_board(), n, {0.20, 0.10}, options);
  if (!fit.solved) return std::nullopt;
  LatticeWarp inner(fit.image_from_board, n);
  for (int round = 0; round < bend_rounds; ++round)
    if (!refine_warp(picture, n, round == 0 ? 0.20 : 0.12, 1, inner, SegmentParts::middle,
                     round + 1 < bend_rounds ? -1 : kBesideFrame))
      return std::nullopt;
  int apart = 0;
  for (const LatticeSide side : kLatticeSides)
    apart += outwards(fitted, inner, n, side) > kLeastApart;
  if (apart < kMinSidesApart || border_seen(picture, inner, n) < kMinInnerBorderSeen)
    return std::nullopt;
  return inner;
}

bool has_line_beside_frame(const LinePicture& picture, const LatticeWarp& warp, int n) {
  const ProfileOptions options{.search_cells = kNearFrame};
  int sides = 0;
  for (const auto& [family, last] : kLatticeSides) {
    int beside = 0;
    for (int cell = 0; cell < n; ++cell) {
      const SegmentReading r = read_segment(picture, warp, {family, last ? n : 0, cell}, options);
      const double outwards_px = last ? r.offset_px : -r.offset_px;
      beside += r.inside && r.seen && outwards_px > kBesideFrame * r.cell_px;
    }
    sides += beside >= kMinBesideSeen * n;
  }
  return sides >= kMinSidesApart;
}

}  // namespace gridlens
