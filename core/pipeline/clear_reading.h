#pragma once

#include <vector>

#include "core/puzzle/grid.h"
#include "core/reading/board_reader.h"

namespace gridlens {

// Every clue is clear by itself (`confidence`: of BoardReading): what stripes of a photographed
// screen leave of a blot or of notes may happen to agree with the solution. Not where a board of up
// to 9 cells a side is more than half full: a player's entries may be among the clues.
bool clues_are_clear(const Grid& clues, const std::vector<float>& confidence);

// Sure, with clear clues and exactly one solution: what is asked of a reading by other means than
// the usual ones (BoardReader::take_off_ground). That a puzzle has several solutions, or none, may
// be a clue's loss.
bool is_clearly_solved(const BoardReading& reading);

// A reading is not sure where another look at the same board, by such means, reads another symbol
// in the place of a clue.
void doubt_contradicted(const BoardReading& other, BoardReading& reading);

}  // namespace gridlens
