#include "core/vision/board_check.h"

#include <algorithm>

#include "core/vision/lattice_evidence.h"
#include "core/vision/lattice_fit.h"
#include "core/vision/lattice_warp.h"

namespace gridlens {

namespace {

constexpr double kMinInnerScore = 0.60;  // of the weaker family's inner lines ...
constexpr double kMinFaintScore = 0.48;  // ... or so many where border and box lines make up for it
constexpr double kMinScore = 0.60;
constexpr double kGoodScore = 0.75;
constexpr double kMinSmallScore = 0.85;  // of a lattice of few lines, which chance could make
constexpr int kFewCells = 6;
constexpr double kMinCoarseScore = 0.42;  // on the coarse level, where ...
constexpr double kMinCoarseInner = 0.25;  // ... dotted lines fade
constexpr double kMinSide = 0.35;         // of a border line, or of the lines that end at it
constexpr double kMinBentCellPx = 12;     // smaller boards are taken as flat
constexpr double kMaxFiner = 0.80;
constexpr double kClearInner = 0.90;  // a lattice less clear than this ...
constexpr int kCommonest = 9;
constexpr double kMinClearCellPx = 9;   // in smaller cells there is nothing between the lines
constexpr double kMinOverFiner = 0.28;  // ... must be seen so much more than lines between its own
constexpr int kMaxBlackGroups = 2;

bool plausible(const LatticeEvidence& e) {
  return !e.goes_on() && e.finer_score <= kMaxFiner;
}

// Letters in the cells of a table make "lines" wherever they are looked for. So do the digits of a
// faint board: of the commonest size, that is worth the risk.
bool clear(const LatticeEvidence& e, int n, double cell_px) {
  if (n == kCommonest || cell_px < kMinClearCellPx) return true;
  return e.inner_score >= kClearInner || e.inner_score - e.finer_score >= kMinOverFiner;
}

bool enough(const LatticeEvidence& e, int n, double bend_cells) {
  const double score = e.score - kBendPrice * bend_cells;
  const double inner = e.inner_score - kBendPrice * bend_cells;
  if (score < (n <= kFewCells ? kMinSmallScore : kMinScore)) return false;
  return inner >= kMinInnerScore || (inner >= kMinFaintScore && score >= kGoodScore);
}

}  // namespace

std::optional<BoardCandidate> check_board(const GreyPyramid& pyramid, Homography image_from_board,
                                          int n, bool light_on_dark) {
  ProfileOptions options;
  options.light_on_dark = light_on_dark;
  const auto sides = image_from_board.outline(n).side_lengths_px();
  const double cell_px = *std::min_element(sides.begin(), sides.end()) / n;
  const int bend_rounds = cell_px < kMinBentCellPx ? 0 : 3;
  // Coarse first, where lines are a pixel or two wide; then at full size.
  const int coarse = pyramid.level_for(cell_px, 14);
  const LatticeFit rough =
      refine_lattice(pyramid.level(coarse), GreyPyramid::level_from_full(coarse) * image_from_board,
                     n, {0.30, 0.20}, options);
  if (!rough.solved) return std::nullopt;
  if (count_black_groups(pyramid.level(coarse), rough.image_from_board, n, light_on_dark) >
      kMaxBlackGroups)
    return std::nullopt;
  // A lens or curled paper bends the lines off the fit: they are weighed where they really run.
  LatticeEvidence evidence = weigh_lattice(
      pyramid.level(coarse),
      bend_rounds == 0
          ? LatticeWarp(rough.image_from_board, n)
          : measure_warp(pyramid.level(coarse), rough.image_from_board, n, light_on_dark, 2),
      n, light_on_dark, false);
  if (evidence.inner_score < kMinCoarseInner || evidence.score < kMinCoarseScore ||
      !plausible(evidence))
    return std::nullopt;
  image_from_board = GreyPyramid::full_from_level(coarse) * rough.image_from_board;
  const int fine = pyramid.level_for(cell_px, 40);
  LatticeFit fit;
  fit.solved = true;
  fit.image_from_board = image_from_board;
  for (int level = std::max(0, coarse - 1); level >= 0; --level) {
    if (level > 0 && level != fine) continue;
    fit =
        refine_lattice(pyramid.level(level), GreyPyramid::level_from_full(level) * image_from_board,
                       n, {0.15}, options);
    if (!fit.solved) break;
    image_from_board = GreyPyramid::full_from_level(level) * fit.image_from_board;
  }
  if (!fit.solved) return std::nullopt;
  std::vector<LatticeSample> samples;
  const Homography weighed = GreyPyramid::level_from_full(fine) * image_from_board;
  const LatticeWarp warp =
      measure_warp(pyramid.level(fine), weighed, n, light_on_dark, bend_rounds);
  evidence = weigh_lattice(pyramid.level(fine), warp, n, light_on_dark, true, &samples);
  if (!enough(evidence, n, warp.largest_bend()) || !plausible(evidence) ||
      !clear(evidence, n, cell_px) || evidence.side_score < kMinSide)
    return std::nullopt;

  // The corners are where the bent border lines cross.
  image_from_board = GreyPyramid::full_from_level(fine) * warp.through_corners();
  BoardCandidate board;
  board.image_from_board = image_from_board;
  board.n = n;
  board.lattice_score = evidence.score;
  board.bend = warp.bend_between_corners();
  board.bend_cells = warp.largest_bend();
  board.light_on_dark = light_on_dark;
  board.shapes = weigh_shapes(pyramid.level(fine), weighed, n, samples);
  return board;
}

}  // namespace gridlens
