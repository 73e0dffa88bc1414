#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/format_error.h"
#include "core/puzzle/puzzle_document.h"

namespace gridlens {

enum class FormatKind {
  json = 1,    // GridLens' own: holds all of a PuzzleDocument
  lines,       // one puzzle a line, core/puzzle/notation.h
  grid,        // framed grids, as `gridlens read` prints them
  sdk,         // SadMan Sudoku
  sdm,         // a list of 9x9 puzzles, 81 digits a line
  ss,          // Simple Sudoku
  opensudoku,  // XML, both versions
  ksudoku,     // XML
};

// A kind of puzzle file. A new one is a row of the table in formats.cpp.
struct PuzzleFormat {
  FormatKind kind;
  const char* name;    // of `--to`: "json"
  const char* ending;  // ".json"
  bool writes;         // false: only read
  const char* summary;
};

std::span<const PuzzleFormat> puzzle_formats();
const PuzzleFormat* find_puzzle_format(std::string_view name);            // null: there is none
const PuzzleFormat* puzzle_format_of(const std::filesystem::path& path);  // by its ending, or null

// Larger files are refused.
constexpr std::size_t kMaxPuzzleFileBytes = std::size_t{64} << 20;
// And files with more puzzles: a small one takes thirty times the memory of its line.
constexpr std::size_t kMaxPuzzles = 500'000;

// The puzzles of a file, in its order; never none. The content tells the format. Memory and time
// are bounded by a small multiple of the file's size. `skipped` gets what of the file is not taken
// over, one clear line each. Throws FormatError.
std::vector<PuzzleDocument> read_puzzles(std::string_view bytes,
                                         std::vector<std::string>* skipped = nullptr);

// A file, and what it could not hold: one clear line each, for people.
struct WrittenPuzzles {
  std::string bytes;
  std::vector<std::string> lost;
};

// Throws FormatError where the format can hold nothing of a puzzle (its size, its rules), and
// std::invalid_argument for a document whose parts do not fit each other.
WrittenPuzzles write_puzzles(std::span<const PuzzleDocument> documents, FormatKind kind);

}  // namespace gridlens
