#include "core/pipeline/board_overlay.h"

#include "core/overlay/paint_board.h"

namespace gridlens {

namespace {

OverlayMood mood_of(BoardState state) {
  switch (state) {
    case BoardState::solved:
      return OverlayMood::good;
    case BoardState::multiple:
    case BoardState::budget:
      return OverlayMood::warning;
    case BoardState::contradiction:
      return OverlayMood::bad;
    case BoardState::unreadable:
      return OverlayMood::quiet;
    case BoardState::reading:
      break;
  }
  return OverlayMood::busy;
}

template <typename T>
const T* pointer_to(const std::optional<T>& value) {
  return value ? &*value : nullptr;
}

}  // namespace

BoardOverlay overlay_for(const BoardResult& board, const Settings& settings) {
  if (settings.show == Show::none) return {};
  OverlayFacts facts;
  facts.n = board.n;
  facts.mood = mood_of(board.state);
  facts.message = board.message;
  facts.clues = pointer_to(board.clues);
  facts.entries = pointer_to(board.entries);
  facts.solution = pointer_to(board.solution);
  if (board.alphabet) facts.symbols = board.alphabet->symbols();
  facts.doubtful = board.doubtful;
  facts.clashing = board.clash;
  if (settings.spare_hands) facts.left_out = board.covered;

  OverlayStyle style;
  style.paint_solution = settings.show == Show::solution;
  style.paint_givens = settings.show == Show::givens;
  style.outline = settings.outline;
  style.solution_colour = settings.solution_colour;
  style.opacity = settings.opacity;
  return paint_board(facts, style);
}

}  // namespace gridlens
