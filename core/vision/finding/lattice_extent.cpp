#include "core/vision/finding/lattice_extent.h"

#include <algorithm>
#include <cmath>

#include "core/puzzle/shape.h"
#include "core/vision/lattice/lattice_fit.h"
#include "core/vision/lattice/line_continuity.h"

namespace gridlens {

namespace {

constexpr double kNextLine = 0.4;  // share of the line at the far end of that next column
constexpr int kFewLatticeCells = 4;

class Extent {
 public:
  Extent(const LinePicture& picture, CellLattice& lattice) : picture_(picture), lattice_(lattice) {
    narrow_.search_cells = 0.15;
  }

  bool refine(const std::vector<double>& search) {
    const LatticeFit fit = refine_lattice(picture_, lattice_.image_from_cells,
                                          {lattice_.cols, lattice_.rows}, search, wide_);
    if (fit.solved) lattice_.image_from_cells = fit.image_from_board;
    return fit.solved;
  }

  // Takes the last column (or row) of a side away or adds the next one; whether it did.
  bool move(LatticeSide side) {
    int& cells = along(side);
    const int outermost = side.last ? cells - 1 : 0;
    const int next = side.last ? cells : -1;
    if (crossed(side, outermost) < kLatticeEnds) {
      if (!side.last) move_origin(side, 1);
      --cells;
      return true;
    }
    if (cells < Shape::kMaxN && goes_on(side, next)) {
      if (!side.last) move_origin(side, -1);
      ++cells;
      return true;
    }
    return false;
  }

 private:
  static bool is_column(LatticeSide side) { return side.family == LineFamily::column_line; }

  int& along(LatticeSide side) { return is_column(side) ? lattice_.cols : lattice_.rows; }

  [[nodiscard]] int across(LatticeSide side) const {
    return is_column(side) ? lattice_.rows : lattice_.cols;
  }

  void move_origin(LatticeSide side, int cells) {
    lattice_.image_from_cells =
        lattice_.image_from_cells *
        Homography::translation(is_column(side) ? cv::Point(cells, 0) : cv::Point(0, cells));
  }

  void look(const SegmentId& id, SeenCount& count) const {
    const SegmentReading r = read_segment(picture_, lattice_.image_from_cells, id, narrow_);
    count.add(r.inside, r.seen && std::abs(r.offset_px) <= std::max(1.0, 0.12 * r.cell_px));
  }

  // Of the lines that cross a column (or row) of cells the share that is seen in it.
  [[nodiscard]] double crossed(LatticeSide side, int index) const {
    const int lines = across(side);
    SeenCount count;
    for (int line = 1; line < lines; ++line) look({crossing(side.family), line, index}, count);
    return count.inside * 2 < lines - 1 ? 0.0 : count.share();
  }

  // Few lines cross a lattice of boxes, and chance makes as many: the next line must be there, too.
  [[nodiscard]] bool goes_on(LatticeSide side, int index) const {
    if (crossed(side, index) <= kLatticeGoesOn) return false;
    const int cells = across(side);
    if (cells > kFewLatticeCells) return true;
    const int line = index < 0 ? index : index + 1;
    SeenCount count;
    for (int cell = 0; cell < cells; ++cell) look({side.family, line, cell}, count);
    return count.inside * 2 >= cells && count.seen >= kNextLine * count.inside;
  }

  const LinePicture& picture_;
  CellLattice& lattice_;
  ProfileOptions wide_, narrow_;
};

}  // namespace

bool settle_extent(const LinePicture& picture, CellLattice& lattice) {
  Extent extent(picture, lattice);
  if (!extent.refine({0.25, 0.18})) return false;
  bool changed = true;
  for (int round = 0; round < 2 * Shape::kMaxN && changed; ++round) {
    changed = false;
    if (lattice.cols < 3 || lattice.rows < 3) return false;
    for (const LatticeSide side : kLatticeSides) changed = extent.move(side) || changed;
    if (changed && !extent.refine({0.15})) return false;
  }
  return lattice.cols >= 3 && lattice.rows >= 3;
}

}  // namespace gridlens
