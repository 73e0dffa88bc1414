#include "core/formats/puzzle_reader.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/puzzle/notation.h"

namespace gridlens {

namespace {

std::string square(size_t n) {
  return std::to_string(n) + "x" + std::to_string(n);
}

// Value of a cell in solve's own notation, -1 where it is none.
int value_in_notation(const std::string& cell, bool starred) {
  if (cell == "." || (starred && (cell == "*" || cell == "X" || cell == "x"))) return 0;
  if (cell.size() == 1 && cell[0] >= 'A' && cell[0] <= 'Z') return cell[0] - 'A' + 10;
  if (cell.size() == 1 && cell[0] >= 'a' && cell[0] <= 'z') return cell[0] - 'a' + 10;
  int value = -1;
  const char* const end = cell.data() + cell.size();
  const auto read = std::from_chars(cell.data(), end, value);
  return read.ec == std::errc{} && read.ptr == end && value <= Shape::kMaxN ? value : -1;
}

int value_in(const Alphabet& alphabet, const std::string& cell) {
  if (cell == ".") return 0;
  for (int value = 1; value <= alphabet.n; ++value)
    if (alphabet.symbol(value) == cell) return value;
  return -1;
}

// A line of so many symbols is a puzzle by itself.
bool is_puzzle_length(size_t cells) {
  return cells == 16 || cells == 25 || cells == 36;
}

}  // namespace

bool is_puzzle_text(const std::string& argument) {
  std::error_code error;
  if (argument == "-" || std::filesystem::exists(argument, error)) return false;
  const auto cells = std::count_if(argument.begin(), argument.end(), [](unsigned char c) {
    return std::isdigit(c) != 0 || c == '.' || c == '|' || std::isspace(c) != 0 || c == ',';
  });
  // A shorter one is a puzzle that lacks cells, unless it may be the name of a file.
  constexpr size_t kFewestCells = 16;
  const bool cells_only = !argument.empty() && static_cast<size_t>(cells) == argument.size();
  return (cells_only || argument.size() >= kFewestCells) &&
         argument.find('/') == std::string::npos &&
         2 * static_cast<size_t>(cells) >= argument.size();
}

bool PuzzleReader::take(Line& line) {
  if (ahead_.empty()) return lines_.next(line);
  line = std::move(ahead_.front());
  ahead_.pop_front();
  return true;
}

const PuzzleReader::Line* PuzzleReader::peek() {
  if (ahead_.empty()) {
    Line line;
    if (!lines_.next(line)) return nullptr;
    ahead_.push_back(std::move(line));
  }
  return &ahead_.front();
}

bool PuzzleReader::next(PuzzleLine& puzzle) {
  for (Line line; take(line);) {
    puzzle = {};
    if (line.too_long) {
      puzzle.error = "longer than " + std::to_string(LineReader::kMaxLength) + " characters";
      puzzle.number = line.number;
      return true;
    }
    // The name of an image may hold a #.
    if (auto heading = parse_heading(line.text)) {
      report_ = heading;
      continue;
    }
    if (line.text.find(kNoPuzzle) != std::string::npos) continue;
    const std::string_view part = puzzle_part(line.text);
    if (part.empty()) continue;
    bool found = false;
    if (report_ && read_report_line(part, puzzle, found)) {
      if (found) return true;
      continue;
    }
    if (read_grid(line, part, puzzle)) return true;
    puzzle = read_puzzle_line(line.text, wish_);
    puzzle.number = line.number;
    return true;
  }
  return false;
}

// True where the line belongs to `read`'s text; `found`: it gave a puzzle.
bool PuzzleReader::read_report_line(std::string_view part, PuzzleLine& puzzle, bool& found) {
  if (part == kGivensLine) {
    Line first;
    if (!take(first)) return true;
    const Block block = take_block(std::move(first));
    puzzle = puzzle_of_block(block, report_);
    if (puzzle.givens) read_entries(puzzle);
    found = true;
    return true;
  }
  if (part == kEntriesLine || part == kSolutionLine) {
    skip_rows();
    return true;
  }
  const std::string text = std::string(part) + " ";
  return text.starts_with(kDoubtful) || text.starts_with(kCheck) || text.starts_with(kHint);
}

// The block of what is handwritten, where it follows that of the givens.
void PuzzleReader::read_entries(PuzzleLine& puzzle) {
  const Line* ahead = peek();
  if (ahead == nullptr || puzzle_part(ahead->text) != kEntriesLine) return;
  Line line;
  take(line);
  if (!take(line)) return;
  PuzzleLine entries = puzzle_of_block(take_block(std::move(line)), report_);
  if (!entries.givens) return;
  const int n = puzzle.n;
  for (int cell = 0; cell < n * n; ++cell)
    if (puzzle.givens->at(cell) != 0) entries.givens->set(cell, 0);
  puzzle.entries = std::move(entries.givens);
}

void PuzzleReader::skip_rows() {
  Line first;
  if (take(first)) take_block(std::move(first));
}

// The rows and rules from `first` on that make up one grid, or as much of one as there is.
PuzzleReader::Block PuzzleReader::take_block(Line first) {
  Block block;
  block.number = first.number;
  for (Line line = std::move(first);;) {
    const std::string_view part = puzzle_part(line.text);
    if (is_grid_rule(part)) {
      block.starred = block.starred || part.front() == '*';
      block.rules.push_back(block.rows.size());
      block.framed = true;
    } else if (auto row = parse_grid_row(part)) {
      block.framed = block.framed || row->framed;
      block.rows.push_back(std::move(*row));
    }
    block.lines.push_back(std::move(line));
    const Line* ahead = peek();
    if (ahead == nullptr || ahead->too_long) break;
    const std::string_view next = puzzle_part(ahead->text);
    const bool full = !block.rows.empty() && block.rows.size() == block.rows[0].cells.size();
    if (block.rules.size() > 2 * Shape::kMaxN) break;  // no grid has so many
    if (is_grid_rule(next)) {
      // The rule under the last row; another one is the next grid's.
      if (full && !block.rules.empty() && block.rules.back() == block.rows.size()) break;
    } else {
      const auto row = full ? std::nullopt : parse_grid_row(next);
      if (!row || (!block.rows.empty() && row->cells.size() != block.rows[0].cells.size())) break;
    }
    take(line);
  }
  return block;
}

PuzzleLine PuzzleReader::puzzle_of_block(const Block& block,
                                         const std::optional<ReportHeading>& heading) const {
  PuzzleLine puzzle;
  puzzle.number = block.number;
  const size_t n = block.rows.empty() ? 0 : block.rows[0].cells.size();
  if (heading && static_cast<size_t>(heading->shape.n()) != n) {
    puzzle.error =
        "the givens of " + square(static_cast<size_t>(heading->shape.n())) + " cells do not follow";
    return puzzle;
  }
  if (block.rows.size() != n || n == 0) {
    puzzle.error = "a grid of " + std::to_string(n) + " columns with " +
                   std::to_string(block.rows.size()) + " rows";
    return puzzle;
  }
  puzzle.n = static_cast<int>(n);
  std::vector<std::uint8_t> values;
  for (size_t row = 0; row < n; ++row)
    for (size_t col = 0; col < n; ++col) {
      const std::string& cell = block.rows[row].cells[col];
      const int value =
          heading ? value_in(heading->alphabet, cell) : value_in_notation(cell, block.starred);
      if (value < 0 || value > puzzle.n) {
        puzzle.error = cell_name(static_cast<int>(row * n + col), puzzle.n) + " holds '" +
                       cell.substr(0, 20) + "', which is no symbol of a " + square(n) + " board";
        return puzzle;
      }
      values.push_back(static_cast<std::uint8_t>(value));
    }
  if (heading && heading->alphabet.kind != AlphabetKind::numerals)
    puzzle.symbols = heading->alphabet.symbols();
  if (heading)
    set_shape(puzzle, wish_, heading->shape);
  else
    set_shape(puzzle, wish_, std::nullopt,
              block.framed ? framed_shape(block.rows, block.rules) : std::nullopt);
  if (puzzle.error.empty()) puzzle.givens.emplace(*puzzle.shape, std::move(values));
  return puzzle;
}

// A grid over several lines that begins with `first`; false where none does.
bool PuzzleReader::read_grid(const Line& first, std::string_view part, PuzzleLine& puzzle) {
  const bool rule = is_grid_rule(part);
  const auto row = rule ? std::nullopt : parse_grid_row(part);
  if (!rule && (!row || (!row->framed && is_puzzle_length(row->cells.size())))) return false;
  const Block block = take_block(first);
  const bool whole = !block.rows.empty() && block.rows.size() == block.rows[0].cells.size();
  if (!whole && !block.framed) {
    // Not a grid: each line speaks for itself.
    ahead_.insert(ahead_.begin(), block.lines.begin() + 1, block.lines.end());
    return false;
  }
  puzzle = puzzle_of_block(block, std::nullopt);
  return true;
}

}  // namespace gridlens
