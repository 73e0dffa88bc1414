#include <pugixml.hpp>

#include "core/formats/losses.h"
#include "core/formats/xml_file.h"
#include "core/formats/xml_formats.h"

namespace gridlens {

namespace {

constexpr int kMaxWrittenOrder = 25;

class KSudokuWriter {
 public:
  explicit KSudokuWriter(const PuzzleDocument& document)
      : document_(document), n_(document.shape.n()) {}

  std::string write() {
    pugi::xml_document xml;
    xml.append_child(pugi::node_doctype).set_value("ksudoku");
    pugi::xml_node game = xml.append_child("ksudoku").append_child("game");
    game.append_attribute("had-help") = 0;
    pugi::xml_node puzzle = game.append_child("puzzle");
    write_graph(puzzle.append_child("graph"));
    std::string values;
    for (int index = 0; index < n_ * n_; ++index) {
      const int value = document_.givens.at(index % n_, index / n_);
      values += value == 0 ? '_' : static_cast<char>('a' + value);
    }
    puzzle.append_child("values").text().set(values.c_str());
    write_history(game.append_child("history"));
    return xml_text(xml);
  }

  // Marks are the game's only in empty cells.
  bool marks_left_out = false;

 private:
  void write_graph(pugi::xml_node graph) const {
    const bool square = document_.shape.box_rows == document_.shape.box_cols;
    const bool simple = document_.rules == RuleKind::classic && square;
    graph.append_attribute("order") = n_;
    graph.append_attribute("type") = simple ? "sudoku" : "custom";
    graph.append_attribute("specific-type") = document_.rules == RuleKind::x        ? "XSudoku"
                                              : document_.rules == RuleKind::jigsaw ? "Jigsaw"
                                                                                    : "Plain";
    if (simple) return;
    // Rows and columns are the first units of all rules; square boxes need no list either.
    const bool blocks = square && document_.rules != RuleKind::jigsaw;
    const Rules rules = rules_of(document_);
    const auto first = static_cast<std::size_t>(blocks ? 3 * n_ : 2 * n_);
    graph.append_attribute("name") = to_string(document_.rules);
    graph.append_attribute("ncliques") = static_cast<int>(rules.units.size());
    graph.append_attribute("sizeX") = n_;
    graph.append_attribute("sizeY") = n_;
    graph.append_attribute("sizeZ") = 1;
    pugi::xml_node groups = graph.append_child("sudokugroups");
    groups.append_attribute("at") = 0;
    groups.append_attribute("withblocks") = blocks ? 1 : 0;
    for (std::size_t unit = first; unit < rules.units.size(); ++unit) {
      pugi::xml_node clique = graph.append_child("clique");
      clique.append_attribute("size") = n_;
      std::string cells;
      for (const int cell : rules.units[unit].cells)
        cells.append(std::to_string(cell % n_ * n_ + cell / n_)).append(" ");
      clique.text().set(cells.c_str());
    }
  }

  void write_history(pugi::xml_node history) {
    for (int index = 0; index < n_ * n_; ++index) {
      const int row = index % n_;
      const int col = index / n_;
      const int entry = document_.entries.at(row, col);
      const CellMarks marks =
          document_.marks.empty() ? 0 : document_.marks[static_cast<std::size_t>(row * n_ + col)];
      const bool filled = entry != 0 || document_.givens.at(row, col) != 0;
      marks_left_out = marks_left_out || (filled && marks != 0);
      if (entry == 0 && (filled || marks == 0)) continue;
      pugi::xml_node event = history.append_child("simple-event");
      event.append_attribute("index") = index;
      if (entry != 0) {
        event.append_attribute("value") = entry;
        continue;
      }
      std::string bits;
      for (int value = 0; value < n_; ++value) bits += (marks >> value & 1) != 0 ? '1' : '0';
      event.append_attribute("markers") = bits.c_str();
    }
  }

  const PuzzleDocument& document_;
  int n_;
};

}  // namespace

WrittenPuzzles write_ksudoku(std::span<const PuzzleDocument> documents) {
  if (documents.size() != 1)
    throw FormatError(0, ".ksudoku holds one puzzle, not " + std::to_string(documents.size()));
  const Shape shape = documents.front().shape;
  const std::string n = std::to_string(shape.n());
  if (shape.n() > kMaxWrittenOrder)
    throw FormatError(0, ".ksudoku holds boards up to 25x25, not " + n + "x" + n);
  if (shape.box_rows == 1 && documents.front().rules != RuleKind::jigsaw)
    throw FormatError(0, ".ksudoku holds no board without boxes");
  FormatHolds holds;
  holds.entries = holds.marks = holds.diagonals = holds.regions = true;
  WrittenPuzzles written{"", losses_of(documents, holds)};
  KSudokuWriter writer(documents.front());
  written.bytes = writer.write();
  if (writer.marks_left_out) written.lost.emplace_back("pencil marks in filled cells");
  return written;
}

}  // namespace gridlens
