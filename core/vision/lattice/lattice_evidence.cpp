#include "core/vision/lattice/lattice_evidence.h"

#include <algorithm>
#include <cmath>

#include "core/ablation/mechanism.h"
#include "core/image/statistics.h"
#include "core/vision/lattice/line_continuity.h"

namespace gridlens {

namespace {

// In smaller cells the background between lines is too narrow to speak of shading.
constexpr double kMinStepCellPx = 12;
constexpr double kBeyondDepth = 0.4;  // of a line beyond the border: of the thin ones inside ...
constexpr double kThinLines = 0.25;   // ... a share of them is no deeper
constexpr double kMayGoOn = 0.4;      // of the lines beyond a border: worth a second look

// A lattice that goes on does so with the next line and with its crossing lines. A frame, an edge
// of the page or a line of text beside the board lacks the latter; a second board across a gap
// seldom has the former. A square part of a larger lattice goes on past a side of each family:
// where the crossing lines do, that lattice may be one of tiles without a border. Where a hand
// hides a segment of the lattice, the one beyond it is hidden, too: it tells nothing. `samples`: of
// the lattice itself, weighed.
double share_beyond(const LinePicture& picture, const LatticeWarp& image_from_board, int n,
                    const ProfileOptions& options, double least_depth,
                    const std::vector<LatticeSample>& samples) {
  std::vector<std::uint8_t> own[2];  // by family, line and cell: seen
  for (std::vector<std::uint8_t>& seen : own) seen.resize(static_cast<std::size_t>(n * (n + 1)));
  for (const LatticeSample& s : samples)
    own[s.segment.family == LineFamily::row_line]
       [static_cast<std::size_t>(s.segment.line * n + s.segment.cell)] = s.reading.seen;
  const auto share_of = [&](LineFamily family, int line0, int line1, int cell0, int cell1) {
    int inside = 0;
    SeenCount beyond_known;
    for (int line = line0; line <= line1; ++line)
      for (int cell = cell0; cell <= cell1; ++cell) {
        const SegmentReading r =
            read_segment(picture, image_from_board, {family, line, cell}, options);
        const int beside = std::clamp(line, 0, n) * n + std::clamp(cell, 0, n - 1);
        const bool told = own[family == LineFamily::row_line][static_cast<std::size_t>(beside)];
        // Text beside the board makes crossing lines, too, but none that reaches the border.
        const auto reaches_border = [&] {
          return (cell >= 0 && cell < n) ||
                 end_of(picture, image_from_board, {family, line, cell}, cell < 0, least_depth)
                     .seen;
        };
        inside += r.inside;
        const bool known = r.inside && told;
        beyond_known.add(known, known && r.on_lattice(least_depth) && reaches_border());
      }
    return inside * 2 < n ? 0.0 : beyond_known.share();
  };
  double worst = 0;
  double both_ways = 1;
  for (const LineFamily family : kLineFamilies) {
    double most_crossed = 0;
    for (const bool far : {false, true}) {
      const int line = far ? n + 1 : -1;
      const int cell = far ? n : -1;
      const double next = share_of(family, line, line, 0, n - 1);
      if (next <= worst && both_ways <= worst) continue;
      const double crossed = share_of(crossing(family), 1, n - 1, cell, cell);
      worst = std::max(worst, std::min(next, crossed));
      most_crossed = std::max(most_crossed, crossed);
    }
    both_ways = std::min(both_ways, most_crossed);
  }
  return both_ways > worst && in_use<"goes_on_both_ways">() ? both_ways : worst;
}

}  // namespace

LatticeEvidence weigh_lattice(const LinePicture& picture, const LatticeWarp& image_from_board,
                              int n, bool thorough, std::vector<LatticeSample>* samples_out) {
  const ProfileOptions options{.search_cells = 0.15};
  std::vector<LatticeSample> samples = read_lattice(picture, image_from_board, n, options);
  LatticeEvidence out;
  const std::vector<double> depths = seen_depths(samples);
  out.median_depth = median(depths);
  const double least = least_line_depth(out.median_depth);
  SeenCount all, borders;
  SeenCount sides[4];     // border lines
  SeenCount ends[4];      // lines that end at the side
  SeenCount inner[2][2];  // by family, and the even and the odd lines for themselves
  for (LatticeSample& s : samples) {
    if (!s.reading.inside) continue;
    s.reading.seen = s.reading.on_lattice(least);
    const bool placed = s.reading.cell_px >= kMinStepCellPx &&
                        std::abs(s.reading.offset_px) <= s.reading.tolerance_px();
    s.reading.step = s.reading.step && placed;
    const bool border = s.segment.on_border(n);
    const bool in_middle = s.reading.seen || s.reading.step ||
                           (border && picture.negative && s.reading.edge && placed);
    s.reading.at_ends = !in_middle && is_continuous(picture, image_from_board, s.segment, least);
    const bool there = in_middle || s.reading.at_ends;
    all.add(true, there);
    const int family = s.segment.family == LineFamily::column_line ? 0 : 1;
    (border ? borders : inner[family][s.segment.line % 2]).add(true, there);
    if (border)
      sides[s.segment.side(n)].add(true, there);
    else if (s.segment.cell == 0 || s.segment.cell == n - 1)
      ends[2 * (1 - family) + (s.segment.cell == n - 1)].add(true, there);
  }
  out.score = all.share();
  out.border_score = borders.share();
  // Where every second line alone is one, the cells are longer than taken for, and wrongly cut.
  const auto inner_of = [&](int family) {
    double worst = 1;
    bool inside_picture = false;
    for (const SeenCount& lines : inner[family])
      if (lines.inside > 0) inside_picture = true, worst = std::min(worst, lines.share());
    return inside_picture ? worst : 0;
  };
  out.inner_score = std::min(inner_of(0), inner_of(1));
  out.side_score = 1;
  out.least_border = 1;
  for (int side = 0; side < 4; ++side) {
    if (sides[side].inside + ends[side].inside == 0) continue;
    const double border = sides[side].share(), ending = ends[side].share();
    out.side_score = std::min(out.side_score, std::max(border, ending));
    out.least_border = std::min(out.least_border, border);
    out.ends_score = std::max(out.ends_score, ending);
  }
  out.visible = static_cast<double>(all.inside) / static_cast<double>(samples.size());
  // A part of a board between thick lines has thin ones beyond them, as it has inside.
  const double beyond = kBeyondDepth * quantile(depths, kThinLines);
  out.outside_score = share_beyond(picture, image_from_board, n, options, beyond, samples);
  // A part of a lattice bends as the fit likes, and lines of the rest are missed where it strays.
  if (out.outside_score > kMayGoOn && !out.goes_on() && !image_from_board.bend().flat())
    out.outside_score =
        std::max(out.outside_score,
                 share_beyond(picture, LatticeWarp(image_from_board.image_from_board(), n), n,
                              options, beyond, samples));
  ProfileOptions between = options;
  for (const double shift : kBetweenLines) {
    if (!thorough) break;
    between.shift_cells = shift;
    SeenCount both;
    for (const LineFamily family : kLineFamilies) {
      SeenCount its;
      for (int line = 0; line < n; ++line)
        for (int cell = line % 2; cell < n; cell += 2) {
          const SegmentReading r =
              read_segment(picture, image_from_board, {family, line, cell}, between);
          const bool seen = r.on_lattice(0.3 * out.median_depth);
          its.add(r.inside, seen);
          both.add(r.inside, seen);
        }
      out.finer_score = std::max(out.finer_score, its.share());
    }
    if (shift == 0.5) out.control_score = both.share();
  }
  if (samples_out != nullptr) *samples_out = std::move(samples);
  return out;
}

}  // namespace gridlens
