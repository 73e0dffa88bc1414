#pragma once

#include <vector>

#include "core/pipeline/frame_result.h"

namespace gridlens {

// The cells whose answers a person wished to see by themselves, of each puzzle. A puzzle is known
// by its solution: its cells stay revealed on whichever picture it is seen, under whatever id, and
// another puzzle has none. A value; one thread.
class Reveals {
 public:
  // A blank cell of a solved board.
  [[nodiscard]] static bool can_reveal(const BoardResult& board, int cell);

  // Reveals the cell, or hides it again. Does nothing where it cannot be revealed.
  void toggle(const BoardResult& board, int cell);

  [[nodiscard]] bool empty() const { return puzzles_.empty(); }

  // Row-major, rising.
  [[nodiscard]] std::vector<int> cells_of(const BoardResult& board) const;
  [[nodiscard]] bool is_revealed(const BoardResult& board, int cell) const;

  // Cells that the person has written into since are not revealed any more.
  void drop_written(const std::vector<BoardResult>& boards);

 private:
  struct Revealed {
    Grid solution;
    std::vector<int> cells;  // rising
  };
  std::vector<Revealed> puzzles_;  // newest last
};

}  // namespace gridlens
