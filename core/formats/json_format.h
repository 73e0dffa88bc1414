#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/formats/formats.h"

namespace gridlens {

// {"format":"gridlens","version":1,"puzzles":[{"box":[R,C],"givens":[[..]],...}]}: all fields of a
// PuzzleDocument, matrices in rows. Fields that are empty are left out. Only "box" and "givens" are
// required; a field that is not known is an error.
bool looks_like_json(std::string_view bytes);

// Throws FormatError.
std::vector<PuzzleDocument> read_json(std::string_view bytes);

WrittenPuzzles write_json(std::span<const PuzzleDocument> documents);

}  // namespace gridlens
