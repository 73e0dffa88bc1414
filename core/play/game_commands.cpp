#include <utility>

#include "core/play/game.h"

namespace gridlens {

namespace {

int value_in(const Grid& grid, int cell) {
  return grid.at(cell);
}

CellMarks mark_bit(int value) {
  return CellMarks{1} << (value - 1);
}

}  // namespace

// One command each.
struct Game::Apply {
  Game& game;
  std::int64_t now_ms;

  [[nodiscard]] bool writable() const { return !game.paused() && !game.finished(); }
  [[nodiscard]] bool is_cell(int cell) const {
    return cell >= 0 && cell < game.rules_.shape.cells();
  }
  [[nodiscard]] bool is_value(int value) const { return value >= 1 && value <= game.n(); }

  bool operator()(const play::SetEntry& set) const {
    if (!writable() || !is_cell(set.cell) || (set.value != 0 && !is_value(set.value))) return false;
    PlayStep step;
    game.set_value(step, set.cell, set.value);
    return game.take(std::move(step), now_ms);
  }
  bool operator()(const play::ToggleMark& mark) const {
    if (!writable() || !is_cell(mark.cell) || !is_value(mark.value) ||
        game.value_at(mark.cell) != 0)
      return false;
    PlayStep step;
    game.add_change(step, mark.cell, {0, game.marks_at(mark.cell) ^ mark_bit(mark.value)});
    return game.take(std::move(step), now_ms);
  }
  bool operator()(const play::ClearCell& clear) const {
    if (!writable() || !is_cell(clear.cell) || game.is_given(clear.cell)) return false;
    PlayStep step;
    if (game.value_at(clear.cell) != 0)
      game.set_value(step, clear.cell, 0);
    else
      game.add_change(step, clear.cell, {});
    return game.take(std::move(step), now_ms);
  }
  bool operator()(const play::FillMarks&) const {
    if (!writable()) return false;
    PlayStep step;
    for (int cell = 0; cell < game.rules_.shape.cells(); ++cell)
      if (game.value_at(cell) == 0) game.add_change(step, cell, {0, game.candidates(cell)});
    return game.take(std::move(step), now_ms);
  }
  bool operator()(const play::CarryOut& hint) const {
    const HelpStep& help = hint.step;
    if (!writable()) return false;
    PlayStep step;
    step.kind = StepKind::hint;
    if (help.kind == HelpKind::eliminate) {
      for (const Candidate& struck : help.struck)
        if (is_cell(struck.cell) && is_value(struck.value) && game.value_at(struck.cell) == 0)
          game.add_change(step, struck.cell,
                          {0, game.marks_at(struck.cell) & ~mark_bit(struck.value)});
    } else if (is_cell(help.cell)) {
      const bool places = help.kind == HelpKind::place;
      if (places && !is_value(help.value)) return false;
      game.set_value(step, help.cell, places ? help.value : 0);
    }
    return game.take(std::move(step), now_ms);
  }
  bool operator()(const play::Solve& solve) const {
    if (!writable() || !is_solution(game.rules_, solve.solution) ||
        !game.record_.document.givens.is_within(solve.solution))
      return false;
    PlayStep step;
    step.kind = StepKind::solve;
    for (int cell = 0; cell < game.rules_.shape.cells(); ++cell)
      if (!game.is_given(cell)) game.add_change(step, cell, {value_in(solve.solution, cell), 0});
    return game.take(std::move(step), now_ms);
  }
  bool operator()(const play::Restart&) const {
    if (game.paused()) return false;
    PlayStep step;
    step.kind = StepKind::restart;
    for (int cell = 0; cell < game.rules_.shape.cells(); ++cell)
      if (!game.is_given(cell)) game.add_change(step, cell, {});
    return game.take(std::move(step), now_ms);
  }
  bool operator()(const play::Undo&) const { return !game.paused() && game.undo(now_ms); }
  bool operator()(const play::Redo&) const { return !game.paused() && game.redo(now_ms); }
  bool operator()(const play::Pause& pause) const {
    if (game.finished() || pause.paused == game.paused()) return false;
    if (pause.paused) {
      game.record_.document.elapsed_ms = game.elapsed_ms(now_ms);
      game.running_since_ms_.reset();
    } else {
      game.running_since_ms_ = now_ms;
    }
    return true;
  }
  bool operator()(const play::ChangeOptions& change) const {
    if (change.options == game.record_.options) return false;
    const bool fills = change.options.fill_marks && !game.record_.options.fill_marks;
    game.record_.options = change.options;
    if (!fills || !writable()) return true;
    PlayStep step;
    for (int cell = 0; cell < game.rules_.shape.cells(); ++cell)
      if (game.value_at(cell) == 0 && game.marks_at(cell) == 0)
        game.add_change(step, cell, {0, game.candidates(cell)});
    game.take(std::move(step), now_ms);
    return true;
  }
};

bool Game::apply(const play::Command& command, std::int64_t now_ms) {
  return std::visit(Apply{*this, now_ms}, command);
}

}  // namespace gridlens
