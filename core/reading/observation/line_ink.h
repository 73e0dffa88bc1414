#pragma once

#include <vector>

#include "core/reading/ink/ink_map.h"

namespace gridlens {

// How much ink each piece of the board's lines shows, one along each side of a cell, against what
// is usual for its line: light that washes lines out and things that lie over them take the
// symbols' print, too. Lines that are faint all along say nothing.
class LineInk {
 public:
  explicit LineInk(const InkMap& ink);

  // Cells beside which lines are missing that are there elsewhere. Something lies over them, the
  // page is torn, or light has washed them out, so a symbol may be occluded. Single pieces of line
  // that are missed do not count. Where the board has no lines: none.
  [[nodiscard]] CellFlags cells_without_lines() const;

  // What the lines around a cell show of what is usual for them, 0..1; 1 where most are too faint
  // to tell.
  [[nodiscard]] CellMap<double> clarity() const;

 private:
  struct Line {
    std::vector<double> inks;  // beside each cell, pixels of full ink
    double usual = 0;          // so much where the line is seen
    [[nodiscard]] bool is_faint() const;
    [[nodiscard]] bool is_missing(int cell) const;
  };

  // The line before column (or row) `line`.
  [[nodiscard]] const Line& at(bool column_line, int line) const {
    return lines_[static_cast<size_t>((column_line ? n_ + 1 : 0) + line)];
  }

  int n_;
  std::vector<Line> lines_;  // row lines first
};

}  // namespace gridlens
