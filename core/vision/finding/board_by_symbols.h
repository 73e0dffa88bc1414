#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>

#include "core/vision/finding/board_finder.h"
#include "core/vision/lattice/board_candidate.h"
#include "core/vision/lattice/pyramid.h"

namespace gridlens {

class DebugSink;

// A board whose lines or tiles are too faint to be seen one by one, as photographed screens have
// them. Its symbols stand in a lattice. Along the lattice's lines the picture is, on the whole,
// lighter or darker than beside them, which numbers on plain paper are not. There is none, or its
// extent is not certain: nullopt. Boards of 6 to 25 cells a side; of the options those of its
// symbols and its size count.
std::optional<BoardCandidate> find_board_by_symbols(const GreyPyramid& pyramid,
                                                    const FindOptions& options, DebugSink* debug);

}  // namespace gridlens
