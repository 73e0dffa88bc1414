#pragma once

#include <string>

#include "core/puzzle/alphabet.h"
#include "core/puzzle/grid.h"

namespace gridlens {

// A grid for people to read, in the board's own symbols, with rules between the boxes; '.' is an
// empty cell. Ends in a line end.
std::string grid_text(const Grid& grid, const Alphabet& alphabet);

}  // namespace gridlens
