#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/formats.h"

namespace gridlens {

bool looks_like_xml(std::string_view bytes);

// OpenSudoku's and KSudoku's files, told apart by their root element. `skipped`: what of the file
// is not taken over. Throws FormatError.
std::vector<PuzzleDocument> read_xml_puzzles(std::string_view bytes,
                                             std::vector<std::string>& skipped);

// 9x9 with 3x3 boxes. Version 2 of the file: titles are folders, comments are notes.
WrittenPuzzles write_opensudoku(std::span<const PuzzleDocument> documents);

// One puzzle, N up to 25, all rules. Entries and marks are the game's history.
WrittenPuzzles write_ksudoku(std::span<const PuzzleDocument> documents);

}  // namespace gridlens
