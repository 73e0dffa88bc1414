#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <string_view>
#include <system_error>

#include "core/formats/losses.h"
#include "core/formats/xml_dialects.h"
#include "core/formats/xml_formats.h"
#include "core/puzzle/notation.h"

namespace gridlens {

namespace {

constexpr std::int64_t kMostMs = std::numeric_limits<std::int64_t>::max();
constexpr const char* kNamelessFolder = "GridLens";
constexpr int kN = 9;
constexpr int kCells = kN * kN;

// What "version: V" in front of the cells says: the fields of each cell, separated by bars.
struct CellFields {
  int count = 0;
  int marks = 1;
  int other_marks = 0;  // 0: there are none
  int editable = 0;
};

CellFields fields_of(int version) {
  switch (version) {
    case 1:
    case 2:
    case 3:
      return {3, 1, 0, 2};
    case 4:
      return {4, 1, 2, 3};
    case 5:  // the fourth is a colour
      return {5, 1, 2, 4};
    default:
      return {};
  }
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('|'), text.size());
    if (end > 0) words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

int number_of(std::string_view text, int most) {
  int value = -1;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = read.ec == std::errc{} && read.ptr == text.data() + text.size();
  return whole && value >= 0 && value <= most ? value : -1;
}

class GameReader {
 public:
  GameReader(const XmlFile& file, const pugi::xml_node& game, bool& other_marks)
      : file_(file), game_(game), other_marks_(other_marks) {}

  void read(std::string_view data, PuzzleDocument& document) {
    constexpr std::string_view kOpenSudokuVersion = "version:";
    if (!data.starts_with(kOpenSudokuVersion)) {
      read_plain(data, document);
      return;
    }
    data.remove_prefix(kOpenSudokuVersion.size());
    data.remove_prefix(std::min(data.find_first_not_of(' '), data.size()));
    const std::size_t digits = std::min(data.find_first_not_of("0123456789"), data.size());
    const std::string version(data.substr(0, digits));
    data.remove_prefix(digits);
    while (!data.empty() && std::strchr(" \t\r\n", data.front()) != nullptr) data.remove_prefix(1);
    while (!data.empty() && std::strchr(" \t\r\n", data.back()) != nullptr) data.remove_suffix(1);
    const int number = number_of(version, 1000);
    const CellFields fields = fields_of(number);
    if (fields.count == 0)
      fail("version " + FormatError::printable(version, 20) + " of the cells is not known");
    const std::vector<std::string_view> words = split(data);
    if (words.size() != static_cast<std::size_t>(kCells * fields.count))
      fail("data of " + std::to_string(words.size()) + " fields instead of " +
           std::to_string(kCells * fields.count));
    for (int cell = 0; cell < kCells; ++cell)
      read_cell(cell, &words[static_cast<std::size_t>(cell * fields.count)], fields, number == 1,
                document);
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const { file_.fail(game_, reason); }

  void read_plain(std::string_view data, PuzzleDocument& document) {
    const PuzzleText puzzle = parse_puzzle(data);
    if (!puzzle.error.empty()) fail("data: " + puzzle.error);
    if (puzzle.n != kN) fail("data: not a 9x9 board");
    document.givens = Grid(document.shape, puzzle.values);
  }

  void read_cell(int cell, const std::string_view* words, const CellFields& fields, bool listed,
                 PuzzleDocument& document) {
    const int value = number_of(words[0], kN);
    const std::string_view editable = words[fields.editable];
    if (value < 0) fail("data: " + cell_name(cell, kN) + " is not a digit");
    if (editable != "0" && editable != "1")
      fail("data: " + cell_name(cell, kN) + " is neither a given nor none");
    const CellMarks marks = marks_of(cell, words[fields.marks], listed);
    if (fields.other_marks > 0 && marks_of(cell, words[fields.other_marks], false) != 0)
      other_marks_ = true;
    (editable == "0" ? document.givens : document.entries).set(cell, value);
    if (marks == 0) return;
    document.marks.resize(kCells, 0);
    document.marks[static_cast<std::size_t>(cell)] = marks;
  }

  // "3,5,": the values themselves; else their bits as a number.
  CellMarks marks_of(int cell, std::string_view text, bool listed) const {
    const std::string wrong = "data: the notes of " + cell_name(cell, kN) + " are malformed";
    if (text == "-") return 0;
    if (!listed) {
      const int bits = number_of(text, (1 << kN) - 1);
      if (bits < 0) fail(wrong);
      return static_cast<CellMarks>(bits);
    }
    CellMarks marks = 0;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find(','), text.size());
      const int value = number_of(text.substr(0, end), kN);
      if (value < 1) fail(wrong);
      marks |= CellMarks{1} << (value - 1);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return marks;
  }

  const XmlFile& file_;
  const pugi::xml_node& game_;
  bool& other_marks_;
};

// Version 1 tells of the whole file what the later ones tell of each game.
void read_words(const pugi::xml_node& root, PuzzleDocument& document) {
  document.title = one_line_of(root.child("name").text().get());
  document.author = one_line_of(root.child("author").text().get());
  document.source = one_line_of(root.child("source").text().get());
  for (const char* name : {"description", "comment", "level", "sourceURL"}) {
    const std::string text = root.child(name).text().get();
    if (!text.empty()) document.comment += (document.comment.empty() ? "" : "\n") + text;
  }
}

pugi::xml_attribute first_of(const pugi::xml_node& node, const char* name, const char* later_name) {
  const pugi::xml_attribute found = node.attribute(name);
  return found ? found : node.attribute(later_name);
}

std::string data_of(const PuzzleDocument& document) {
  const bool marked = std::any_of(document.marks.begin(), document.marks.end(),
                                  [](CellMarks marks) { return marks != 0; });
  std::string data;
  if (!marked && document.entries.count_filled() == 0) {
    data = format_puzzle(document.givens);
    std::replace(data.begin(), data.end(), '.', '0');
    return data;
  }
  data = "version: 3\n";
  for (int cell = 0; cell < kCells; ++cell) {
    const int given = document.givens.at(cell);
    const int entry = document.entries.at(cell);
    const CellMarks marks =
        document.marks.empty() ? 0 : document.marks[static_cast<std::size_t>(cell)];
    data.append(std::to_string(given != 0 ? given : entry)).append("|");
    data.append(std::to_string(marks)).append(given != 0 ? "|0|" : "|1|");
  }
  return data;
}

// 0 in play, 1 not begun, 2 finished.
int state_of(const PuzzleDocument& document) {
  const int filled = document.givens.count_filled() + document.entries.count_filled();
  if (filled == kCells) return 2;
  return document.entries.count_filled() > 0 || document.elapsed_ms > 0 ? 0 : 1;
}

}  // namespace

std::vector<PuzzleDocument> read_opensudoku(const XmlFile& file,
                                            std::vector<std::string>& skipped) {
  std::vector<PuzzleDocument> documents;
  bool other_marks = false;
  bool moves = false;
  const auto read_game = [&](const pugi::xml_node& game, const std::string& folder) {
    PuzzleDocument document;
    if (folder.empty()) read_words(file.root(), document);
    if (folder != kNamelessFolder && !folder.empty()) document.title = one_line_of(folder);
    const pugi::xml_attribute data = first_of(game, "data", "cells_data");
    if (!data) file.fail(game, "a game without data");
    GameReader(file, game, other_marks).read(data.value(), document);
    const std::string note = first_of(game, "note", "user_note").value();
    if (!note.empty()) document.comment = note;
    document.created_s = file.number(game, "created", 0, 0, kMostMs) / 1000;
    document.elapsed_ms = file.number(game, "time", 0, 0, kMostMs);
    moves = moves || *game.attribute("command_stack").value() != '\0';
    documents.push_back(std::move(document));
  };
  for (const pugi::xml_node& child : file.root().children()) {
    if (std::strcmp(child.name(), "game") == 0) read_game(child, "");
    if (std::strcmp(child.name(), "folder") != 0) continue;
    for (const pugi::xml_node& game : child.children("game"))
      read_game(game, child.attribute("name").value());
  }
  if (documents.empty()) throw FormatError(file.line_of(file.root()), "the file holds no game");
  if (other_marks) skipped.emplace_back("the second kind of pencil marks");
  if (moves) skipped.emplace_back("the moves that led to the entries");
  return documents;
}

WrittenPuzzles write_opensudoku(std::span<const PuzzleDocument> documents) {
  for (const PuzzleDocument& document : documents)
    if (document.shape != Shape{3, 3})
      throw FormatError(0, ".opensudoku holds 9x9 boards with 3x3 boxes only");
  FormatHolds holds;
  holds.entries = holds.marks = holds.title = holds.comment = holds.created = holds.elapsed = true;
  pugi::xml_document xml;
  pugi::xml_node declaration = xml.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node root = xml.append_child("opensudoku");
  root.append_attribute("version") = "2";
  pugi::xml_node folder;
  for (const PuzzleDocument& document : documents) {
    const std::string title = document.title.empty() ? kNamelessFolder : document.title;
    if (!folder || folder.attribute("name").value() != title) {
      folder = root.append_child("folder");
      folder.append_attribute("name") = title.c_str();
    }
    pugi::xml_node game = folder.append_child("game");
    if (document.created_s != 0)
      game.append_attribute("created") = static_cast<long long>(document.created_s) * 1000;
    game.append_attribute("state") = state_of(document);
    game.append_attribute("time") = static_cast<long long>(document.elapsed_ms);
    game.append_attribute("data") = data_of(document).c_str();
    if (!document.comment.empty()) game.append_attribute("note") = document.comment.c_str();
  }
  return {xml_text(xml), losses_of(documents, holds)};
}

}  // namespace gridlens
