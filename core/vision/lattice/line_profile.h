#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <utility>

#include "core/image/homography.h"
#include "core/vision/lattice/pyramid.h"

namespace gridlens {

// The two families of lattice lines: `column_line` k is x = k in board units, `row_line` k is y =
// k.
enum class LineFamily { column_line = 1, row_line };
inline constexpr LineFamily kLineFamilies[] = {LineFamily::column_line, LineFamily::row_line};

constexpr LineFamily crossing(LineFamily family) {
  return family == LineFamily::column_line ? LineFamily::row_line : LineFamily::column_line;
}

// The place so far across a family's lines and so far along them.
inline cv::Point2d board_point(LineFamily family, double across, double along) {
  return family == LineFamily::column_line ? cv::Point2d{across, along}
                                           : cv::Point2d{along, across};
}

// A side of a lattice: the first or the last line of a family.
struct LatticeSide {
  LineFamily family;
  bool last;
};
inline constexpr LatticeSide kLatticeSides[] = {{LineFamily::column_line, false},
                                                {LineFamily::column_line, true},
                                                {LineFamily::row_line, false},
                                                {LineFamily::row_line, true}};

// One stretch of a lattice line, from crossing to crossing: line `line`, beside cell `cell`
// (counted along the line).
struct SegmentId {
  LineFamily family;
  int line;
  int cell;

  // Of a lattice of n x n cells.
  [[nodiscard]] bool on_border(int n) const { return line == 0 || line == n; }
  // The place of its side in kLatticeSides, of one on the border.
  [[nodiscard]] std::size_t side(int n) const {
    return (family == LineFamily::column_line ? 0U : 2U) + (line == n ? 1U : 0U);
  }
};

// The cells on both sides of a segment, as column and row.
inline std::array<std::pair<int, int>, 2> cells_beside(SegmentId id) {
  if (id.family == LineFamily::column_line) return {{{id.line - 1, id.cell}, {id.line, id.cell}}};
  return {{{id.cell, id.line - 1}, {id.cell, id.line}}};
}

// The stretches of a segment that are read. They are its middle, 16 % of a cell short of the
// crossings, or both its ends, in the strips beside the crossing lines that print seldom reaches.
enum class SegmentParts { middle = 1, ends };

// The background that a line is told from. It is the darker one of its sides, or that of the side
// of smaller (larger) board coordinates, where something else runs beside the line on the other.
enum class LineBackground { darker = 1, before, after };

struct ProfileOptions {
  double search_cells = 0.30;  // the line is looked for so far to either side of its prediction
  int max_points = 8;          // profiles averaged along a segment: dotted lines need several
  SegmentParts parts = SegmentParts::middle;  // of whole lattices
  // The same as search_cells for the four border lines of whole lattices; below 0 they are left
  // out. Beside the border of a doubled frame lies another line.
  std::optional<double> border_search_cells = {};
  LineBackground background = LineBackground::darker;
  double shift_cells = 0;  // reads beside the line instead: 0.5 is the middle of the cells
};

// ProfileOptions::max_points of a board of n cells a side: of a large one fewer do.
inline int points_along(int n) {
  return n > 16 ? 4 : 8;
}

// What the picture shows across one segment.
struct SegmentReading {
  bool inside = false;   // the profile lies wholly inside the picture
  bool step = false;     // instead of a line: the background changes a little (a shaded box begins)
  bool edge = false;     // a step of any height: the rim of a dark board on light paper
  bool seen = false;     // a valley with background on both sides was found
  bool at_ends = false;  // not seen in the middle, for digits beside it, but at both ends
  cv::Point2d predicted;  // middle of the segment as predicted, pixels
  cv::Point2d normal;     // unit vector across the line, pixels
  double offset_px = 0;   // of the line's centre line from the prediction, along the normal
  double depth = 0;       // darkness of the valley over the background's grey level, 0..1
  double mass_cells = 0;  // darkness integrated across the line over the background's grey, in
                          // cells: how thick the line is
  double cell_px = 0;     // distance to the next line of the family, pixels

  // Where the line was met, pixels.
  [[nodiscard]] cv::Point2d measured() const { return predicted + normal * offset_px; }
  // How far from its prediction a line of a lattice that was fitted may lie, pixels.
  [[nodiscard]] double tolerance_px() const { return std::max(1.0, 0.07 * cell_px); }
  // A line, and where the lattice puts it.
  [[nodiscard]] bool on_lattice(double least_depth) const {
    return seen && depth >= least_depth && std::abs(offset_px) <= tolerance_px();
  }
};

// How many segments lie inside the picture, and of how many of them a line was seen.
struct SeenCount {
  int inside = 0, seen = 0;

  void add(bool is_inside, bool is_seen) { inside += is_inside, seen += is_inside && is_seen; }
  [[nodiscard]] double share() const {  // 0 where none is inside
    return inside == 0 ? 0 : static_cast<double>(seen) / inside;
  }
};

// Of the lines of a lattice, by the median of their depths: thin ones can be ten times fainter than
// a thick border.
inline double least_line_depth(double median_depth) {
  return std::min(0.25 * median_depth, 0.025);
}

// A stretch along a segment, in cells from the crossing it begins at.
struct Stretch {
  double from, to;

  [[nodiscard]] double middle() const { return 0.5 * (from + to); }
};
inline constexpr Stretch kMiddle{0.16, 0.84};
// Between a thick crossing line and a digit that fills its cell.
inline constexpr Stretch kEnds[2] = {{0.05, 0.17}, {0.83, 0.95}};

// Where a segment is predicted in the picture. Within one cell lines are straight enough.
struct SegmentGeometry {
  bool valid = false;
  cv::Point2d begin, end;  // of the read stretch, as a rule 16 % of a cell short of the crossings
  cv::Point2d normal;      // unit vector across, towards the next line of the family
  double cell_px = 0;      // distance to that line
};

// `map` takes board units to pixels: a Homography, or a map of a curved page.
template <typename Map>
SegmentGeometry segment_geometry(const Map& map, const SegmentId& segment, double shift_cells = 0,
                                 Stretch stretch = kMiddle) {
  const auto image = [&](double across, double along) {
    return map(board_point(segment.family, across, along));
  };
  const double k = segment.line + shift_cells;
  SegmentGeometry g;
  g.begin = image(k, segment.cell + stretch.from);
  g.end = image(k, segment.cell + stretch.to);
  const cv::Point2d along = g.end - g.begin;
  const double length = std::hypot(along.x, along.y);
  if (!(length > 1e-6)) return g;
  g.normal = {-along.y / length, along.x / length};
  const double middle = segment.cell + stretch.middle();
  const cv::Point2d step = image(k + 0.5, middle) - image(k - 0.5, middle);
  g.cell_px = step.dot(g.normal);
  if (g.cell_px < 0) {
    g.normal = -g.normal;
    g.cell_px = -g.cell_px;
  }
  g.valid = g.cell_px > 2;
  return g;
}

// Measures one predicted segment. Grey profiles across the line are averaged.
// The background is the darker of the two sides, the centre is the centroid of the valley.
SegmentReading read_segment(const LinePicture& picture, const SegmentGeometry& geometry,
                            const ProfileOptions& options);

template <typename Map>
SegmentReading read_segment(const LinePicture& picture, const Map& image_from_board,
                            const SegmentId& segment, const ProfileOptions& options,
                            Stretch stretch = kMiddle) {
  return read_segment(
      picture, segment_geometry(image_from_board, segment, options.shift_cells, stretch), options);
}

}  // namespace gridlens
