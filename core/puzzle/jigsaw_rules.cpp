#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/puzzle/notation.h"
#include "core/puzzle/variants.h"

namespace gridlens {

namespace {

[[noreturn]] void fail(const std::string& reason) {
  throw std::invalid_argument("regions: " + reason);
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = puzzle_part(text.substr(0, end));
    if (!line.empty()) lines.push_back(line);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  }
  return lines;
}

void add_region(Rules& rules, const std::string& name, std::vector<int> cells) {
  if (cells.size() != static_cast<size_t>(rules.n()))
    fail(name + " has " + std::to_string(cells.size()) + " cells instead of " +
         std::to_string(rules.n()));
  rules.units.push_back({name, std::move(cells)});
}

}  // namespace

Rules jigsaw_rules(std::string_view text) {
  const std::vector<std::string_view> lines = lines_of(text);
  const size_t n = lines.size();
  if (n < 4 || n > Shape::kMaxN)
    fail(std::to_string(n) + " lines; a board has 4 to " + std::to_string(Shape::kMaxN));
  std::map<char, std::vector<int>> regions;  // by symbol: the order is that of the symbols
  for (size_t row = 0; row < n; ++row) {
    if (lines[row].size() != n)
      fail("line " + std::to_string(row + 1) + " has " + std::to_string(lines[row].size()) +
           " symbols instead of " + std::to_string(n));
    for (size_t col = 0; col < n; ++col) {
      const char symbol = lines[row][col];
      if (symbol <= ' ' || symbol > '~')
        fail("line " + std::to_string(row + 1) + " holds a character that is no symbol");
      regions[symbol].push_back(static_cast<int>(row * n + col));
    }
  }
  if (regions.size() != n)
    fail(std::to_string(regions.size()) + " regions instead of " + std::to_string(n));

  Rules rules = rows_and_columns(squarest_shape(static_cast<int>(n)));
  for (auto& [symbol, cells] : regions)
    add_region(rules, std::string("region ") + symbol, std::move(cells));
  return rules;
}

Rules region_rules(Shape shape, std::span<const std::uint8_t> regions) {
  const auto n = static_cast<size_t>(shape.n());
  if (regions.size() != n * n)
    fail(std::to_string(regions.size()) + " cells instead of " + std::to_string(n * n));
  std::vector<std::vector<int>> cells(n);
  for (size_t cell = 0; cell < regions.size(); ++cell) {
    if (regions[cell] >= n)
      fail("cell " + cell_name(static_cast<int>(cell), shape.n()) + " is in region " +
           std::to_string(regions[cell] + 1) + " of " + std::to_string(n));
    cells[regions[cell]].push_back(static_cast<int>(cell));
  }
  Rules rules = rows_and_columns(shape);
  for (size_t region = 0; region < n; ++region)
    add_region(rules, "region " + std::to_string(region + 1), std::move(cells[region]));
  return rules;
}

}  // namespace gridlens
