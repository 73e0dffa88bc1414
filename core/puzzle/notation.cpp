#include "core/puzzle/notation.h"

#include <array>
#include <charconv>

namespace gridlens {

namespace {

constexpr int kMinN = 4;
constexpr int kMaxSymbolN = 35;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// Value of a symbol, 0 for an empty cell, -1 where it is none.
int symbol_value(char c) {
  if (c == '.') return 0;
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  return -1;
}

// For messages: the character where it prints, its byte where it does not.
std::string describe(char c) {
  const auto byte = static_cast<unsigned char>(c);
  if (byte >= 0x20 && byte < 0x7f) return std::string("'") + c + "'";
  static constexpr std::array<char, 17> kHex{"0123456789abcdef"};
  return std::string("byte 0x") + kHex[byte >> 4] + kHex[byte & 15];
}

std::string board_name(int n) {
  return std::to_string(n) + "x" + std::to_string(n);
}

int square_root(size_t cells) {
  for (int n = kMinN; n <= Shape::kMaxN; ++n)
    if (static_cast<size_t>(n) * static_cast<size_t>(n) == cells) return n;
  return 0;
}

PuzzleText failure(std::string error) {
  PuzzleText result;
  result.error = std::move(error);
  return result;
}

// Takes over the values where their number and size make a board.
PuzzleText finish(std::vector<std::uint16_t> values, const char* what, int max_n) {
  const int n = square_root(values.size());
  if (n == 0 || n > max_n) {
    const std::string range = board_name(kMinN) + " to " + board_name(max_n);
    return failure(std::to_string(values.size()) + " " + what + (values.size() == 1 ? "" : "s") +
                   ": not a square board of " + range);
  }
  PuzzleText result;
  result.n = n;
  for (size_t i = 0; i < values.size(); ++i)
    if (values[i] > n) {
      result.error = std::string(what) + " " + std::to_string(i + 1) + " (" +
                     cell_name(static_cast<int>(i), n) + ") means " + std::to_string(values[i]) +
                     ", too large for a " + board_name(n) + " board";
      return result;
    }
  result.values.assign(values.begin(), values.end());
  return result;
}

PuzzleText parse_symbols(std::string_view text) {
  std::vector<std::uint16_t> values;
  values.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const int value = symbol_value(text[i]);
    if (value < 0)
      return failure(describe(text[i]) + " at symbol " + std::to_string(i + 1) +
                     " is neither a symbol nor '.'");
    values.push_back(static_cast<std::uint16_t>(value));
  }
  return finish(std::move(values), "symbol", kMaxSymbolN);
}

PuzzleText parse_numbers(std::string_view text) {
  std::vector<std::uint16_t> values;
  size_t at = 0;
  const auto skip_blanks = [&] {
    while (at < text.size() && is_blank(text[at])) ++at;
  };
  const auto fail_here = [&](const std::string& reason) {
    return failure("number " + std::to_string(values.size() + 1) + ": " + reason);
  };
  while (true) {
    skip_blanks();
    if (at == text.size() || text[at] == ',') return fail_here("nothing before the comma or end");
    unsigned value = 0;
    if (text[at] == '.') {
      ++at;
    } else {
      const auto [end, status] =
          std::from_chars(text.data() + at, text.data() + text.size(), value);
      if (status == std::errc::invalid_argument)
        return fail_here(describe(text[at]) + " is neither a number nor '.'");
      if (status == std::errc::result_out_of_range || value > Shape::kMaxN)
        return fail_here("larger than " + std::to_string(Shape::kMaxN));
      at = static_cast<size_t>(end - text.data());
    }
    if (at < text.size() && !is_blank(text[at]) && text[at] != ',')
      return fail_here(describe(text[at]) + " where a space or comma should be");
    values.push_back(static_cast<std::uint16_t>(value));
    skip_blanks();
    if (at == text.size()) return finish(std::move(values), "number", Shape::kMaxN);
    if (text[at] == ',') ++at;
  }
}

}  // namespace

std::string_view puzzle_part(std::string_view line) {
  line = line.substr(0, line.find('#'));
  while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
  return line;
}

PuzzleText parse_puzzle(std::string_view text) {
  text = puzzle_part(text);
  return text.find_first_of(" \t,") == std::string_view::npos ? parse_symbols(text)
                                                              : parse_numbers(text);
}

std::optional<Shape> parse_shape(std::string_view text) {
  Shape shape{0, 0};
  const char* const end = text.data() + text.size();
  const auto rows = std::from_chars(text.data(), end, shape.box_rows);
  if (rows.ec != std::errc{} || rows.ptr == end || (*rows.ptr != 'x' && *rows.ptr != 'X'))
    return std::nullopt;
  const auto cols = std::from_chars(rows.ptr + 1, end, shape.box_cols);
  if (cols.ec != std::errc{} || cols.ptr != end) return std::nullopt;
  const auto in_range = [](int v) { return v >= 1 && v <= Shape::kMaxN; };
  if (!in_range(shape.box_rows) || !in_range(shape.box_cols) || shape.n() < kMinN ||
      shape.n() > Shape::kMaxN)
    return std::nullopt;
  return shape;
}

std::string format_puzzle(const Grid& grid) {
  std::string text;
  for (const int value : grid.values()) {
    if (grid.n() <= 9) {
      text += value == 0 ? '.' : static_cast<char>('0' + value);
      continue;
    }
    if (!text.empty()) text += ',';
    text += value == 0 ? "." : std::to_string(value);
  }
  return text;
}

std::string format_puzzle_line(const Grid& grid) {
  const Shape shape = grid.shape();
  const bool usual = shape == squarest_shape(shape.n()) && shape.box_rows > 1;
  return (usual ? "" : shape.to_string() + ":") + format_puzzle(grid);
}

std::string cell_name(int cell, int n) {
  return "row " + std::to_string(cell / n + 1) + " column " + std::to_string(cell % n + 1);
}

}  // namespace gridlens
