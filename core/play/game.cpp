#include "core/play/game.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace gridlens {

namespace {

std::size_t index(int cell) {
  return static_cast<std::size_t>(cell);
}

int at(const Grid& grid, int cell) {
  return grid.values()[index(cell)];
}

CellMarks bit(int value) {
  return CellMarks{1} << (value - 1);
}

CellMarks all_values(int n) {
  return (CellMarks{1} << n) - 1;
}

void check(const PuzzleDocument& document) {
  const int n = document.shape.n();
  if (n < 4 || n > Shape::kMaxN)
    throw std::invalid_argument("a board of " + std::to_string(n) +
                                " cells a side cannot be played: 4 to 36 can");
  if (document.givens.shape() != document.shape || document.entries.shape() != document.shape)
    throw std::invalid_argument("the board's grids are not of its size");
  if (!document.marks.empty() && document.marks.size() != index(document.shape.cells()))
    throw std::invalid_argument("the board has marks of another size");
  if (!document.symbols.empty() && document.symbols.size() != index(n))
    throw std::invalid_argument("the board has " + std::to_string(document.symbols.size()) +
                                " symbols for " + std::to_string(n) + " values");
}

std::vector<std::vector<int>> peers_of(const Rules& rules) {
  std::vector<std::vector<int>> peers(index(rules.shape.cells()));
  for (const Unit& unit : rules.units)
    for (const int cell : unit.cells)
      for (const int other : unit.cells)
        if (other != cell) peers[index(cell)].push_back(other);
  for (std::vector<int>& cells : peers) {
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  }
  return peers;
}

}  // namespace

Game::Game(GameRecord record) : record_(std::move(record)) {
  PuzzleDocument& document = record_.document;
  check(document);
  rules_ = rules_of(document);
  seen_by_ = peers_of(rules_);
  document.marks.resize(index(document.shape.cells()), 0);
  for (int cell = 0; cell < document.shape.cells(); ++cell) {
    CellContent now{at(document.entries, cell), document.marks[index(cell)] & all_values(n())};
    if (is_given(cell)) now = {};
    if (now.entry != 0) now.marks = 0;
    put(cell, now);
  }
  record_.done = std::min(record_.done, record_.steps.size());
  if (!steps_lead_here()) {
    record_.steps.clear();
    record_.done = 0;
  }
  record_.finished = false;
  look_over(0);
}

// Walks all steps back and forth again on a copy.
bool Game::steps_lead_here() const {
  std::vector<CellContent> now;
  for (int cell = 0; cell < rules_.shape.cells(); ++cell) now.push_back(content(cell));
  const auto fits = [&](const CellContent& one) {
    return one.entry >= 0 && one.entry <= n() && (one.marks & ~all_values(n())) == 0;
  };
  const auto walk = [&](std::size_t step, bool back) {
    for (const CellChange& change : record_.steps[step].changes) {
      if (change.cell < 0 || change.cell >= rules_.shape.cells() || is_given(change.cell))
        return false;
      const CellContent& from = back ? change.after : change.before;
      const CellContent& to = back ? change.before : change.after;
      if (!fits(to) || now[index(change.cell)] != from) return false;
      now[index(change.cell)] = to;
    }
    return true;
  };
  const std::vector<CellContent> here = now;
  for (std::size_t i = record_.done; i > 0; --i)
    if (!walk(i - 1, true)) return false;
  now = here;
  for (std::size_t i = record_.done; i < record_.steps.size(); ++i)
    if (!walk(i, false)) return false;
  return true;
}

bool Game::is_given(int cell) const {
  return at(record_.document.givens, cell) != 0;
}

int Game::value_at(int cell) const {
  const int given = at(record_.document.givens, cell);
  return given != 0 ? given : at(record_.document.entries, cell);
}

CellMarks Game::marks_at(int cell) const {
  return record_.document.marks[index(cell)];
}

const std::vector<int>& Game::seen_by(int cell) const {
  return seen_by_[index(cell)];
}

CellContent Game::content(int cell) const {
  return {at(record_.document.entries, cell), marks_at(cell)};
}

void Game::put(int cell, const CellContent& content) {
  record_.document.entries.set(cell, content.entry);
  record_.document.marks[index(cell)] = content.marks;
}

CellMarks Game::candidates(int cell) const {
  CellMarks left = all_values(n());
  for (const int other : seen_by(cell))
    if (const int value = value_at(other); value != 0) left &= ~bit(value);
  return left;
}

int Game::left(int value) const {
  int placed = 0;
  for (int cell = 0; cell < rules_.shape.cells(); ++cell) placed += value_at(cell) == value;
  return std::max(n() - placed, 0);
}

bool Game::was_solved() const {
  const auto end = record_.steps.begin() + static_cast<std::ptrdiff_t>(record_.done);
  return std::any_of(record_.steps.begin(), end,
                     [](const PlayStep& step) { return step.kind == StepKind::solve; });
}

HelpBoard Game::help_board(const std::optional<Grid>& solution) const {
  return {rules_, record_.document.givens, record_.document.entries, solution,
          record_.document.symbols};
}

std::int64_t Game::elapsed_ms(std::int64_t now_ms) const {
  const std::int64_t running =
      running_since_ms_ ? std::max<std::int64_t>(now_ms - *running_since_ms_, 0) : 0;
  return record_.document.elapsed_ms + running;
}

GameRecord Game::record(std::int64_t now_ms) const {
  GameRecord kept = record_;
  kept.document.elapsed_ms = elapsed_ms(now_ms);
  return kept;
}

void Game::set_clock(std::int64_t elapsed_ms, std::int64_t now_ms) {
  record_.document.elapsed_ms = elapsed_ms;
  if (running_since_ms_) running_since_ms_ = now_ms;
}

// What follows of the cells: conflicts, and whether all is done. The clock stands from then on.
void Game::look_over(std::int64_t now_ms) {
  std::vector<bool> twice(index(rules_.shape.cells()), false);
  for (const Unit& unit : rules_.units) {
    std::vector<int> first(index(n()) + 1, -1);
    for (const int cell : unit.cells) {
      const int value = value_at(cell);
      if (value == 0) continue;
      int& other = first[index(value)];
      if (other >= 0) twice[index(cell)] = twice[index(other)] = true;
      other = cell;
    }
  }
  conflicts_.clear();
  bool blank = false;
  for (int cell = 0; cell < rules_.shape.cells(); ++cell) {
    if (twice[index(cell)]) conflicts_.push_back(cell);
    blank = blank || value_at(cell) == 0;
  }
  const bool finished = !blank && conflicts_.empty();
  if (finished && running_since_ms_) {
    record_.document.elapsed_ms = elapsed_ms(now_ms);
    running_since_ms_.reset();
  } else if (!finished && record_.finished) {
    running_since_ms_ = now_ms;  // an undone finish: the person goes on
  }
  record_.finished = finished;
}

void Game::add_change(PlayStep& step, int cell, const CellContent& after) const {
  const auto known = std::find_if(step.changes.begin(), step.changes.end(),
                                  [&](const CellChange& one) { return one.cell == cell; });
  if (known != step.changes.end())
    known->after = after;
  else if (!(content(cell) == after))
    step.changes.push_back({cell, content(cell), after});
}

void Game::set_value(PlayStep& step, int cell, int value) const {
  if (is_given(cell) || at(record_.document.entries, cell) == value) return;
  const bool refill = value == 0 && record_.options.fill_marks;
  add_change(step, cell, {value, refill ? candidates(cell) : 0});
  if (value == 0 || !record_.options.clean_marks) return;
  for (const int other : seen_by(cell))
    if (value_at(other) == 0) add_change(step, other, {0, marks_at(other) & ~bit(value)});
}

bool Game::take(PlayStep step, std::int64_t now_ms) {
  if (step.changes.empty()) return false;
  for (const CellChange& change : step.changes) put(change.cell, change.after);
  if (step.kind == StepKind::restart) {
    step.taken_ms = elapsed_ms(now_ms);
    set_clock(0, now_ms);
  }
  record_.steps.resize(record_.done);
  record_.steps.push_back(std::move(step));
  ++record_.done;
  look_over(now_ms);
  return true;
}

bool Game::undo(std::int64_t now_ms) {
  if (!can_undo()) return false;
  const PlayStep& step = record_.steps[--record_.done];
  for (const CellChange& change : step.changes) put(change.cell, change.before);
  if (step.taken_ms > 0) set_clock(elapsed_ms(now_ms) + step.taken_ms, now_ms);
  look_over(now_ms);
  return true;
}

bool Game::redo(std::int64_t now_ms) {
  if (!can_redo()) return false;
  PlayStep& step = record_.steps[record_.done++];
  for (const CellChange& change : step.changes) put(change.cell, change.after);
  if (step.kind == StepKind::restart) {
    step.taken_ms = elapsed_ms(now_ms);
    set_clock(0, now_ms);
  }
  look_over(now_ms);
  return true;
}

}  // namespace gridlens
