#include "tests/simulator/puzzle_maker.h"

#include <bit>
#include <numeric>

namespace gridlens::generator {
namespace {

// Backtracking over candidate sets: always the cell or the place with the fewest choices.
class TinySearch {
 public:
  TinySearch(const Grid& givens, int max_nodes)
      : shape_(givens.shape()), n_(shape_.n()), nodes_left_(max_nodes) {
    const std::uint64_t all = (std::uint64_t{1} << n_) - 1;
    rows_.assign(static_cast<size_t>(n_), all);
    columns_ = boxes_ = rows_;
    cells_.assign(static_cast<size_t>(n_ * n_), 0);
    for (int cell = 0; cell < n_ * n_; ++cell) {
      const int value = givens.at(cell);
      if (value > 0) place(cell, value - 1);
    }
  }

  int count() {
    search();
    return nodes_left_ < 0 ? 2 : found_;
  }

 private:
  [[nodiscard]] std::uint64_t& row(int cell) { return rows_[static_cast<size_t>(cell / n_)]; }
  [[nodiscard]] std::uint64_t& column(int cell) { return columns_[static_cast<size_t>(cell % n_)]; }
  [[nodiscard]] std::uint64_t& box(int cell) {
    return boxes_[static_cast<size_t>(shape_.box_of(cell / n_, cell % n_))];
  }
  std::uint64_t choices(int cell) { return row(cell) & column(cell) & box(cell); }

  void place(int cell, int value) {
    const std::uint64_t bit = std::uint64_t{1} << value;
    row(cell) &= ~bit, column(cell) &= ~bit, box(cell) &= ~bit;
    cells_[static_cast<size_t>(cell)] = static_cast<std::uint8_t>(value + 1);
  }
  void take_back(int cell) {
    const std::uint64_t bit = std::uint64_t{1} << (cells_[static_cast<size_t>(cell)] - 1);
    row(cell) |= bit, column(cell) |= bit, box(cell) |= bit;
    cells_[static_cast<size_t>(cell)] = 0;
  }

  // The row/column/box value with one place left, else the cell with the fewest choices.
  bool pick(int& cell, std::uint64_t& values) {
    int fewest = 99;
    cell = -1;
    std::vector<std::uint64_t> once(static_cast<size_t>(3 * n_), 0), twice = once;
    for (int c = 0; c < n_ * n_; ++c) {
      if (cells_[static_cast<size_t>(c)] != 0) continue;
      const std::uint64_t set = choices(c);
      const int size = std::popcount(set);
      if (size < fewest) fewest = size, cell = c, values = set;
      if (size == 0) return true;
      for (const int unit : {c / n_, n_ + c % n_, 2 * n_ + shape_.box_of(c / n_, c % n_)}) {
        twice[static_cast<size_t>(unit)] |= once[static_cast<size_t>(unit)] & set;
        once[static_cast<size_t>(unit)] |= set;
      }
    }
    if (cell < 0 || fewest <= 1) return cell >= 0;
    for (int c = 0; c < n_ * n_; ++c) {
      if (cells_[static_cast<size_t>(c)] != 0) continue;
      for (const int unit : {c / n_, n_ + c % n_, 2 * n_ + shape_.box_of(c / n_, c % n_)}) {
        const std::uint64_t alone =
            choices(c) & once[static_cast<size_t>(unit)] & ~twice[static_cast<size_t>(unit)];
        if (alone != 0) return cell = c, values = alone & (~alone + 1), true;
      }
    }
    return true;
  }

  void search() {
    if (found_ >= 2 || --nodes_left_ < 0) return;
    int cell = -1;
    std::uint64_t values = 0;
    if (!pick(cell, values)) {
      ++found_;
      return;
    }
    for (; values != 0 && found_ < 2 && nodes_left_ >= 0; values &= values - 1) {
      place(cell, std::countr_zero(values));
      search();
      take_back(cell);
    }
  }

  Shape shape_;
  int n_;
  int nodes_left_;
  int found_ = 0;
  std::vector<std::uint64_t> rows_, columns_, boxes_;
  std::vector<std::uint8_t> cells_;
};

// Line numbers 0..n-1 shuffled so that groups of `band` stay together.
std::vector<int> shuffled_lines(int n, int band, Random& random) {
  std::vector<int> bands(static_cast<size_t>(n / band));
  std::iota(bands.begin(), bands.end(), 0);
  random.shuffle(bands);
  std::vector<int> lines;
  for (const int b : bands) {
    std::vector<int> inside(static_cast<size_t>(band));
    std::iota(inside.begin(), inside.end(), b * band);
    random.shuffle(inside);
    lines.insert(lines.end(), inside.begin(), inside.end());
  }
  return lines;
}

Grid make_solution(Shape shape, Random& random) {
  const int n = shape.n();
  std::vector<int> symbol(static_cast<size_t>(n));
  std::iota(symbol.begin(), symbol.end(), 1);
  random.shuffle(symbol);
  const std::vector<int> rows = shuffled_lines(n, shape.box_rows, random);
  const std::vector<int> columns = shuffled_lines(n, shape.box_cols, random);
  Grid grid(shape);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      const int row = rows[static_cast<size_t>(r)], column = columns[static_cast<size_t>(c)];
      const int shift = row % shape.box_rows * shape.box_cols + row / shape.box_rows;
      grid.set(r, c, symbol[static_cast<size_t>((column + shift) % n)]);
    }
  return grid;
}

}  // namespace

int count_solutions_to_two(const Grid& givens, int max_nodes) {
  return TinySearch(givens, max_nodes).count();
}

Puzzle make_puzzle(Shape shape, Random& random, const PuzzleOptions& options) {
  Puzzle puzzle{{}, make_solution(shape, random)};
  puzzle.givens = puzzle.solution;
  const int n = shape.n(), cells = shape.cells();
  std::vector<int> order(static_cast<size_t>(cells));
  std::iota(order.begin(), order.end(), 0);
  random.shuffle(order);
  int left = cells;
  const int aim = static_cast<int>(options.given_share * cells);
  for (const int cell : order) {
    if (left <= aim) break;
    const int twin = options.symmetric ? cells - 1 - cell : cell;
    if (puzzle.givens.at(cell) == 0) continue;
    Grid trial = puzzle.givens;
    trial.set(cell, 0);
    trial.set(twin, 0);
    // Larger boards keep to puzzles that need no guessing: a node for each empty cell.
    const int max_nodes = n <= 9 ? 4000 : cells + 1;
    if (count_solutions_to_two(trial, max_nodes) != 1) continue;
    left -= twin == cell ? 1 : 2;
    puzzle.givens = trial;
  }
  return puzzle;
}

}  // namespace gridlens::generator
