#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/command.h"
#include "core/pipeline/frame_result.h"

namespace gridlens {

struct SelectedCell {
  int board_id = 0;
  int cell = 0;  // row-major in the upright board
  friend bool operator==(const SelectedCell&, const SelectedCell&) = default;
};

// "r4c7": row and column, from 1.
std::string name_of_cell(int cell, int n);

// The cell that a person has selected, and what they type for it: which correction that asks for.
// Knows no window. `boards`: as they are shown now; where the selected one is not among them,
// nothing can be set, and the selection waits for it.
class CellEditor {
 public:
  using Boards = std::vector<BoardResult>;
  enum class Key { enter = 1, escape, erase, other_kind, left, right, up, down };

  void select(const SelectedCell& cell);
  void cancel();  // nothing is selected any more
  // The cell in doubt after this one, or after the one selected last; board by board, round and
  // round. Clues that clash are in doubt, too. False: there is none.
  bool select_next_doubt(const Boards& boards);

  // While a cell is selected the keys are for it. A symbol that begins no other one is set at once,
  // "1" of a 16x16 with the Enter that follows. 0 is blank where it is no symbol. A C that is none
  // goes on to the next doubt.
  std::optional<CorrectCell> type(char symbol, const Boards& boards);
  // Enter sets what is typed and ends the selection; escape ends it without.
  std::optional<CorrectCell> press(Key key, const Boards& boards);

  // Whether the key of this letter, in either case, types into the cell.
  [[nodiscard]] bool takes(char symbol, const Boards& boards) const;

  // Asks for the answer of a blank cell of a solved board, or to hide it again.
  [[nodiscard]] std::optional<RevealCell> reveal(const Boards& boards) const;

  std::optional<CorrectCell> set(int value, const Boards& boards);  // 0: blank
  std::optional<CorrectCell> reset(const Boards& boards);           // to what was read

  [[nodiscard]] const std::optional<SelectedCell>& selected() const { return selected_; }
  [[nodiscard]] const std::string& typed() const { return typed_; }  // and not set yet
  // The selected board; null: none, or not in view.
  [[nodiscard]] const BoardResult* board(const Boards& boards) const;
  // What the cell counts as, or what is typed into it will.
  [[nodiscard]] Correction::Kind kind(const BoardResult& board) const;

 private:
  std::optional<CorrectCell> set_typed(const Boards& boards);
  void move(int rows, int columns, const Boards& boards);

  std::optional<SelectedCell> selected_;
  std::optional<SelectedCell> last_;  // selected, now or before
  std::string typed_;
  std::optional<Correction::Kind> kind_;  // chosen for what will be typed
};

// The value that is shown for a cell: its clue or its entry, 0 for neither.
int value_at(const BoardResult& board, int cell);

}  // namespace gridlens
