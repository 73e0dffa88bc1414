#include <algorithm>

#include "core/formats/grid_text.h"
#include "core/formats/losses.h"
#include "core/formats/report_text.h"
#include "core/formats/text_formats.h"
#include "core/puzzle/notation.h"

namespace gridlens {

namespace {

// Throws where a document is not 9x9 with 3x3 boxes.
void require_nine(std::span<const PuzzleDocument> documents, const std::string& format) {
  for (std::size_t i = 0; i < documents.size(); ++i) {
    const Shape shape = documents[i].shape;
    if (shape == Shape{3, 3}) continue;
    const std::string n = std::to_string(shape.n());
    throw FormatError(0, format + " holds 9x9 boards with 3x3 boxes only; puzzle " +
                             std::to_string(i + 1) + " is " + n + "x" + n + ", boxes " +
                             shape.to_string());
  }
}

void require_one(std::span<const PuzzleDocument> documents, const std::string& format) {
  if (documents.size() != 1)
    throw FormatError(0, format + " holds one puzzle, not " + std::to_string(documents.size()));
}

std::string rows_of(const Grid& grid) {
  std::string text;
  const std::string line = format_puzzle(grid);
  const auto n = static_cast<std::size_t>(grid.n());
  for (std::size_t row = 0; row < n; ++row) text.append(line, row * n, n).append("\n");
  return text;
}

void add_words(std::string& text, char letter, std::string words) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find('\n'), words.size());
    text.append("#").append(1, letter).append(one_line_of(words.substr(0, end))).append("\n");
    words.erase(0, end + 1);
  }
}

// How the board is printed; numerals where its symbols are none of the known alphabets.
Alphabet alphabet_of(const PuzzleDocument& document) {
  for (const Alphabet& alphabet : possible_alphabets(document.shape.n()))
    if (alphabet.symbols() == document.symbols) return alphabet;
  return {AlphabetKind::numerals, document.shape.n()};
}

}  // namespace

WrittenPuzzles write_lines(std::span<const PuzzleDocument> documents) {
  WrittenPuzzles written{"", losses_of(documents, {})};
  for (const PuzzleDocument& document : documents)
    written.bytes.append(format_puzzle_line(document.givens)).append("\n");
  return written;
}

WrittenPuzzles write_grids(std::span<const PuzzleDocument> documents) {
  FormatHolds holds;
  holds.entries = true;
  holds.symbols = std::all_of(documents.begin(), documents.end(), [](const auto& document) {
    return document.symbols.empty() || alphabet_of(document).symbols() == document.symbols;
  });
  WrittenPuzzles written{"", losses_of(documents, holds)};
  std::size_t number = 0;
  for (const PuzzleDocument& document : documents) {
    const Alphabet alphabet = alphabet_of(document);
    written.bytes += number > 0 ? "\n" : "";
    written.bytes += format_heading("puzzle " + std::to_string(++number),
                                    {document.shape, alphabet}, "a puzzle") +
                     "\n";
    written.bytes.append(kGivensLine).append("\n").append(grid_text(document.givens, alphabet));
    if (document.entries.count_filled() > 0)
      written.bytes.append(kEntriesLine).append("\n").append(grid_text(document.entries, alphabet));
  }
  return written;
}

WrittenPuzzles write_sdm(std::span<const PuzzleDocument> documents) {
  require_nine(documents, ".sdm");
  WrittenPuzzles written{"", losses_of(documents, {})};
  for (const PuzzleDocument& document : documents) {
    std::string line = format_puzzle(document.givens);
    std::replace(line.begin(), line.end(), '.', '0');
    written.bytes.append(line).append("\n");
  }
  return written;
}

WrittenPuzzles write_sdk(std::span<const PuzzleDocument> documents) {
  require_one(documents, ".sdk");
  require_nine(documents, ".sdk");
  const PuzzleDocument& document = documents.front();
  FormatHolds holds;
  holds.entries = holds.title = holds.author = holds.comment = holds.source = true;
  WrittenPuzzles written{"", losses_of(documents, holds)};
  add_words(written.bytes, 'A', one_line_of(document.author));
  add_words(written.bytes, 'D', one_line_of(document.title));
  add_words(written.bytes, 'C', document.comment);
  add_words(written.bytes, 'S', one_line_of(document.source));
  const bool entries = document.entries.count_filled() > 0;
  if (entries || !written.bytes.empty()) written.bytes += "[Puzzle]\n";
  written.bytes += rows_of(document.givens);
  if (entries)
    written.bytes += "[State]\n" + rows_of(document.givens.filled_from(document.entries));
  return written;
}

WrittenPuzzles write_ss(std::span<const PuzzleDocument> documents) {
  require_one(documents, ".ss");
  require_nine(documents, ".ss");
  WrittenPuzzles written{"*-----------*\n", losses_of(documents, {})};
  const std::string line = format_puzzle(documents.front().givens);
  for (std::size_t row = 0; row < 9; ++row) {
    if (row == 3 || row == 6) written.bytes += "|---+---+---|\n";
    for (std::size_t box = 0; box < 3; ++box)
      written.bytes.append("|").append(line, row * 9 + box * 3, 3);
    written.bytes += "|\n";
  }
  written.bytes += "*-----------*\n";
  return written;
}

}  // namespace gridlens
