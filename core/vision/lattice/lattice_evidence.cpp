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

double tolerance_px(const SegmentReading& r) {
  return std::max(1.0, 0.07 * r.cell_px);
}

// A seen segment counts only where the lattice puts it.
bool on_lattice(const SegmentReading& r, double least_depth) {
  return r.seen && r.depth >= least_depth && std::abs(r.offset_px) <= tolerance_px(r);
}

double share(int seen, int inside) {
  return inside == 0 ? 0 : static_cast<double>(seen) / inside;
}

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
    int inside = 0, known = 0, seen = 0;
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
        known += r.inside && told;
        seen += r.inside && told && on_lattice(r, least_depth) && reaches_border();
      }
    return inside * 2 < n ? 0.0 : share(seen, known);
  };
  double worst = 0;
  double both_ways = 1;
  for (const LineFamily family : {LineFamily::column_line, LineFamily::row_line}) {
    const LineFamily crossing =
        family == LineFamily::column_line ? LineFamily::row_line : LineFamily::column_line;
    double most_crossed = 0;
    for (const bool far : {false, true}) {
      const int line = far ? n + 1 : -1;
      const int cell = far ? n : -1;
      const double next = share_of(family, line, line, 0, n - 1);
      if (next <= worst && both_ways <= worst) continue;
      const double crossed = share_of(crossing, 1, n - 1, cell, cell);
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
  ProfileOptions options;
  options.search_cells = 0.15;
  std::vector<LatticeSample> samples = read_lattice(picture, image_from_board, n, options);
  LatticeEvidence out;
  std::vector<double> depths;
  for (const LatticeSample& s : samples)
    if (s.reading.seen) depths.push_back(s.reading.depth);
  out.median_depth = median(depths);
  // Thin lines can be ten times fainter than a thick border.
  const double least = std::min(0.25 * out.median_depth, 0.025);
  int inside = 0, seen = 0, border_inside = 0, border_seen = 0;
  int side_inside[4] = {0, 0, 0, 0}, side_seen[4] = {0, 0, 0, 0};  // border lines
  int ends_inside[4] = {0, 0, 0, 0}, ends_seen[4] = {0, 0, 0, 0};  // lines that end at the side
  int inner_inside[2][2] = {};  // by family, and the even and the odd lines for themselves
  int inner_seen[2][2] = {};
  for (LatticeSample& s : samples) {
    if (!s.reading.inside) continue;
    s.reading.seen = on_lattice(s.reading, least);
    const bool placed = s.reading.cell_px >= kMinStepCellPx &&
                        std::abs(s.reading.offset_px) <= tolerance_px(s.reading);
    s.reading.step = s.reading.step && placed;
    const bool border = s.segment.line == 0 || s.segment.line == n;
    const bool in_middle = s.reading.seen || s.reading.step ||
                           (border && picture.negative && s.reading.edge && placed);
    s.reading.at_ends = !in_middle && is_continuous(picture, image_from_board, s.segment, least);
    const bool there = in_middle || s.reading.at_ends;
    ++inside;
    seen += there;
    const int family = s.segment.family == LineFamily::column_line ? 0 : 1;
    const int odd = s.segment.line % 2;
    (border ? border_inside : inner_inside[family][odd])++;
    if (border) {
      const int side = 2 * family + (s.segment.line == n);
      ++side_inside[side];
      side_seen[side] += there;
    } else if (s.segment.cell == 0 || s.segment.cell == n - 1) {
      const int side = 2 * (1 - family) + (s.segment.cell == n - 1);
      ++ends_inside[side];
      ends_seen[side] += there;
    }
    if (there) (border ? border_seen : inner_seen[family][odd])++;
  }
  out.score = share(seen, inside);
  out.border_score = share(border_seen, border_inside);
  // Where every second line alone is one, the cells are longer than taken for, and wrongly cut.
  const auto inner_of = [&](int family) {
    double worst = 1;
    int inside_picture = 0;
    for (const int odd : {0, 1}) {
      inside_picture += inner_inside[family][odd];
      if (inner_inside[family][odd] > 0)
        worst = std::min(worst, share(inner_seen[family][odd], inner_inside[family][odd]));
    }
    return inside_picture > 0 ? worst : 0;
  };
  out.inner_score = std::min(inner_of(0), inner_of(1));
  out.side_score = 1;
  out.least_border = 1;
  for (int side = 0; side < 4; ++side) {
    if (side_inside[side] + ends_inside[side] == 0) continue;
    const double ends = share(ends_seen[side], ends_inside[side]);
    out.side_score =
        std::min(out.side_score, std::max(share(side_seen[side], side_inside[side]), ends));
    out.least_border = std::min(out.least_border, share(side_seen[side], side_inside[side]));
    out.ends_score = std::max(out.ends_score, ends);
  }
  out.visible = static_cast<double>(inside) / static_cast<double>(samples.size());
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
  for (const double shift : {0.5, 1.0 / 3, 2.0 / 3}) {
    if (!thorough) break;
    between.shift_cells = shift;
    int both_inside = 0, both_seen = 0;
    for (const LineFamily family : {LineFamily::column_line, LineFamily::row_line}) {
      int family_inside = 0, family_seen = 0;
      for (int line = 0; line < n; ++line)
        for (int cell = line % 2; cell < n; cell += 2) {
          const SegmentReading r =
              read_segment(picture, image_from_board, {family, line, cell}, between);
          if (!r.inside) continue;
          ++family_inside;
          family_seen += on_lattice(r, 0.3 * out.median_depth);
        }
      out.finer_score = std::max(out.finer_score, share(family_seen, family_inside));
      both_inside += family_inside;
      both_seen += family_seen;
    }
    if (shift == 0.5) out.control_score = share(both_seen, both_inside);
  }
  if (samples_out != nullptr) *samples_out = std::move(samples);
  return out;
}

}  // namespace gridlens
