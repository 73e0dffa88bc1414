#include "core/formats/json_fields.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string_view>

#include "core/formats/format_error.h"
#include "core/puzzle/notation.h"

namespace gridlens {

namespace {

using nlohmann::json;

constexpr std::size_t kMaxSymbolBytes = 16;

constexpr std::array<const char*, 13> kFields{
    "box",   "rules",  "regions", "givens", "entries",   "marks",     "symbols",
    "title", "author", "comment", "source", "created_s", "elapsed_ms"};

[[noreturn]] void fail(const std::string& field, const std::string& reason) {
  throw FieldError(field, "\"" + field + "\" " + reason);
}

// The number where it is a whole one within the limits.
std::optional<std::int64_t> whole(const json& value, std::int64_t least, std::int64_t most) {
  if (!value.is_number_integer()) return std::nullopt;
  constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > kLargest) return std::nullopt;
  const auto number = value.get<std::int64_t>();
  return number >= least && number <= most ? std::optional(number) : std::nullopt;
}

Shape read_shape(const json& puzzle) {
  const auto found = puzzle.find("box");
  if (found == puzzle.end()) throw FieldError("", "a puzzle without \"box\"");
  std::optional<Shape> shape;
  if (found->is_array() && found->size() == 2) {
    const auto rows = whole((*found)[0], 1, Shape::kMaxN);
    const auto cols = whole((*found)[1], 1, Shape::kMaxN);
    if (rows && cols) shape = parse_shape(std::to_string(*rows) + "x" + std::to_string(*cols));
  }
  if (!shape) fail("box", "is not [R,C] with R * C from 4 to " + std::to_string(Shape::kMaxN));
  return *shape;
}

// Calls `take` with each cell of a matrix of n rows of n, row-major.
void for_each_cell(const json& matrix, const std::string& field, int n,
                   const std::function<void(int cell, const json& value)>& take) {
  const auto size = static_cast<std::size_t>(n);
  const std::string wanted = std::to_string(n);
  if (!matrix.is_array() || matrix.size() != size)
    fail(field, "is not a list of " + wanted + " rows");
  for (std::size_t row = 0; row < size; ++row) {
    if (!matrix[row].is_array() || matrix[row].size() != size)
      fail(field, "row " + std::to_string(row + 1) + " is not a list of " + wanted + " cells");
    for (std::size_t col = 0; col < size; ++col)
      take(static_cast<int>(row * size + col), matrix[row][col]);
  }
}

std::vector<std::uint8_t> read_values(const json& matrix, const std::string& field, int n,
                                      int least) {
  std::vector<std::uint8_t> values;
  for_each_cell(matrix, field, n, [&](int cell, const json& value) {
    const auto number = whole(value, least, n);
    if (!number)
      fail(field, cell_name(cell, n) + " is not a whole number from " + std::to_string(least) +
                      " to " + std::to_string(n));
    values.push_back(static_cast<std::uint8_t>(*number));
  });
  return values;
}

std::vector<CellMarks> read_marks(const json& matrix, int n) {
  std::vector<CellMarks> marks;
  for_each_cell(matrix, "marks", n, [&](int cell, const json& values) {
    CellMarks bits = 0;
    const std::string wanted =
        cell_name(cell, n) + " is not a list of numbers from 1 to " + std::to_string(n);
    if (!values.is_array()) fail("marks", wanted);
    for (const json& value : values) {
      const auto number = whole(value, 1, n);
      if (!number) fail("marks", wanted);
      bits |= CellMarks{1} << (*number - 1);
    }
    marks.push_back(bits);
  });
  return marks;
}

std::vector<std::string> read_symbols(const json& list, int n) {
  std::vector<std::string> symbols;
  if (!list.is_array() || list.size() != static_cast<std::size_t>(n))
    fail("symbols", "is not a list of " + std::to_string(n) + " texts");
  for (const json& value : list) {
    if (!value.is_string() || value.get_ref<const std::string&>().empty() ||
        value.get_ref<const std::string&>().size() > kMaxSymbolBytes)
      fail("symbols",
           "holds what is not a text of 1 to " + std::to_string(kMaxSymbolBytes) + " bytes");
    symbols.push_back(value.get<std::string>());
  }
  if (std::set<std::string>(symbols.begin(), symbols.end()).size() != symbols.size())
    fail("symbols", "holds the same symbol twice");
  return symbols;
}

void read_text(const json& puzzle, const std::string& field, bool one_line, std::string& text) {
  const auto found = puzzle.find(field);
  if (found == puzzle.end()) return;
  if (!found->is_string()) fail(field, "is not a text");
  text = found->get<std::string>();
  if (one_line) text = one_line_of(std::move(text));
}

void read_count(const json& puzzle, const std::string& field, std::int64_t& count) {
  const auto found = puzzle.find(field);
  if (found == puzzle.end()) return;
  const auto number = whole(*found, 0, std::numeric_limits<std::int64_t>::max());
  if (!number) fail(field, "is not a whole number from 0");
  count = *number;
}

void read_rules(const json& puzzle, PuzzleDocument& document) {
  if (const auto found = puzzle.find("rules"); found != puzzle.end()) {
    bool known = false;
    for (const RuleKind kind : {RuleKind::classic, RuleKind::x, RuleKind::jigsaw})
      if (*found == to_string(kind)) {
        document.rules = kind;
        known = true;
      }
    if (!known) fail("rules", "is not \"classic\", \"x\" or \"jigsaw\"");
  }
  const auto regions = puzzle.find("regions");
  if ((regions != puzzle.end()) != (document.rules == RuleKind::jigsaw))
    throw FieldError("regions", "\"regions\" belong to the rules \"jigsaw\", and only to them");
  if (regions == puzzle.end()) return;
  document.regions = read_values(*regions, "regions", document.shape.n(), 1);
  for (std::uint8_t& region : document.regions) --region;
  try {
    (void)rules_of(document);
  } catch (const std::invalid_argument& error) {
    throw FieldError("regions", error.what());
  }
}

}  // namespace

PuzzleDocument document_of(const json& puzzle) {
  if (!puzzle.is_object()) throw FieldError("", "a puzzle that is no object");
  for (const auto& [field, value] : puzzle.items())
    if (std::find(kFields.begin(), kFields.end(), field) == kFields.end())
      throw FieldError(field, "the field \"" + field.substr(0, 40) + "\" is not known");
  PuzzleDocument document(read_shape(puzzle));
  const int n = document.shape.n();
  read_rules(puzzle, document);
  if (!puzzle.contains("givens")) throw FieldError("", "a puzzle without \"givens\"");
  document.givens = Grid(document.shape, read_values(puzzle["givens"], "givens", n, 0));
  if (const auto found = puzzle.find("entries"); found != puzzle.end())
    document.entries = Grid(document.shape, read_values(*found, "entries", n, 0));
  for (int cell = 0; cell < document.shape.cells(); ++cell)
    if (document.givens.at(cell) != 0 && document.entries.at(cell) != 0)
      fail("entries", cell_name(cell, n) + " holds a given already");
  if (const auto found = puzzle.find("marks"); found != puzzle.end())
    document.marks = read_marks(*found, n);
  if (const auto found = puzzle.find("symbols"); found != puzzle.end())
    document.symbols = read_symbols(*found, n);
  read_text(puzzle, "title", true, document.title);
  read_text(puzzle, "author", true, document.author);
  read_text(puzzle, "comment", false, document.comment);
  read_text(puzzle, "source", true, document.source);
  read_count(puzzle, "created_s", document.created_s);
  read_count(puzzle, "elapsed_ms", document.elapsed_ms);
  return document;
}

}  // namespace gridlens
