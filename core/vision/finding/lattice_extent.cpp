#include "core/vision/finding/lattice_extent.h"

#include <algorithm>
#include <cmath>

#include "core/puzzle/shape.h"
#include "core/vision/lattice/lattice_fit.h"

namespace gridlens {

bool settle_extent(const cv::Mat& grey, bool light_on_dark, CellLattice& lattice) {
  ProfileOptions options;
  options.light_on_dark = light_on_dark;
  const auto refine = [&](const std::vector<double>& search) {
    const LatticeFit fit = refine_lattice(grey, lattice.image_from_cells,
                                          {lattice.cols, lattice.rows}, search, options);
    if (fit.solved) lattice.image_from_cells = fit.image_from_board;
    return fit.solved;
  };
  if (!refine({0.25, 0.18})) return false;

  constexpr double kKeep = 0.35;
  constexpr double kAdd = 0.65;
  constexpr double kNextLine = 0.4;
  constexpr int kFewCells = 4;
  ProfileOptions narrow = options;
  narrow.search_cells = 0.15;
  // Share of the lines crossing a column (or row) of cells that are seen in it.
  const auto crossed = [&](bool column, int index) {
    const int lines = column ? lattice.rows : lattice.cols;
    int inside = 0, seen = 0;
    for (int line = 1; line < lines; ++line) {
      const SegmentId id{column ? LineFamily::row_line : LineFamily::column_line, line, index};
      const SegmentReading r = read_segment(grey, lattice.image_from_cells, id, narrow);
      inside += r.inside;
      seen += r.inside && r.seen && std::abs(r.offset_px) <= std::max(1.0, 0.12 * r.cell_px);
    }
    return inside * 2 < lines - 1 ? 0.0 : static_cast<double>(seen) / inside;
  };
  // Few lines cross a lattice of boxes, and chance makes as many: the next line must be there, too.
  const auto goes_on = [&](bool column, int index) {
    if (crossed(column, index) <= kAdd) return false;
    const int line = index < 0 ? index : index + 1;
    const int cells = column ? lattice.rows : lattice.cols;
    if (cells > kFewCells) return true;
    int inside = 0, seen = 0;
    for (int cell = 0; cell < cells; ++cell) {
      const SegmentId id{column ? LineFamily::column_line : LineFamily::row_line, line, cell};
      const SegmentReading r = read_segment(grey, lattice.image_from_cells, id, narrow);
      inside += r.inside;
      seen += r.inside && r.seen && std::abs(r.offset_px) <= std::max(1.0, 0.12 * r.cell_px);
    }
    return inside * 2 >= cells && seen >= kNextLine * inside;
  };
  const auto move_origin = [&](int dc, int dr) {
    lattice.image_from_cells =
        lattice.image_from_cells * Homography(cv::Matx33d(1, 0, dc, 0, 1, dr, 0, 0, 1));
  };
  bool changed = true;
  for (int round = 0; round < 2 * Shape::kMaxN && changed; ++round) {
    changed = false;
    if (lattice.cols < 3 || lattice.rows < 3) return false;
    if (crossed(true, 0) < kKeep) {
      move_origin(1, 0);
      --lattice.cols;
      changed = true;
    } else if (lattice.cols < Shape::kMaxN && goes_on(true, -1)) {
      move_origin(-1, 0);
      ++lattice.cols;
      changed = true;
    }
    if (crossed(true, lattice.cols - 1) < kKeep) {
      --lattice.cols;
      changed = true;
    } else if (lattice.cols < Shape::kMaxN && goes_on(true, lattice.cols)) {
      ++lattice.cols;
      changed = true;
    }
    if (crossed(false, 0) < kKeep) {
      move_origin(0, 1);
      --lattice.rows;
      changed = true;
    } else if (lattice.rows < Shape::kMaxN && goes_on(false, -1)) {
      move_origin(0, -1);
      ++lattice.rows;
      changed = true;
    }
    if (crossed(false, lattice.rows - 1) < kKeep) {
      --lattice.rows;
      changed = true;
    } else if (lattice.rows < Shape::kMaxN && goes_on(false, lattice.rows)) {
      ++lattice.rows;
      changed = true;
    }
    if (changed && !refine({0.15})) return false;
  }
  return lattice.cols >= 3 && lattice.rows >= 3;
}

}  // namespace gridlens
