#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/puzzle/grid.h"
#include "core/puzzle/rules.h"
#include "core/solver/solver.h"

namespace gridlens {

// A file of puzzles of one shape whose status is known.
struct PuzzleSet {
  std::string name;  // file name without its ending
  Rules rules;
  std::vector<Grid> puzzles;
  std::optional<SolveState> state;  // of all puzzles; nothing: mixed
};

// The committed sets (tests/puzzles/sets).
std::vector<PuzzleSet> own_puzzle_sets();

// The larger sets beside the repository (folder data/puzzles of GRIDLENS_SHARED or ../shared);
// empty where they are absent.
std::vector<PuzzleSet> shared_puzzle_sets();

}  // namespace gridlens
