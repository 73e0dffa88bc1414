#include <algorithm>
#include <cctype>
#include <optional>

#include "core/formats/line_reader.h"
#include "core/formats/puzzle_reader.h"
#include "core/formats/text_formats.h"
#include "core/puzzle/notation.h"

namespace gridlens {

namespace {

std::string trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return std::string(text);
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// A part of the file; "[State]" and what follows it.
struct Section {
  std::string name;  // lower case; empty: before the first one
  int heading = 0;   // its line, 1-based; 0: it has none
  std::string text;  // of the lines behind the heading
};

std::vector<Section> sections_of(std::string_view bytes) {
  std::vector<Section> sections(1);
  int number = 0;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    const std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    ++number;
    const std::string word = line.size() < 80 ? trimmed(line) : "";
    if (word.size() > 2 && word.front() == '[' && word.back() == ']')
      sections.push_back({lower(word.substr(1, word.size() - 2)), number, ""});
    else
      sections.back().text.append(line).append("\n");
  }
  return sections;
}

PuzzleDocument document_of(PuzzleLine puzzle) {
  PuzzleDocument document(puzzle.givens->shape());
  document.givens = std::move(*puzzle.givens);
  if (puzzle.entries) document.entries = std::move(*puzzle.entries);
  document.symbols = std::move(puzzle.symbols);
  return document;
}

std::vector<PuzzleDocument> puzzles_of(const Section& section) {
  LineReader lines(section.text, "the file");
  PuzzleReader reader(lines, {});
  std::vector<PuzzleDocument> documents;
  for (PuzzleLine puzzle; reader.next(puzzle);) {
    const auto number = static_cast<int>(puzzle.number) + section.heading;
    if (!puzzle.givens) throw FormatError(number, puzzle.error);
    if (documents.size() == kMaxPuzzles)
      throw FormatError(number, "more than " + std::to_string(kMaxPuzzles) + " puzzles");
    documents.push_back(document_of(std::move(puzzle)));
    puzzle = {};
  }
  if (!lines.error().empty()) throw FormatError(0, lines.error());
  return documents;
}

void add_line(std::string& text, const std::string& line) {
  text += (text.empty() ? "" : "\n") + line;
}

// One of SadMan's "#A..." lines. False where it is none, or, `strict`, may be a comment like
// "#Sudoku of the day".
bool take_word(std::string_view line, bool strict, PuzzleDocument& document) {
  if (line.size() < 3 || line[0] != '#') return false;
  const bool lower_case = line[2] >= 'a' && line[2] <= 'z';
  if (strict && lower_case && line[1] != 'U') return false;
  const std::string text = one_line_of(trimmed(line.substr(2)));
  if (text.empty()) return false;
  switch (line[1]) {
    case 'A':
      document.author = text;
      return true;
    case 'D':
      document.title = text;
      return true;
    case 'C':
      add_line(document.comment, text);
      return true;
    case 'S':
      document.source = text;
      return true;
    case 'B':
      add_line(document.comment, "Date: " + text);
      return true;
    case 'L':
      add_line(document.comment, "Level: " + text);
      return true;
    case 'U':
      add_line(document.comment, "Address: " + text);
      return true;
    default:
      return false;
  }
}

void take_words(const std::string& text, bool strict, PuzzleDocument& document) {
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
    take_word(line, strict, document);
  }
}

// The givens of "[Puzzle]", with what "[State]" has beside them.
PuzzleDocument read_sections(const std::vector<Section>& sections,
                             std::vector<std::string>& skipped) {
  std::optional<PuzzleDocument> document;
  const Section* state = nullptr;
  for (const Section& section : sections) {
    if (section.name.empty() || (section.name != "puzzle" && section.name != "state")) {
      if (!section.name.empty())
        skipped.push_back("line " + std::to_string(section.heading) + ": the section [" +
                          FormatError::printable(section.name) + "]");
      continue;
    }
    if (section.name == "state") {
      state = &section;
      continue;
    }
    if (document) throw FormatError(section.heading, "a second [Puzzle]");
    std::vector<PuzzleDocument> puzzles = puzzles_of(section);
    if (puzzles.size() != 1)
      throw FormatError(section.heading, "[Puzzle] has " + std::to_string(puzzles.size()) +
                                             " puzzles instead of one");
    document = std::move(puzzles.front());
  }
  if (!document) throw FormatError(0, "there is no [Puzzle]");
  if (state != nullptr) {
    const std::vector<PuzzleDocument> states = puzzles_of(*state);
    if (states.size() != 1 || states.front().shape != document->shape)
      throw FormatError(state->heading, "[State] is not one grid of the size of [Puzzle]");
    const int n = document->shape.n();
    for (int row = 0; row < n; ++row)
      for (int col = 0; col < n; ++col)
        if (document->givens.at(row, col) == 0)
          document->entries.set(row, col, states.front().givens.at(row, col));
  }
  for (const Section& section : sections) take_words(section.text, false, *document);
  return std::move(*document);
}

}  // namespace

std::vector<PuzzleDocument> read_text_puzzles(std::string_view bytes,
                                              std::vector<std::string>& skipped) {
  const std::vector<Section> sections = sections_of(bytes);
  if (sections.size() > 1) return {read_sections(sections, skipped)};
  std::vector<PuzzleDocument> documents = puzzles_of(sections.front());
  if (documents.empty()) throw FormatError(0, "the file holds no puzzle");
  if (documents.size() == 1) take_words(sections.front().text, true, documents.front());
  return documents;
}

}  // namespace gridlens
