#include "core/formats/formats.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>

#include "core/formats/json_format.h"

namespace gridlens {

namespace {

constexpr std::array kFormats{
    PuzzleFormat{FormatKind::json, "json", ".json", true,
                 "GridLens' own: entries, marks, rules, times, words"},
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

std::vector<PuzzleDocument> read_puzzles(std::string_view bytes) {
  if (bytes.size() > kMaxPuzzleFileBytes)
    throw FormatError(
        0, "larger than " + std::to_string(kMaxPuzzleFileBytes >> 20) + " MiB: no puzzle file");
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  if (bytes.find_first_not_of(" \t\r\n") == std::string_view::npos)
    throw FormatError(0, "the file is empty");
  if (looks_like_json(bytes)) return read_json(bytes);
  throw FormatError(1, "no puzzle format that is known");
}

WrittenPuzzles write_puzzles(std::span<const PuzzleDocument> documents, FormatKind kind) {
  for (const PuzzleDocument& document : documents) check_parts(document);
  switch (kind) {
    case FormatKind::json:
      return write_json(documents);
  }
  throw std::invalid_argument("no such format");
}

}  // namespace gridlens
