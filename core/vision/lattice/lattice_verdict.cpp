#include "core/vision/lattice/lattice_verdict.h"

#include <algorithm>

#include "core/ablation/mechanism.h"
#include "core/vision/lattice/board_candidate.h"
#include "core/vision/lattice/board_check.h"
#include "core/vision/lattice/line_continuity.h"
#include "core/vision/lattice/occluded_side.h"

namespace gridlens {

namespace {

constexpr double kMinInnerLines = 0.60;
constexpr double kMinRunningOn = 0.40;  // the same where they run on between the cells
constexpr double kMinLatticeScore = 0.60;
constexpr double kMinSmallScore = 0.85;  // of a lattice of few lines, which chance could make ...
constexpr double kAllInner = 0.95;  // ... unless its inner lines are all there, without a border
constexpr int kFewCells = 6;
constexpr double kWholeScore = 0.88;  // below, not all of a board is seen, or more than a board
constexpr double kMinSide = 0.35;     // of a border line, or of the lines that end at it
constexpr double kMaxFiner = 0.80;
constexpr double kClearInner = 0.90;     // the lines of a less clear lattice must run on ...
constexpr double kMinClearCellPx = 9;    // ... but in smaller cells there is nothing between lines
constexpr double kMinContinuity = 0.30;  // of segments whose both ends are seen, of a line family
constexpr double kLeastContinuity = 0.20;
constexpr double kMinContinuityCellPx = 14;  // in smaller cells the ends are a pixel
// So much more of the ends beside lines are seen than of those beside the text of long cells.
constexpr double kMinBeside = 0.4;

// What the ends of the segments say where the segments' middles may have met print.
class Ends {
 public:
  Ends(const LinePicture& picture, const LatticeWarp& warp, int n, const LatticeEvidence& evidence)
      : picture_(picture), warp_(warp), n_(n), evidence_(evidence) {}

  // Lines between the lattice's own: the real lattice is finer.
  [[nodiscard]] bool show_finer_lattice() const {
    if (evidence_.finer_score <= kMaxFiner) return false;
    for (const double shift : kBetweenLines)
      if (share(n_, 1, shift, 0.3).more() > kMinContinuity) return true;
    return false;
  }

  // Every second or third line alone runs through: the others are digits of a coarser lattice.
  [[nodiscard]] bool show_coarser_lattice() const {
    if (n_ == kCommonestSize || evidence_.inner_score >= kClearInner) return false;
    for (const int part : {2, 3}) {
      const int coarser = n_ / part;
      if (n_ % part != 0 || coarser < kFewestCells) continue;
      double most = 0;
      for (int k = 1; k < part; ++k)
        most = std::max(most, share(coarser, part, static_cast<double>(k) / part, 0.3).more());
      if (most < kMinContinuity && share(coarser, part, 0, 0.3).less() > most + kMinContinuity)
        return true;
      if (is_coarser_one_way(part) && in_use<"coarser_one_way">()) return true;
    }
    return false;
  }

  // The lattice's own lines do not run on between the cells: they are text or pictures.
  [[nodiscard]] bool show_no_lattice(double cell_px) const {
    return cell_px >= kMinContinuityCellPx && share(n_, 1, 0, 0.2).less() < kLeastContinuity;
  }

  // The lattice's own lines run on between the cells, and none half-way between them do.
  [[nodiscard]] bool show_this_lattice() const {
    return share(n_, 1, 0, 0.2).less() - share(n_, 1, 0.5, 0.2).more() >= kMinContinuity;
  }

 private:
  // Every second or third line of one family alone is a line. The others are the text of cells that
  // are longer than wide, and hide the ends of the other family's segments.
  [[nodiscard]] bool is_coarser_one_way(int part) const {
    const auto beside = [&](int first) {
      return ends_seen_beside(picture_, warp_, n_, first, part, 0.3 * evidence_.median_depth);
    };
    const ContinuityShare real = beside(part);
    ContinuityShare text;
    for (int first = 1; first < part; ++first) {
      const ContinuityShare its = beside(first);
      text.column_lines = std::max(text.column_lines, its.column_lines);
      text.row_lines = std::max(text.row_lines, its.row_lines);
    }
    return std::max(real.column_lines - text.column_lines, real.row_lines - text.row_lines) >
           kMinBeside;
  }

  [[nodiscard]] ContinuityShare share(int cells, double cell_size, double shift,
                                      double depth) const {
    return continuity_share(picture_, warp_,
                            {cells, cell_size, shift, depth * evidence_.median_depth});
  }

  const LinePicture& picture_;
  const LatticeWarp& warp_;
  int n_;
  const LatticeEvidence& evidence_;
};

// Letters in the cells of a table make "lines" wherever they are looked for. So do the digits of a
// faint board: of the commonest size, that is worth the risk.
bool clear(const LatticeEvidence& e, const Ends& ends, int n, double cell_px) {
  if (n == kCommonestSize || cell_px < kMinClearCellPx) return true;
  return e.inner_score >= kClearInner || ends.show_this_lattice();
}

bool enough(const LatticeEvidence& e, const Ends& ends, int n, double cell_px, double bend_cells) {
  const double score = e.score - kBendPrice * bend_cells;
  const double inner = e.inner_score - kBendPrice * bend_cells;
  const bool small = n <= kFewCells && inner < kAllInner && in_use<"small_lattice">();
  if (score < (small ? kMinSmallScore : kMinLatticeScore)) return false;
  return inner >= kMinInnerLines || (in_use<"lines_that_run_on">() && inner >= kMinRunningOn &&
                                     cell_px >= kMinContinuityCellPx && ends.show_this_lattice());
}

}  // namespace

bool is_board_lattice(const LinePicture& picture, const LatticeWarp& image_from_board, int n,
                      const LatticeEvidence& evidence, const std::vector<LatticeSample>& samples,
                      double cell_px, bool completed) {
  const Ends ends(picture, image_from_board, n, evidence);
  if (!enough(evidence, ends, n, cell_px, image_from_board.largest_bend()) ||
      (evidence.goes_on() && in_use<"goes_on">()))
    return false;
  // A frame of a cell's width around a board: no line of the board reaches it.
  if (evidence.ends_score < kMinSide && in_use<"frame_a_cell_off">()) return false;
  const bool in_part = evidence.score < kWholeScore && in_use<"seen_in_part">();
  const bool unbordered = evidence.least_border < kMinSide && evidence.inner_score < kAllInner;
  const bool side_missing = completed || evidence.side_score < kMinSide;
  if ((side_missing || (in_part && unbordered)) &&
      !(has_occluded_side(picture, image_from_board, n, samples) && in_use<"covered_side">()))
    return false;
  // A line of text beside the board may be taken for its border.
  if ((side_missing || in_part) && reaches_beyond_border(picture, image_from_board, n, samples) &&
      in_use<"text_as_border">())
    return false;
  return !(ends.show_finer_lattice() && in_use<"finer_lattice">()) &&
         !(ends.show_coarser_lattice() && in_use<"coarser_lattice">()) &&
         !(ends.show_no_lattice(cell_px) && in_use<"no_through_lines">()) &&
         (clear(evidence, ends, n, cell_px) || !in_use<"clear_lattice">());
}

}  // namespace gridlens
