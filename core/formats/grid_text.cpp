#include "core/formats/grid_text.h"

#include <algorithm>

namespace gridlens {

std::string grid_text(const Grid& grid, const Alphabet& alphabet) {
  const Shape shape = grid.shape();
  const int n = grid.n();
  size_t width = 1;
  for (const std::string& symbol : alphabet.symbols()) width = std::max(width, symbol.size());

  std::string rule;
  for (int box = 0; box < n / shape.box_cols; ++box) {
    if (box > 0) rule += "+";
    rule += std::string(static_cast<size_t>(shape.box_cols) * (width + 1) + (box > 0 ? 1 : 0), '-');
  }
  std::string text;
  for (int row = 0; row < n; ++row) {
    if (row > 0 && row % shape.box_rows == 0) text += rule + "\n";
    for (int col = 0; col < n; ++col) {
      if (col > 0) text += col % shape.box_cols == 0 ? " | " : " ";
      const int value = grid.at(row, col);
      const std::string symbol = value == 0 ? "." : alphabet.symbol(value);
      text += std::string(width - symbol.size(), ' ') + symbol;
    }
    text += "\n";
  }
  return text;
}

}  // namespace gridlens
