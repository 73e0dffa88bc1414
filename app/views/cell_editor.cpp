#include "app/views/cell_editor.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "app/play/symbol_fit.h"

namespace gridlens {

namespace {

using Kind = Correction::Kind;

std::vector<int> cells_in_doubt(const BoardResult& board) {
  std::vector<int> cells = board.doubtful;
  cells.insert(cells.end(), board.clash.begin(), board.clash.end());
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells;
}

}  // namespace

std::string name_of_cell(int cell, int n) {
  return fmt::format("r{}c{}", cell / n + 1, cell % n + 1);
}

int value_at(const BoardResult& board, int cell) {
  const auto at = static_cast<size_t>(cell);
  const int clue = board.clues ? board.clues->values().at(at) : 0;
  return clue != 0 || !board.entries ? clue : board.entries->values().at(at);
}

void CellEditor::select(const SelectedCell& cell) {
  selected_ = last_ = cell;
  typed_.clear();
  kind_.reset();
}

void CellEditor::cancel() {
  selected_.reset();
  typed_.clear();
  kind_.reset();
}

const BoardResult* CellEditor::board(const Boards& boards) const {
  if (!selected_) return nullptr;
  const auto found = std::find_if(boards.begin(), boards.end(), [&](const BoardResult& one) {
    return one.id == selected_->board_id && one.clues && one.alphabet &&
           selected_->cell < one.n * one.n;
  });
  return found == boards.end() ? nullptr : &*found;
}

Kind CellEditor::kind(const BoardResult& board) const {
  if (kind_) return *kind_;
  if (!selected_ || !board.entries) return Kind::given;
  return board.entries->values().at(static_cast<size_t>(selected_->cell)) != 0 ? Kind::entry
                                                                               : Kind::given;
}

bool CellEditor::select_next_doubt(const Boards& boards) {
  std::vector<SelectedCell> doubts;
  for (const BoardResult& board : boards)
    for (const int cell : cells_in_doubt(board)) doubts.push_back({board.id, cell});
  if (doubts.empty()) return false;
  auto next = doubts.begin();
  if (last_) {
    // The boards' order is the caller's: what is left of the last one's board, else the next board.
    const auto after = std::find_if(doubts.begin(), doubts.end(), [&](const SelectedCell& one) {
      return one.board_id == last_->board_id && one.cell > last_->cell;
    });
    const auto other = std::find_if(
        std::find_if(doubts.begin(), doubts.end(),
                     [&](const SelectedCell& one) { return one.board_id == last_->board_id; }),
        doubts.end(), [&](const SelectedCell& one) { return one.board_id != last_->board_id; });
    next = after != doubts.end() ? after : other != doubts.end() ? other : doubts.begin();
  }
  select(*next);
  return true;
}

std::optional<CorrectCell> CellEditor::set(int value, const Boards& boards) {
  const BoardResult* shown = board(boards);
  typed_.clear();
  if (!shown) return std::nullopt;
  return CorrectCell{shown->id, {selected_->cell, value, value == 0 ? Kind::given : kind(*shown)}};
}

std::optional<CorrectCell> CellEditor::reset(const Boards& boards) {
  std::optional<CorrectCell> correct = set(0, boards);
  kind_.reset();
  if (correct) correct->correction.kind = Kind::as_read;
  return correct;
}

std::optional<CorrectCell> CellEditor::set_typed(const Boards& boards) {
  const BoardResult* shown = board(boards);
  const int value = shown && !typed_.empty() ? fit_of(typed_, shown->alphabet->symbols()).exact : 0;
  typed_.clear();
  if (value == 0) return std::nullopt;
  return set(value, boards);
}

bool CellEditor::takes(char symbol, const Boards& boards) const {
  const BoardResult* shown = board(boards);
  const auto upper = static_cast<char>(std::toupper(static_cast<unsigned char>(symbol)));
  return shown && (fit_of(typed_ + upper, shown->alphabet->symbols()).any() ||
                   fit_of(std::string(1, upper), shown->alphabet->symbols()).any());
}

std::optional<RevealCell> CellEditor::reveal(const Boards& boards) const {
  const BoardResult* shown = board(boards);
  if (!shown || !Reveals::can_reveal(*shown, selected_->cell)) return std::nullopt;
  return RevealCell{shown->id, selected_->cell};
}

std::optional<CorrectCell> CellEditor::type(char symbol, const Boards& boards) {
  const BoardResult* shown = board(boards);
  if (!shown) return std::nullopt;
  const auto upper = static_cast<char>(std::toupper(static_cast<unsigned char>(symbol)));
  std::string text = typed_ + upper;
  if (!fit_of(text, shown->alphabet->symbols()).any()) text = upper;  // begins anew
  const SymbolFit fit = fit_of(text, shown->alphabet->symbols());
  if (!fit.any()) {
    if (upper == '0') return set(0, boards);
    if (upper == 'C') select_next_doubt(boards);
    return std::nullopt;
  }
  typed_ = text;
  return fit.longer ? std::nullopt : set_typed(boards);
}

std::optional<CorrectCell> CellEditor::press(Key key, const Boards& boards) {
  if (!selected_) return std::nullopt;
  std::optional<CorrectCell> correct;
  const BoardResult* shown = board(boards);
  switch (key) {
    case Key::enter:
      correct = set_typed(boards);
      cancel();
      break;
    case Key::escape:
      cancel();
      break;
    case Key::erase:
      if (typed_.empty()) return set(0, boards);
      typed_.pop_back();
      break;
    case Key::other_kind:
      if (!shown) break;
      kind_ = kind(*shown) == Kind::entry ? Kind::given : Kind::entry;
      if (const int value = value_at(*shown, selected_->cell); value != 0 && typed_.empty())
        return set(value, boards);
      break;
    case Key::left:
      move(0, -1, boards);
      break;
    case Key::right:
      move(0, 1, boards);
      break;
    case Key::up:
      move(-1, 0, boards);
      break;
    case Key::down:
      move(1, 0, boards);
      break;
  }
  return correct;
}

void CellEditor::move(int rows, int columns, const Boards& boards) {
  const BoardResult* shown = board(boards);
  if (!shown) return;
  const int row = std::clamp(selected_->cell / shown->n + rows, 0, shown->n - 1);
  const int column = std::clamp(selected_->cell % shown->n + columns, 0, shown->n - 1);
  select({shown->id, row * shown->n + column});
}

}  // namespace gridlens
