#include "core/vision/through_lines.h"

#include <algorithm>
#include <cmath>

#include "core/vision/line_profile.h"

namespace gridlens {

namespace {

// The strip between a thick crossing line and a digit that fills its cell, in cells.
constexpr double kStripBegin = 0.05;
constexpr double kStripEnd = 0.17;

}  // namespace

double through_share(const cv::Mat& grey, const LatticeWarp& image_from_board,
                     const ThroughLines& lines) {
  ProfileOptions options;
  options.search_cells = 0.15;
  options.light_on_dark = lines.light_on_dark;
  const auto map = [&](cv::Point2d cell) { return image_from_board(cell * lines.cell_size); };
  const auto seen = [&](const SegmentReading& r) {
    return r.seen && r.depth >= lines.min_depth &&
           std::abs(r.offset_px) <= std::max(1.0, 0.07 * r.cell_px);
  };
  double most = 0;
  for (const LineFamily family : {LineFamily::column_line, LineFamily::row_line}) {
    int inside = 0, through = 0;
    for (int line = 0; line < lines.cells; ++line)
      for (int cell = line % 2; cell < lines.cells; cell += 2) {
        const SegmentId id{family, line, cell};
        const SegmentReading begin = read_segment(
            grey, segment_geometry(map, id, lines.shift, kStripBegin, kStripEnd), options);
        if (!begin.inside) continue;
        const SegmentReading end = read_segment(
            grey, segment_geometry(map, id, lines.shift, 1 - kStripEnd, 1 - kStripBegin), options);
        if (!end.inside) continue;
        ++inside;
        through += seen(begin) && seen(end);
      }
    if (inside > 0) most = std::max(most, static_cast<double>(through) / inside);
  }
  return most;
}

}  // namespace gridlens
