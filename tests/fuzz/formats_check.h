#pragma once

#include <cstdlib>
#include <string_view>
#include <vector>

#include "core/formats/formats.h"
#include "core/puzzle/notation.h"

namespace gridlens {

// Feeds any bytes to the readers of puzzle files and aborts where one of their promises is broken.
inline void check_formats(std::string_view bytes) {
  const auto promise = [](bool kept) {
    if (!kept) std::abort();
  };
  std::vector<PuzzleDocument> documents;
  std::vector<std::string> skipped;
  try {
    documents = read_puzzles(bytes, &skipped);
  } catch (const FormatError& error) {
    promise(error.what()[0] != '\0');
    for (const char* c = error.what(); *c != '\0'; ++c) promise(*c >= ' ' && *c <= '~');
    return;
  }
  promise(!documents.empty());
  for (const std::string& part : skipped)
    for (const char c : part) promise(c >= ' ' && c <= '~');
  for (const PuzzleDocument& document : documents) {
    const int n = document.shape.n();
    promise(parse_shape(document.shape.to_string()).has_value());
    for (int cell = 0; cell < n * n; ++cell) {
      const int given = document.givens.at(cell);
      const int entry = document.entries.at(cell);
      promise(given <= n && entry <= n && (given == 0 || entry == 0));
    }
    (void)rules_of(document);
  }
  // Our own format holds all of it, but for bytes that are no text.
  const WrittenPuzzles written = write_puzzles(documents, FormatKind::json);
  const std::vector<PuzzleDocument> again = read_puzzles(written.bytes);
  promise(again.size() == documents.size() && (!written.lost.empty() || again == documents));
  for (const PuzzleFormat& format : puzzle_formats()) {
    if (format.kind == FormatKind::json) continue;
    try {
      const WrittenPuzzles other = write_puzzles(documents, format.kind);
      promise(read_puzzles(other.bytes).size() == documents.size());
    } catch (const FormatError& error) {
      promise(error.line() == 0);  // the format cannot hold them; what it writes is never malformed
    }
  }
}

}  // namespace gridlens
