#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/help/help.h"
#include "core/play/game_record.h"
#include "core/puzzle/rules.h"

namespace gridlens {

// A puzzle that a person plays: values and commands, nothing drawn. Times are passed in,
// milliseconds of any clock that does not run backwards. One thread.
class Game {
 public:
  // `record`: a puzzle to begin with (no steps), or a game that was kept. Its clock stands until
  // the first Pause{false}. Entries in cells of givens, and marks in cells that are filled, are
  // left out; steps that do not lead to the document are forgotten. Throws std::invalid_argument
  // with one clear line where the board makes no sense.
  explicit Game(GameRecord record);

  // Carries it out; false: nothing changed, as nothing can be written into a given, into a paused
  // game or into a finished one. Undo and Restart work in a finished game.
  bool apply(const play::Command& command, std::int64_t now_ms);

  // All that is kept. The clock is read at `now_ms`.
  [[nodiscard]] GameRecord record(std::int64_t now_ms) const;
  [[nodiscard]] const PuzzleDocument& document() const { return record_.document; }
  [[nodiscard]] const PlayOptions& options() const { return record_.options; }
  [[nodiscard]] const Rules& rules() const { return rules_; }
  [[nodiscard]] std::int64_t elapsed_ms(std::int64_t now_ms) const;
  [[nodiscard]] bool paused() const { return !running_since_ms_.has_value() && !record_.finished; }
  // Every cell is filled, as the rules ask.
  [[nodiscard]] bool finished() const { return record_.finished; }
  // The program wrote the solution, and that was not undone.
  [[nodiscard]] bool was_solved() const;
  [[nodiscard]] bool can_undo() const { return record_.done > 0; }
  [[nodiscard]] bool can_redo() const { return record_.done < record_.steps.size(); }
  [[nodiscard]] int hints() const { return record_.hints; }
  void count_hint() { ++record_.hints; }
  void set_grade(const std::string& grade) { record_.grade = grade; }
  [[nodiscard]] const std::string& grade() const { return record_.grade; }

  [[nodiscard]] int n() const { return rules_.n(); }
  [[nodiscard]] bool is_given(int cell) const;
  [[nodiscard]] int value_at(int cell) const;  // given or entry, 0: blank
  [[nodiscard]] CellMarks marks_at(int cell) const;
  // Values that no cell of the cell's units holds.
  [[nodiscard]] CellMarks candidates(int cell) const;
  // Cells whose value stands twice in a unit, rising; computed whatever the options say.
  [[nodiscard]] const std::vector<int>& conflicts() const { return conflicts_; }
  [[nodiscard]] int left(int value) const;  // how many of it are still to be placed, at least 0
  [[nodiscard]] const std::vector<int>& seen_by(int cell) const;  // cells that share a unit

  // For core/help. `solution`: the only one, where that is known.
  [[nodiscard]] HelpBoard help_board(const std::optional<Grid>& solution) const;

 private:
  struct Apply;
  [[nodiscard]] CellContent content(int cell) const;
  void put(int cell, const CellContent& content);
  void add_change(PlayStep& step, int cell, const CellContent& after) const;
  void set_value(PlayStep& step, int cell, int value) const;
  bool take(PlayStep step, std::int64_t now_ms);
  bool undo(std::int64_t now_ms);
  bool redo(std::int64_t now_ms);
  void set_clock(std::int64_t elapsed_ms, std::int64_t now_ms);
  void look_over(std::int64_t now_ms);
  [[nodiscard]] bool steps_lead_here() const;

  GameRecord record_;
  Rules rules_;
  std::vector<std::vector<int>> seen_by_;
  std::vector<int> conflicts_;
  std::optional<std::int64_t> running_since_ms_;
};

}  // namespace gridlens
