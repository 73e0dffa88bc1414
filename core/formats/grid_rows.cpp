#include "core/formats/grid_rows.h"

#include <algorithm>

namespace gridlens {

namespace {

constexpr size_t kFewestColumns = 4;

bool separates(char c) {
  return c == ' ' || c == '\t' || c == ',' || c == '\r';
}

bool is_symbol(char c) {
  return c == '.' || c == '*' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
         (c >= 'a' && c <= 'z');
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  bool open = false;
  for (const char c : text) {
    if (separates(c)) {
      open = false;
      continue;
    }
    if (!open) words.emplace_back();
    words.back() += c;
    open = true;
  }
  return words;
}

// "53.", but not "12": several cells without spaces between them.
bool holds_several(const std::string& word) {
  return word.size() > 2 || (word.size() == 2 && word.find('.') != std::string::npos);
}

// The distance of the marks from each other, from 0 and from n, where that is always the same.
std::optional<int> spacing(const std::vector<size_t>& marks, size_t n) {
  std::vector<size_t> at{0};
  for (const size_t mark : marks)
    if (mark > at.back() && mark < n) at.push_back(mark);
  at.push_back(n);
  for (size_t i = 2; i < at.size(); ++i)
    if (at[i] - at[i - 1] != at[1] - at[0]) return std::nullopt;
  return static_cast<int>(at[1] - at[0]);
}

}  // namespace

bool is_grid_rule(std::string_view line) {
  const auto dashes = std::count_if(line.begin(), line.end(),
                                    [](char c) { return c == '-' || c == '=' || c == '+'; });
  return dashes >= 3 && std::all_of(line.begin(), line.end(), [](char c) {
           return c == '-' || c == '=' || c == '+' || c == '|' || c == '*' || separates(c);
         });
}

std::optional<GridRow> parse_grid_row(std::string_view line) {
  // Most lines of a text are whole puzzles.
  if (line.size() > Shape::kMaxN && line.find_first_of(" \t,|") == std::string_view::npos)
    return std::nullopt;
  GridRow row;
  std::vector<std::vector<std::string>> groups(1);
  for (size_t begin = 0; begin <= line.size();) {
    const size_t end = std::min(line.find('|', begin), line.size());
    const std::string_view part = line.substr(begin, end - begin);
    if (!std::all_of(part.begin(), part.end(), [](char c) { return is_symbol(c) || separates(c); }))
      return std::nullopt;
    groups.back() = words_of(part);
    if (end < line.size()) {
      row.framed = true;
      groups.emplace_back();
    }
    begin = end + 1;
  }
  bool several = false;
  size_t most_words = 0;
  for (const auto& group : groups) {
    most_words = std::max(most_words, group.size());
    for (const std::string& word : group) several = several || holds_several(word);
  }
  // Without spaces inside any group a word of two is two cells, too.
  const bool split = several || (most_words == 1 && (row.framed || groups[0][0].size() > 2));
  for (const auto& group : groups) {
    if (!row.cells.empty() && !group.empty()) row.bars.push_back(row.cells.size());
    for (const std::string& word : group) {
      if (!split) row.cells.push_back(word);
      for (const char c : split ? word : std::string()) row.cells.emplace_back(1, c);
    }
  }
  if (row.cells.size() < kFewestColumns || row.cells.size() > Shape::kMaxN) return std::nullopt;
  return row;
}

std::optional<Shape> framed_shape(const std::vector<GridRow>& rows,
                                  const std::vector<size_t>& rules) {
  const size_t n = rows.size();
  const auto cols = spacing(rows.front().bars, n);
  const auto row_count = spacing(rules, n);
  if (!cols || !row_count) return std::nullopt;
  const Shape shape{*row_count, *cols};
  return shape.n() == static_cast<int>(n) ? std::optional(shape) : std::nullopt;
}

}  // namespace gridlens
