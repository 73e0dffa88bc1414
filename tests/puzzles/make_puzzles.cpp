// Makes the puzzle sets of tests/puzzles/sets: random boards of which givens are left out as long
// as the solution stays the only one. Same seed, same sets.
//   make_puzzles FOLDER
#include <cstdio>
#include <fstream>
#include <functional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "core/puzzle/notation.h"
#include "core/puzzle/variants.h"
#include "core/solver/solver.h"

namespace gridlens {
namespace {

// The standard library's distributions and shuffle differ between implementations; this does not.
class Dice {
 public:
  explicit Dice(std::uint32_t seed) : engine_(seed) {}
  size_t below(size_t n) { return static_cast<size_t>(engine_()) % n; }
  template <typename T>
  void shuffle(std::vector<T>& items) {
    for (size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::mt19937 engine_;
};

class Maker {
 public:
  Maker(Rules rules, std::uint32_t seed) : rules_(std::move(rules)), solver_(rules_), dice_(seed) {}

  // A full board: random values, each kept if there is still a solution, then solved.
  Grid board() {
    const int n = rules_.n();
    while (true) {
      Grid grid(rules_.shape);
      for (int i = 0; i < 4 * n; ++i) {
        Grid next = grid;
        const int cell = static_cast<int>(dice_.below(static_cast<size_t>(n * n)));
        next.set(cell, static_cast<int>(dice_.below(static_cast<size_t>(n))) + 1);
        if (grid.at(cell) == 0 && !solver_.find_clash(next) && !solutions(next, 1, 500).empty())
          grid = next;
      }
      const auto found = solutions(grid, 1, 20000);
      if (!found.empty()) return found[0];
    }
  }

  // Leaves out givens until none can go. A puzzle that takes more nodes than `effort` counts as
  // undecided: its given stays, which keeps large boards solvable in reasonable time.
  Grid puzzle(const Grid& board, std::uint64_t effort) {
    Grid givens = board;
    for (const int cell : shuffled_cells()) {
      const int value = givens.at(cell);
      givens.set(cell, 0);
      if (state(givens, effort) != SolveState::unique) givens.set(cell, value);
    }
    return givens;
  }

  // Leaves out givens until the proof of uniqueness takes `wanted` nodes; less when none can go.
  Grid hard_puzzle(const Grid& board, std::uint64_t wanted) {
    Grid givens = board;
    SolveOptions options;
    options.max_nodes = 10 * wanted;
    for (const int cell : shuffled_cells()) {
      const int value = givens.at(cell);
      givens.set(cell, 0);
      const SolveResult result = solver_.solve(givens, options);
      if (result.state != SolveState::unique)
        givens.set(cell, value);
      else if (result.nodes >= wanted)
        break;
    }
    return givens;
  }

  // Takes `count` givens out of a puzzle that needs all of them.
  Grid thinned(Grid givens, int count) {
    const int n = rules_.n();
    while (count > 0) {
      const int cell = static_cast<int>(dice_.below(static_cast<size_t>(n * n)));
      if (givens.at(cell) == 0) continue;
      givens.set(cell, 0);
      --count;
    }
    return givens;
  }

  // Adds a given that clashes with no other and leaves no solution.
  Grid spoiled(const Grid& puzzle, const Grid& board) {
    const int n = rules_.n();
    while (true) {
      Grid givens = puzzle;
      const int cell = static_cast<int>(dice_.below(static_cast<size_t>(n * n)));
      const int value = static_cast<int>(dice_.below(static_cast<size_t>(n))) + 1;
      if (givens.at(cell) != 0 || value == board.at(cell)) continue;
      givens.set(cell, value);
      if (!solver_.find_clash(givens)) return givens;
    }
  }

  std::uint64_t nodes(const Grid& givens) { return solver_.solve(givens).nodes; }

 private:
  std::vector<int> shuffled_cells() {
    std::vector<int> order;
    for (int cell = 0; cell < rules_.n() * rules_.n(); ++cell) order.push_back(cell);
    dice_.shuffle(order);
    return order;
  }
  std::vector<Grid> solutions(const Grid& givens, int count, std::uint64_t effort) {
    SolveOptions options;
    options.max_solutions = count;
    options.max_nodes = effort;
    return solver_.solve(givens, options).solutions;
  }
  SolveState state(const Grid& givens, std::uint64_t effort) {
    SolveOptions options;
    options.max_nodes = effort;
    return solver_.solve(givens, options).state;
  }

  Rules rules_;
  Solver solver_;
  Dice dice_;
};

void write(const std::string& path, const std::vector<Grid>& puzzles) {
  std::ofstream out(path);
  out << "# Made by tests/puzzles/make_puzzles.cpp\n";
  for (const Grid& puzzle : puzzles) out << format_puzzle(puzzle) << "\n";
  std::printf("%s: %zu puzzles\n", path.c_str(), puzzles.size());
}

std::vector<Grid> make(Maker& maker, int count, std::uint64_t effort) {
  std::vector<Grid> puzzles;
  for (int i = 0; i < count; ++i) puzzles.push_back(maker.puzzle(maker.board(), effort));
  return puzzles;
}

constexpr std::uint64_t kNoLimit = 0;

std::string path_in(const std::string& folder, Shape shape, const char* kind) {
  std::ostringstream path;
  path << folder << '/' << shape.n() << 'x' << shape.n() << "_box" << shape.to_string() << '_'
       << kind << ".txt";
  return path.str();
}

void make_hard_giants(const std::string& folder) {
  for (const auto& [shape, wanted] : {std::pair{Shape{4, 5}, 100u}, std::pair{Shape{5, 5}, 300u}}) {
    Maker maker(classic_rules(shape), 5000u + static_cast<std::uint32_t>(shape.cells()));
    std::vector<Grid> hard;
    while (hard.size() < 4) {
      const Grid puzzle = maker.hard_puzzle(maker.board(), wanted);
      if (maker.nodes(puzzle) >= wanted) hard.push_back(puzzle);
    }
    write(path_in(folder, shape, "hard_unique"), hard);
  }
}

void make_all(const std::string& folder) {
  struct Row {
    Shape shape;
    int count;
    std::uint64_t effort;
  };
  for (const Row& row :
       {Row{{2, 2}, 12, kNoLimit}, Row{{2, 3}, 12, kNoLimit}, Row{{3, 2}, 12, kNoLimit},
        Row{{2, 4}, 10, kNoLimit}, Row{{3, 3}, 60, kNoLimit}, Row{{2, 5}, 10, kNoLimit},
        Row{{5, 2}, 10, kNoLimit}, Row{{3, 4}, 10, kNoLimit}, Row{{2, 7}, 4, kNoLimit},
        Row{{3, 5}, 6, kNoLimit}, Row{{4, 4}, 6, kNoLimit}, Row{{4, 5}, 3, 1500},
        Row{{5, 5}, 3, 400}, Row{{6, 6}, 1, 100}}) {
    Maker maker(classic_rules(row.shape), 1000u + static_cast<std::uint32_t>(row.shape.cells()));
    write(path_in(folder, row.shape, "unique"), make(maker, row.count, row.effort));
  }
  make_hard_giants(folder);
  {
    Maker maker(classic_rules({3, 3}), 7);
    std::vector<Grid> hard, multiple, none;
    while (hard.size() < 20) {  // of many, those that plain search finds hardest
      const Grid puzzle = maker.puzzle(maker.board(), kNoLimit);
      if (maker.nodes(puzzle) >= 30) hard.push_back(puzzle);
    }
    for (int i = 0; i < 15; ++i) {
      const Grid board = maker.board();
      const Grid puzzle = maker.puzzle(board, kNoLimit);
      multiple.push_back(maker.thinned(puzzle, 1 + i % 3));
      none.push_back(maker.spoiled(puzzle, board));
    }
    write(folder + "/9x9_box3x3_hard_unique.txt", hard);
    write(folder + "/9x9_box3x3_multiple.txt", multiple);
    write(folder + "/9x9_box3x3_none.txt", none);
  }
  {
    Maker maker(x_rules({3, 3}), 8);
    write(folder + "/9x9_box3x3_x_unique.txt", make(maker, 10, kNoLimit));
  }
  {
    std::ifstream in(folder + "/9x9_jigsaw_regions.txt");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    Maker maker(jigsaw_rules(text), 9);
    write(folder + "/9x9_jigsaw_unique.txt", make(maker, 10, kNoLimit));
  }
}

}  // namespace
}  // namespace gridlens

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_puzzles FOLDER\n");
    return 1;
  }
  gridlens::make_all(argv[1]);
  return 0;
}
