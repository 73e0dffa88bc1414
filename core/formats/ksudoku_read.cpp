#include <algorithm>
#include <charconv>
#include <cstring>
#include <set>
#include <system_error>

#include "core/formats/xml_dialects.h"
#include "core/formats/xml_formats.h"
#include "core/puzzle/notation.h"

namespace gridlens {

namespace {

constexpr int kMaxOrder = 25;  // 'b' to 'z'

// A set of row-major cells.
using Group = std::set<int>;

// KSudoku counts cells down the columns.
int row_major(int cell, int n) {
  return cell % n * n + cell / n;
}

class KSudokuReader {
 public:
  KSudokuReader(const XmlFile& file, std::vector<std::string>& skipped)
      : file_(file), skipped_(skipped) {}

  PuzzleDocument read() {
    const pugi::xml_node game = file_.root().child("game");
    if (!game) file_.fail(file_.root(), "no <game>");
    const pugi::xml_node puzzle = game.child("puzzle");
    if (!puzzle) file_.fail(game, "no <puzzle>");
    const pugi::xml_node graph = puzzle.child("graph");
    if (!graph) file_.fail(puzzle, "no <graph>");
    n_ = static_cast<int>(file_.number(graph, "order", 0, 4, kMaxOrder));
    if (n_ == 0) file_.fail(graph, "no order");
    PuzzleDocument document = read_rules(graph);
    read_values(puzzle, document);
    read_history(game.child("history"), document);
    return document;
  }

 private:
  PuzzleDocument read_rules(const pugi::xml_node& graph) {
    const std::string type = graph.attribute("type").value();
    if (type == "sudoku") {
      const Shape shape = squarest_shape(n_);
      if (shape.box_rows != shape.box_cols)
        file_.fail(graph, "order " + std::to_string(n_) + " has no square boxes");
      return PuzzleDocument(shape);
    }
    if (type != "custom")
      file_.fail(graph,
                 "boards of the type \"" + FormatError::printable(type, 20) + "\" are not read");
    const auto size = [&](const char* name) { return file_.number(graph, name, 0, 0, 1000); };
    if (size("sizeX") != n_ || size("sizeY") != n_ || size("sizeZ") != 1)
      file_.fail(graph, "a board that is no square of its order");
    return read_groups(graph);
  }

  PuzzleDocument read_groups(const pugi::xml_node& graph) {
    std::vector<Group> groups;
    bool rows_known = false;
    bool boxes = false;
    for (const pugi::xml_node& child : graph.children()) {
      if (child.type() != pugi::node_element) continue;
      const std::string name = child.name();
      if (name == "clique") {
        groups.push_back(read_clique(child));
      } else if (name == "sudokugroups" && file_.number(child, "at", 0, 0, 1'000'000) == 0) {
        rows_known = true;
        boxes = boxes || std::strcmp(child.attribute("withblocks").as_string("1"), "1") == 0;
      } else {
        file_.fail(child, "<" + FormatError::printable(name, 20) + "> is not read");
      }
      if (groups.size() > static_cast<std::size_t>(4 * kMaxOrder))
        file_.fail(child, "more groups than a board has");
    }
    const std::size_t lines = take_lines(groups);
    if (!rows_known && lines != static_cast<std::size_t>(2 * n_))
      file_.fail(graph, "not all rows and columns are groups");
    const bool diagonals = take_diagonals(groups);
    if (boxes && groups.empty()) return classic(graph, squarest_shape(n_), diagonals);
    if (boxes || groups.size() != static_cast<std::size_t>(n_))
      file_.fail(graph, "rules that are not known");
    for (const Shape shape : possible_shapes(n_))
      if (groups_of(classic_rules(shape), 2 * n_) == std::set<Group>(groups.begin(), groups.end()))
        return classic(graph, shape, diagonals);
    return jigsaw(graph, groups, diagonals);
  }

  PuzzleDocument classic(const pugi::xml_node& graph, Shape shape, bool diagonals) const {
    if (shape.box_rows == 1) file_.fail(graph, "order " + std::to_string(n_) + " has no boxes");
    PuzzleDocument document(shape);
    if (diagonals) document.rules = RuleKind::x;
    return document;
  }

  PuzzleDocument jigsaw(const pugi::xml_node& graph, const std::vector<Group>& groups,
                        bool diagonals) const {
    if (diagonals) file_.fail(graph, "regions with diagonals are not read");
    PuzzleDocument document(squarest_shape(n_));
    document.rules = RuleKind::jigsaw;
    document.regions.assign(static_cast<std::size_t>(n_ * n_), 0);
    for (std::size_t region = 0; region < groups.size(); ++region)
      for (const int cell : groups[region])
        document.regions[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(region);
    try {
      (void)rules_of(document);
    } catch (const std::invalid_argument& error) {
      file_.fail(graph, error.what());
    }
    return document;
  }

  // The units of the rules from the one of that index on.
  static std::set<Group> groups_of(const Rules& rules, int from) {
    std::set<Group> groups;
    for (std::size_t unit = static_cast<std::size_t>(from); unit < rules.units.size(); ++unit)
      groups.emplace(rules.units[unit].cells.begin(), rules.units[unit].cells.end());
    return groups;
  }

  // Removes rows and columns and says how many there were.
  std::size_t take_lines(std::vector<Group>& groups) const {
    const std::set<Group> lines = groups_of(rows_and_columns(squarest_shape(n_)), 0);
    std::set<Group> found;
    std::erase_if(groups, [&](const Group& group) {
      if (lines.count(group) > 0) found.insert(group);
      return lines.count(group) > 0;
    });
    return found.size();
  }

  bool take_diagonals(std::vector<Group>& groups) const {
    Group down;
    Group up;
    for (int i = 0; i < n_; ++i) {
      down.insert(i * n_ + i);
      up.insert(i * n_ + n_ - 1 - i);
    }
    const auto has = [&](const Group& group) {
      return std::find(groups.begin(), groups.end(), group) != groups.end();
    };
    if (!has(down) || !has(up)) return false;
    std::erase_if(groups, [&](const Group& group) { return group == down || group == up; });
    return true;
  }

  Group read_clique(const pugi::xml_node& clique) const {
    Group cells;
    const std::string_view text = clique.text().get();
    const char* at = text.data();
    const char* const end = at + text.size();
    while (true) {
      while (at != end && std::strchr(" \t\r\n", *at) != nullptr) ++at;
      if (at == end) break;
      int cell = -1;
      const auto read = std::from_chars(at, end, cell);
      if (read.ec != std::errc{} || cell < 0 || cell >= n_ * n_)
        file_.fail(clique, "a group with what is no cell");
      cells.insert(row_major(cell, n_));
      at = read.ptr;
    }
    if (cells.size() != static_cast<std::size_t>(n_))
      file_.fail(clique, "a group of " + std::to_string(cells.size()) + " cells instead of " +
                             std::to_string(n_));
    return cells;
  }

  void read_values(const pugi::xml_node& puzzle, PuzzleDocument& document) const {
    const pugi::xml_node values = puzzle.child("values");
    if (!values) file_.fail(puzzle, "no <values>");
    const std::string text = values.text().get();
    if (text.size() != static_cast<std::size_t>(n_ * n_))
      file_.fail(values,
                 std::to_string(text.size()) + " values instead of " + std::to_string(n_ * n_));
    for (std::size_t i = 0; i < text.size(); ++i) {
      const int cell = row_major(static_cast<int>(i), n_);
      const int value = text[i] == '_' ? 0 : text[i] - 'a';
      if (value < 0 || value > n_ || (value == 0 && text[i] != '_'))
        file_.fail(values, cell_name(cell, n_) + " is no symbol of the board");
      document.givens.set(cell, value);
    }
  }

  // The entries and marks that are left at the end of the moves.
  void read_history(const pugi::xml_node& history, PuzzleDocument& document) const {
    bool unread = false;
    for (const pugi::xml_node& event : history.children()) {
      if (event.type() != pugi::node_element) continue;
      if (std::strcmp(event.name(), "simple-event") != 0) {
        unread = true;
        continue;
      }
      const std::int64_t index = file_.number(event, "index", -1, 0, n_ * n_ - 1);
      if (index < 0) file_.fail(event, "a move without its cell");
      const int cell = row_major(static_cast<int>(index), n_);
      if (document.givens.at(cell) != 0) continue;
      const auto value = static_cast<int>(file_.number(event, "value", 0, 0, n_));
      document.entries.set(cell, value);
      const std::string_view bits = event.attribute("markers").value();
      if (bits.size() > static_cast<std::size_t>(n_))
        file_.fail(event, "more markers than the board has values");
      CellMarks marks = 0;
      for (std::size_t bit = 0; bit < bits.size(); ++bit)
        if (bits[bit] != '0') marks |= CellMarks{1} << bit;
      if (marks != 0) document.marks.resize(static_cast<std::size_t>(n_ * n_), 0);
      if (!document.marks.empty()) document.marks[static_cast<std::size_t>(cell)] = marks;
    }
    if (unread) skipped_.emplace_back("moves of several cells at once");
  }

  const XmlFile& file_;
  std::vector<std::string>& skipped_;
  int n_ = 0;
};

}  // namespace

PuzzleDocument read_ksudoku(const XmlFile& file, std::vector<std::string>& skipped) {
  return KSudokuReader(file, skipped).read();
}

bool looks_like_xml(std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && bytes[first] == '<';
}

std::vector<PuzzleDocument> read_xml_puzzles(std::string_view bytes,
                                             std::vector<std::string>& skipped) {
  const XmlFile file(bytes);
  const std::string root = file.root().name();
  if (root == "opensudoku") return read_opensudoku(file, skipped);
  if (root == "ksudoku") return {read_ksudoku(file, skipped)};
  throw FormatError(file.line_of(file.root()), "XML of another kind: <" +
                                                   FormatError::printable(root, 40) +
                                                   "> is neither <opensudoku> nor <ksudoku>");
}

}  // namespace gridlens
