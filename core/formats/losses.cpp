#include "core/formats/losses.h"

#include <algorithm>

#include "core/puzzle/alphabet.h"

namespace gridlens {

namespace {

using Has = bool (*)(const PuzzleDocument& document);

struct Kind {
  const char* name;
  bool held;
  Has has;
};

bool has_marks(const PuzzleDocument& document) {
  return std::any_of(document.marks.begin(), document.marks.end(),
                     [](CellMarks marks) { return marks != 0; });
}

bool has_symbols(const PuzzleDocument& document) {
  return !document.symbols.empty() &&
         document.symbols != Alphabet{AlphabetKind::numerals, document.shape.n()}.symbols();
}

std::string of_puzzles(std::size_t count, std::size_t first, std::size_t all) {
  if (all == 1) return "";
  const std::string number = std::to_string(first);
  if (count == 1) return " of puzzle " + number;
  return " of " + std::to_string(count) + " puzzles, from puzzle " + number + " on";
}

}  // namespace

std::vector<std::string> losses_of(std::span<const PuzzleDocument> documents,
                                   const FormatHolds& holds) {
  using Document = const PuzzleDocument&;
  const std::vector<Kind> kinds = {
      {"the diagonals of the rules \"x\"", holds.diagonals,
       [](Document d) { return d.rules == RuleKind::x; }},
      {"the regions of the rules \"jigsaw\"", holds.regions,
       [](Document d) { return d.rules == RuleKind::jigsaw; }},
      {"entries", holds.entries, [](Document d) { return d.entries.count_filled() > 0; }},
      {"pencil marks", holds.marks, has_marks},
      {"the symbols", holds.symbols, has_symbols},
      {"the title", holds.title, [](Document d) { return !d.title.empty(); }},
      {"the author", holds.author, [](Document d) { return !d.author.empty(); }},
      {"the comment", holds.comment, [](Document d) { return !d.comment.empty(); }},
      {"the source", holds.source, [](Document d) { return !d.source.empty(); }},
      {"the date", holds.created, [](Document d) { return d.created_s != 0; }},
      {"the time spent", holds.elapsed, [](Document d) { return d.elapsed_ms != 0; }},
  };
  std::vector<std::string> losses;
  for (const Kind& kind : kinds) {
    if (kind.held) continue;
    std::size_t count = 0;
    std::size_t first = 0;
    for (std::size_t i = 0; i < documents.size(); ++i)
      if (kind.has(documents[i]) && count++ == 0) first = i + 1;
    if (count > 0) losses.push_back(kind.name + of_puzzles(count, first, documents.size()));
  }
  return losses;
}

}  // namespace gridlens
