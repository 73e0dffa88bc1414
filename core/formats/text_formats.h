#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/formats.h"

namespace gridlens {

// The formats that are lines of text: puzzle lines, .sdm, grids, what `read` prints, .ss and .sdk.
// Of .sdk: the sections [Puzzle] and [State], and the lines #A author, #D title, #C comment, #S
// source, #B date, #L level, #U address. `skipped`: what of the file is not taken over.
std::vector<PuzzleDocument> read_text_puzzles(std::string_view bytes,
                                              std::vector<std::string>& skipped);

WrittenPuzzles write_lines(std::span<const PuzzleDocument> documents);
WrittenPuzzles write_grids(std::span<const PuzzleDocument> documents);
WrittenPuzzles write_sdm(std::span<const PuzzleDocument> documents);
WrittenPuzzles write_sdk(std::span<const PuzzleDocument> documents);
WrittenPuzzles write_ss(std::span<const PuzzleDocument> documents);

}  // namespace gridlens
