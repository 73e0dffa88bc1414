#include "core/formats/formats.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>

#include "core/formats/json_format.h"
#include "core/formats/text_formats.h"
#include "core/formats/xml_formats.h"

namespace gridlens {

namespace {

constexpr std::array kFormats{
    PuzzleFormat{FormatKind::json, "json", ".json", true,
                 "GridLens' own: entries, marks, rules, times, words"},
    PuzzleFormat{FormatKind::lines, "txt", ".txt", true, "one puzzle a line"},
    PuzzleFormat{FormatKind::grid, "grid", ".grid", true, "framed grids over several lines"},
    PuzzleFormat{FormatKind::sdk, "sdk", ".sdk", true, "SadMan Sudoku: one 9x9 puzzle"},
    PuzzleFormat{FormatKind::sdm, "sdm", ".sdm", true, "81 digits a line"},
    PuzzleFormat{FormatKind::ss, "ss", ".ss", true, "Simple Sudoku: one 9x9 puzzle"},
    PuzzleFormat{FormatKind::opensudoku, "opensudoku", ".opensudoku", true,
                 "OpenSudoku: 9x9 puzzles, entries, marks, times"},
    PuzzleFormat{FormatKind::ksudoku, "ksudoku", ".ksudoku", true,
                 "KSudoku: one puzzle up to 25x25, rules, entries, marks"},
};

// A document whose parts do not fit each other is the caller's error.
void check_parts(const PuzzleDocument& document) {
  const auto cells = static_cast<std::size_t>(document.shape.cells());
  const auto n = static_cast<std::size_t>(document.shape.n());
  const bool fits = document.givens.shape() == document.shape &&
                    document.entries.shape() == document.shape &&
                    (document.marks.empty() || document.marks.size() == cells) &&
                    (document.symbols.empty() || document.symbols.size() == n);
  if (!fits) throw std::invalid_argument("a puzzle whose parts are not of its shape");
  (void)rules_of(document);
}

}  // namespace

std::span<const PuzzleFormat> puzzle_formats() {
  return kFormats;
}

const PuzzleFormat* find_puzzle_format(std::string_view name) {
  const auto found = std::find_if(kFormats.begin(), kFormats.end(),
                                  [&](const PuzzleFormat& format) { return format.name == name; });
  return found == kFormats.end() ? nullptr : &*found;
}

const PuzzleFormat* puzzle_format_of(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto found =
      std::find_if(kFormats.begin(), kFormats.end(),
                   [&](const PuzzleFormat& format) { return format.ending == ending; });
  return found == kFormats.end() ? nullptr : &*found;
}

std::vector<PuzzleDocument> read_puzzles(std::string_view bytes,
                                         std::vector<std::string>* skipped) {
  std::vector<std::string> unread;
  if (skipped == nullptr) skipped = &unread;
  if (bytes.size() > kMaxPuzzleFileBytes)
    throw FormatError(
        0, "larger than " + std::to_string(kMaxPuzzleFileBytes >> 20) + " MiB: no puzzle file");
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  if (bytes.find_first_not_of(" \t\r\n") == std::string_view::npos)
    throw FormatError(0, "the file is empty");
  if (looks_like_json(bytes)) return read_json(bytes);
  if (looks_like_xml(bytes)) return read_xml_puzzles(bytes, *skipped);
  return read_text_puzzles(bytes, *skipped);
}

WrittenPuzzles write_puzzles(std::span<const PuzzleDocument> documents, FormatKind kind) {
  for (const PuzzleDocument& document : documents) check_parts(document);
  switch (kind) {
    case FormatKind::json:
      return write_json(documents);
    case FormatKind::lines:
      return write_lines(documents);
    case FormatKind::grid:
      return write_grids(documents);
    case FormatKind::sdk:
      return write_sdk(documents);
    case FormatKind::sdm:
      return write_sdm(documents);
    case FormatKind::ss:
      return write_ss(documents);
    case FormatKind::opensudoku:
      return write_opensudoku(documents);
    case FormatKind::ksudoku:
      return write_ksudoku(documents);
  }
  throw std::invalid_argument("no such format");
}

}  // namespace gridlens
