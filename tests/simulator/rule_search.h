#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tests/simulator/random.h"

namespace gridlens::generator {

// Rules of Sudoku's kin over n x n cells, row by row. Values are 1..n, bit v - 1 of a set.
struct KinRules {
  // What a pair of cells says of `first`'s value against `second`'s.
  enum class Pair { less = 1, neighbours, not_neighbours, half_or_double };
  struct PairRule {
    int first, second;
    Pair kind;
  };

  int n = 9;
  std::vector<std::vector<int>> units;  // cells that hold no value twice
  std::vector<std::uint32_t> allowed;   // per cell
  std::vector<PairRule> pairs;

  // Rows and columns; every value allowed.
  static KinRules latin(int n);
  // And boxes of so many rows and columns.
  static KinRules classic(int n, int box_rows, int box_cols);
};

using Cells = std::vector<int>;  // a value a cell, 0: empty

// How many solutions there are, counted to 2; 2 also where `max_nodes` did not settle it. A search
// of the generator's own, so that truth does not come from the code under test.
int count_to_two(const KinRules& rules, const Cells& givens, int max_nodes = 3000);

// The only solution, where there is exactly one.
std::optional<Cells> only_solution(const KinRules& rules, const Cells& givens,
                                   int max_nodes = 20000);

// A random solution, of these givens where there are any; none where none was found soon.
std::optional<Cells> random_solution(const KinRules& rules, Random& random, int max_nodes = 20000,
                                     const Cells& givens = {});

// Givens of `solution` with exactly one solution, no fewer than `aim` cells if it can be.
Cells make_givens(const KinRules& rules, const Cells& solution, int aim, Random& random);

// n x n cells parted into n connected regions of n cells: the region of each cell. Boxes, or rows,
// after `moves` exchanges of cells.
std::vector<int> random_regions(int n, int moves, Random& random);

// Cells parted into connected cages of 1 to `most` cells: the cage of each cell.
std::vector<int> random_cages(int n, int most, Random& random);

std::vector<std::vector<int>> cells_of_regions(const std::vector<int>& regions);

}  // namespace gridlens::generator
