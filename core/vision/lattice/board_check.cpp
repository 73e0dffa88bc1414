#include "core/vision/lattice/board_check.h"

#include <algorithm>

#include "core/ablation/mechanism.h"
#include "core/vision/lattice/box_shapes.h"
#include "core/vision/lattice/doubled_frame.h"
#include "core/vision/lattice/lattice_evidence.h"
#include "core/vision/lattice/lattice_fit.h"
#include "core/vision/lattice/lattice_verdict.h"
#include "core/vision/lattice/lattice_warp.h"
#include "core/vision/lattice/occluded_cells.h"

namespace gridlens {

namespace {

constexpr double kMinCoarseScore = 0.42;   // on the coarse level, where ...
constexpr double kMinCoarseInner = 0.25;   // ... dotted lines fade
constexpr double kMinBentCellPx = 12;      // smaller boards are taken as flat
constexpr double kMaxCellsOutside = 0.05;  // of the picture: their digits cannot be read
constexpr double kSureWorth = 0.85;        // a lattice seen so well need not be fitted another way
constexpr double kMinFrame = 0.80;         // of the border and ...
constexpr double kMinScore = 0.50;         // ... of all lines, for a second try
constexpr double kMinCrowded = 0.25;       // print between the lines, for a second try

// A lattice fitted to the picture, on the level of the pyramid where it was weighed.
struct Fitted {
  int level = 0;
  LatticeEvidence evidence;
  std::vector<LatticeSample> samples;
  Homography weighed;  // without bend
  LatticeWarp warp;
  bool framed = false;  // at least its border was seen
  bool doubled_frame = false;
  bool accepted = false;

  [[nodiscard]] double worth() const {
    return accepted ? evidence.score - kBendPrice * warp.largest_bend() : 0;
  }
};

// Of the cells, by their middles.
double share_outside(const LatticeWarp& warp, int n, const cv::Mat& picture) {
  int outside = 0;
  for (int row = 0; row < n; ++row)
    for (int col = 0; col < n; ++col) {
      const cv::Point2d p = warp({col + 0.5, row + 0.5});
      outside += p.x < 0 || p.y < 0 || p.x > picture.cols - 1 || p.y > picture.rows - 1;
    }
  return static_cast<double>(outside) / (n * n);
}

// Coarse first, where lines are a pixel or two wide; then at full size.
Fitted fit_board(const GreyPyramid& pyramid, const Homography& presumed, int n, bool completed,
                 SegmentParts parts) {
  const double cell_px = presumed.outline(n).shortest_side_px() / n;
  const int bend_rounds = cell_px < kMinBentCellPx || !in_use<"bend">() ? 0 : 3;
  const int coarse_level = pyramid.level_for(cell_px, 14);
  Fitted out;
  out.level = pyramid.level_for(cell_px, kFineCellPx);
  const ProfileOptions options{.parts = parts};
  const LinePicture& coarse = pyramid.level(coarse_level);
  const LatticeFit rough = refine_lattice(
      coarse, GreyPyramid::level_from_full(coarse_level) * presumed, n, {0.30, 0.20}, options);
  if (!rough.solved) return out;
  // A lens or curled paper bends the lines off the fit: they are weighed where they really run.
  out.evidence =
      weigh_lattice(coarse,
                    bend_rounds == 0 ? LatticeWarp(rough.image_from_board, n)
                                     : measure_warp(coarse, rough.image_from_board, n, 2, parts),
                    n, false);
  out.framed = out.evidence.border_score >= kMinFrame && out.evidence.score >= kMinScore;
  if (out.evidence.inner_score < kMinCoarseInner || out.evidence.score < kMinCoarseScore ||
      (out.evidence.goes_on() && in_use<"goes_on">()))
    return out;
  Homography image_from_board = GreyPyramid::full_from_level(coarse_level) * rough.image_from_board;
  for (int level = std::max(0, coarse_level - 1); level >= 0; --level) {
    if (level > 0 && level != out.level) continue;
    const LatticeFit fit =
        refine_lattice(pyramid.level(level), GreyPyramid::level_from_full(level) * image_from_board,
                       n, {0.15}, options);
    if (!fit.solved) return out;
    image_from_board = GreyPyramid::full_from_level(level) * fit.image_from_board;
  }
  const LinePicture& fine = pyramid.level(out.level);
  out.weighed = GreyPyramid::level_from_full(out.level) * image_from_board;
  out.warp = measure_warp(fine, out.weighed, n, bend_rounds, parts);
  if (const auto inner = without_outer_frame(fine, out.warp, n, bend_rounds);
      inner && in_use<"doubled_frame">()) {
    out.warp = *inner;
    out.weighed = inner->image_from_board();
    out.doubled_frame = true;
  } else {
    out.doubled_frame = has_line_beside_frame(fine, out.warp, n) && in_use<"line_beside_frame">();
  }
  out.evidence = weigh_lattice(fine, out.warp, n, true, &out.samples);
  out.accepted =
      (share_outside(out.warp, n, fine) <= kMaxCellsOutside || !in_use<"cells_outside">()) &&
      is_board_lattice(fine, out.warp, n, out.evidence, out.samples, cell_px, completed);
  return out;
}

}  // namespace

std::optional<BoardCandidate> check_board(const GreyPyramid& pyramid,
                                          const Homography& image_from_board, int n,
                                          bool completed) {
  Fitted best = fit_board(pyramid, image_from_board, n, completed, SegmentParts::middle);
  // Where every cell holds a digit, strokes beside faint lines lead the fit astray: the ends of the
  // segments are free of them, but short.
  if (best.worth() < kSureWorth &&
      (best.accepted ? best.evidence.control_score > kMinCrowded : best.framed) &&
      in_use<"ends_fit">()) {
    Fitted other = fit_board(pyramid, image_from_board, n, completed, SegmentParts::ends);
    if (other.worth() > best.worth()) best = std::move(other);
  }
  if (!best.accepted) return std::nullopt;

  // The corners are where the bent border lines cross.
  const LinePicture& fine = pyramid.level(best.level);
  const cv::Mat& as_taken = pyramid.positive().level(best.level);
  BoardCandidate board;
  board.image_from_board = GreyPyramid::full_from_level(best.level) * best.warp.through_corners();
  board.n = n;
  board.lattice_score = best.evidence.score;
  board.bend = best.warp.bend_between_corners();
  board.bend_cells = best.warp.largest_bend();
  board.light_on_dark = pyramid.is_negative();
  board.doubled_frame = best.doubled_frame;
  board.occluded = occluded_cells(best.samples, n);
  if (!board.occluded.empty() && !in_use<"covered_cells">()) board.occluded = {};
  add_partly_occluded(fine, best.warp, n, board.occluded);
  board.shapes = weigh_shapes(as_taken, best.weighed, n, best.samples);
  return board;
}

}  // namespace gridlens
