#include "core/vision/board_check.h"

#include <algorithm>

#include "core/vision/lattice_evidence.h"
#include "core/vision/lattice_fit.h"
#include "core/vision/lattice_warp.h"
#include "core/vision/through_lines.h"

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
constexpr double kMinThrough = 0.30;    // of segments whose both ends are seen, of a line family
constexpr double kClearThrough = 0.80;
constexpr int kMinCoarser = 4;
constexpr int kMaxBlackGroups = 2;

// What the ends of the segments say where the segments' middles may have met print.
class Ends {
 public:
  Ends(const cv::Mat& grey, const LatticeWarp& warp, int n, bool light_on_dark,
       const LatticeEvidence& evidence)
      : grey_(grey), warp_(warp), n_(n), light_on_dark_(light_on_dark), evidence_(evidence) {}

  // Lines between the lattice's own: the real lattice is finer.
  [[nodiscard]] bool show_finer_lattice() const {
    if (evidence_.finer_score <= kMaxFiner) return false;
    for (const double shift : {0.5, 1.0 / 3, 2.0 / 3})
      if (share(n_, 1, shift, 0.3) > kMinThrough) return true;
    return false;
  }

  // Every second or third line alone runs through: the others are digits of a coarser lattice.
  [[nodiscard]] bool show_coarser_lattice() const {
    if (n_ == kCommonest || evidence_.inner_score >= kClearInner) return false;
    for (const int part : {2, 3}) {
      const int coarser = n_ / part;
      if (n_ % part != 0 || coarser < kMinCoarser) continue;
      double most = 0;
      for (int k = 1; k < part; ++k)
        most = std::max(most, share(coarser, part, static_cast<double>(k) / part, 0.3));
      if (most < kMinThrough && share(coarser, part, 0, 0.3) > most + kMinThrough) return true;
    }
    return false;
  }

  // The lattice's own lines run through.
  [[nodiscard]] bool show_this_lattice() const { return share(n_, 1, 0, 0.2) >= kClearThrough; }

 private:
  [[nodiscard]] double share(int cells, double cell_size, double shift, double depth) const {
    return through_share(grey_, warp_,
                         {cells, cell_size, shift, depth * evidence_.median_depth, light_on_dark_});
  }

  const cv::Mat& grey_;
  const LatticeWarp& warp_;
  int n_;
  bool light_on_dark_;
  const LatticeEvidence& evidence_;
};

// Letters in the cells of a table make "lines" wherever they are looked for. So do the digits of a
// faint board: of the commonest size, that is worth the risk.
bool clear(const LatticeEvidence& e, const Ends& ends, int n, double cell_px) {
  if (n == kCommonest || cell_px < kMinClearCellPx) return true;
  return e.inner_score >= kClearInner || e.inner_score - e.finer_score >= kMinOverFiner ||
         ends.show_this_lattice();
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
      evidence.goes_on())
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
  const Ends ends(pyramid.level(fine), warp, n, light_on_dark, evidence);
  if (!enough(evidence, n, warp.largest_bend()) || evidence.goes_on() ||
      evidence.side_score < kMinSide || ends.show_finer_lattice() || ends.show_coarser_lattice() ||
      !clear(evidence, ends, n, cell_px))
    return std::nullopt;

  // The corners are where the bent border lines cross.
  image_from_board = GreyPyramid::full_from_level(fine) * warp.through_corners();
  BoardCandidate board;
  board.image_from_board = image_from_board;
  board.n = n;
  board.lattice_score = evidence.score;
  board.bend_cells = warp.largest_bend();
  board.light_on_dark = light_on_dark;
  board.shapes = weigh_shapes(pyramid.level(fine), weighed, n, samples);
  return board;
}

}  // namespace gridlens
