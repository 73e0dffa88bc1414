#include "core/display/reveals.h"

#include <algorithm>

namespace gridlens {

namespace {

constexpr std::size_t kMostPuzzles = 64;

bool holds(const std::optional<Grid>& grid, int cell) {
  return grid && grid->values().at(static_cast<std::size_t>(cell)) != 0;
}

}  // namespace

bool Reveals::can_reveal(const BoardResult& board, int cell) {
  return board.solution && cell >= 0 && cell < board.n * board.n && !holds(board.clues, cell) &&
         !holds(board.entries, cell);
}

void Reveals::toggle(const BoardResult& board, int cell) {
  if (!can_reveal(board, cell)) return;
  auto puzzle = std::find_if(puzzles_.begin(), puzzles_.end(),
                             [&](const Revealed& one) { return one.solution == *board.solution; });
  if (puzzle == puzzles_.end()) {
    if (puzzles_.size() >= kMostPuzzles) puzzles_.erase(puzzles_.begin());
    puzzle = puzzles_.insert(puzzles_.end(), {*board.solution, {}});
  }
  std::vector<int>& cells = puzzle->cells;
  const auto at = std::lower_bound(cells.begin(), cells.end(), cell);
  if (at == cells.end() || *at != cell)
    cells.insert(at, cell);
  else
    cells.erase(at);
  if (cells.empty()) puzzles_.erase(puzzle);
}

std::vector<int> Reveals::cells_of(const BoardResult& board) const {
  std::vector<int> cells;
  if (!board.solution) return cells;
  for (const Revealed& one : puzzles_)
    if (one.solution == *board.solution)
      std::copy_if(one.cells.begin(), one.cells.end(), std::back_inserter(cells),
                   [&](int cell) { return can_reveal(board, cell); });
  return cells;
}

bool Reveals::is_revealed(const BoardResult& board, int cell) const {
  const std::vector<int> cells = cells_of(board);
  return std::binary_search(cells.begin(), cells.end(), cell);
}

void Reveals::drop_written(const std::vector<BoardResult>& boards) {
  for (const BoardResult& board : boards)
    for (Revealed& one : puzzles_)
      if (board.solution && one.solution == *board.solution)
        std::erase_if(one.cells, [&](int cell) { return !can_reveal(board, cell); });
}

}  // namespace gridlens
