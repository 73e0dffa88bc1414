#include "core/vision/lattice/line_continuity.h"

#include <algorithm>
#include <cmath>

namespace gridlens {

namespace {

enum class CrossedEnds { outside, not_both, both };

template <typename Map>
SegmentReading read_end(const LinePicture& picture, const Map& map, const SegmentId& segment,
                        double shift, const Stretch& end) {
  ProfileOptions options;
  options.search_cells = 0.15;
  options.shift_cells = shift;
  return read_segment(picture, map, segment, options, end);
}

bool is_line(const SegmentReading& r, double min_depth) {
  return r.inside && r.seen && r.depth >= min_depth &&
         std::abs(r.offset_px) <= std::max(1.0, 0.07 * r.cell_px);
}

template <typename Map>
CrossedEnds read_ends(const LinePicture& picture, const Map& map, const SegmentId& segment,
                      double shift, double min_depth) {
  bool both = true;
  for (const Stretch& end : kEnds) {
    const SegmentReading r = read_end(picture, map, segment, shift, end);
    if (!r.inside) return CrossedEnds::outside;
    both = both && is_line(r, min_depth);
  }
  return both ? CrossedEnds::both : CrossedEnds::not_both;
}

}  // namespace

ContinuityShare continuity_share(const LinePicture& picture, const LatticeWarp& image_from_board,
                                 const ContinuityOptions& lines) {
  const auto map = [&](cv::Point2d cell) { return image_from_board(cell * lines.cell_size); };
  ContinuityShare out;
  for (const LineFamily family : {LineFamily::column_line, LineFamily::row_line}) {
    int inside = 0, through = 0;
    for (int line = 0; line < lines.cells; ++line)
      for (int cell = line % 2; cell < lines.cells; cell += 2) {
        const CrossedEnds ends =
            read_ends(picture, map, {family, line, cell}, lines.shift, lines.min_depth);
        inside += ends != CrossedEnds::outside;
        through += ends == CrossedEnds::both;
      }
    double& share = family == LineFamily::column_line ? out.column_lines : out.row_lines;
    if (inside > 0) share = static_cast<double>(through) / inside;
  }
  return out;
}

ContinuityShare ends_seen_beside(const LinePicture& picture, const LatticeWarp& image_from_board,
                                 int n, int first, int step, double min_depth) {
  ContinuityShare out;
  for (const LineFamily family : {LineFamily::column_line, LineFamily::row_line}) {
    int inside = 0, seen = 0;
    for (int crossed = first; crossed < n; crossed += step)
      for (int line = 0; line <= n; ++line)
        for (const int side : {0, 1}) {
          const SegmentReading r =
              read_end(picture, image_from_board, {family, line, crossed - side}, 0, kEnds[side]);
          inside += r.inside;
          seen += is_line(r, min_depth);
        }
    double& share = family == LineFamily::column_line ? out.column_lines : out.row_lines;
    if (inside > 0) share = static_cast<double>(seen) / inside;
  }
  return out;
}

SegmentEnd end_of(const LinePicture& picture, const LatticeWarp& image_from_board,
                  const SegmentId& segment, bool last, double min_depth) {
  const SegmentReading r = read_end(picture, image_from_board, segment, 0, kEnds[last ? 1 : 0]);
  return {r.inside, is_line(r, min_depth)};
}

bool is_continuous(const LinePicture& picture, const LatticeWarp& image_from_board,
                   const SegmentId& segment, double min_depth) {
  return read_ends(picture, image_from_board, segment, 0, min_depth) == CrossedEnds::both;
}

}  // namespace gridlens
