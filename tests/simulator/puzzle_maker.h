#pragma once

#include "core/puzzle/grid.h"
#include "tests/simulator/random.h"

namespace gridlens::generator {

struct Puzzle {
  Grid givens;  // exactly one solution
  Grid solution;
};

struct PuzzleOptions {
  double given_share = 0.38;  // aim: share of the cells that stay given; more where uniqueness asks
  bool symmetric = true;      // givens placed with half-turn symmetry, as printed puzzles have them
};

// Makes a puzzle with exactly one solution, for any shape up to 36 x 36. Has its own small search
// (not core/solver), so that truth does not come from the code under test.
Puzzle make_puzzle(Shape shape, Random& random, const PuzzleOptions& options = {});

// How many solutions `givens` has, counted to 2; 2 also when `max_nodes` did not settle it.
int count_solutions_to_two(const Grid& givens, int max_nodes = 4000);

}  // namespace gridlens::generator
