#include "core/vision/lattice/line_continuity.h"

namespace gridlens {

namespace {

template <typename Map>
SegmentReading read_end(const LinePicture& picture, const Map& map, const SegmentId& segment,
                        double shift, const Stretch& end) {
  return read_segment(picture, map, segment, {.search_cells = 0.15, .shift_cells = shift}, end);
}

// Both ends of a segment.
template <typename Map>
SegmentEnd read_ends(const LinePicture& picture, const Map& map, const SegmentId& segment,
                     double shift, double min_depth) {
  SegmentEnd both{true, true};
  for (const Stretch& end : kEnds) {
    const SegmentReading r = read_end(picture, map, segment, shift, end);
    if (!r.inside) return {};
    both.seen = both.seen && r.on_lattice(min_depth);
  }
  return both;
}

}  // namespace

ContinuityShare continuity_share(const LinePicture& picture, const LatticeWarp& image_from_board,
                                 const ContinuityOptions& lines) {
  const auto map = [&](cv::Point2d cell) { return image_from_board(cell * lines.cell_size); };
  ContinuityShare out;
  for (const LineFamily family : kLineFamilies) {
    SeenCount through;
    for (int line = 0; line < lines.cells; ++line)
      for (int cell = line % 2; cell < lines.cells; cell += 2) {
        const SegmentEnd ends =
            read_ends(picture, map, {family, line, cell}, lines.shift, lines.min_depth);
        through.add(ends.inside, ends.seen);
      }
    (family == LineFamily::column_line ? out.column_lines : out.row_lines) = through.share();
  }
  return out;
}

ContinuityShare ends_seen_beside(const LinePicture& picture, const LatticeWarp& image_from_board,
                                 int n, int first, int step, double min_depth) {
  ContinuityShare out;
  for (const LineFamily family : kLineFamilies) {
    SeenCount ends;
    for (int crossed = first; crossed < n; crossed += step)
      for (int line = 0; line <= n; ++line)
        for (const int side : {0, 1}) {
          const SegmentReading r =
              read_end(picture, image_from_board, {family, line, crossed - side}, 0, kEnds[side]);
          ends.add(r.inside, r.on_lattice(min_depth));
        }
    (family == LineFamily::column_line ? out.column_lines : out.row_lines) = ends.share();
  }
  return out;
}

SegmentEnd end_of(const LinePicture& picture, const LatticeWarp& image_from_board,
                  const SegmentId& segment, bool last, double min_depth) {
  const SegmentReading r = read_end(picture, image_from_board, segment, 0, kEnds[last ? 1 : 0]);
  return {r.inside, r.on_lattice(min_depth)};
}

bool is_continuous(const LinePicture& picture, const LatticeWarp& image_from_board,
                   const SegmentId& segment, double min_depth) {
  return read_ends(picture, image_from_board, segment, 0, min_depth).seen;
}

}  // namespace gridlens
