#pragma once

#include <optional>
#include <stop_token>

#include "core/making/draw.h"
#include "core/puzzle/grid.h"
#include "core/puzzle/rules.h"
#include "core/solver/solver.h"

namespace gridlens {

// A board with every cell filled after the rules, drawn at random: some random cells, the rest from
// `solver` (of the same rules), the values dealt anew. Not every board is equally likely. Nothing
// where the rules allow none, where none was found in reasonable work, or after a stop request.
std::optional<Grid> draw_full_board(const Rules& rules, Solver& solver, Draw& draw,
                                    const std::stop_token& stop = {});

}  // namespace gridlens
