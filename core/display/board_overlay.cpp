#include "core/display/board_overlay.h"

#include <algorithm>

#include "core/overlay/paint_board.h"

namespace gridlens {

namespace {

constexpr double kFadeInMs = 300;
constexpr double kFirstShownMs = 60;

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

// A soft beginning and end. The very first picture shows a little, too.
float appeared(double solved_for_ms) {
  const double part = std::clamp((solved_for_ms + kFirstShownMs) / kFadeInMs, 0.0, 1.0);
  return static_cast<float>(part * part * (3 - 2 * part));
}

OverlayHint painted(const HelpStep& step, const BoardHelp& help, const OverlayFacts& facts) {
  OverlayHint hint;
  hint.cell = step.cell;
  if (step.kind == HelpKind::place)
    hint.text = facts.symbols.at(static_cast<size_t>(step.value - 1));
  for (const int unit : step.units)
    for (const int cell : help.units.at(static_cast<size_t>(unit)).cells)
      if (std::find(hint.shaded.begin(), hint.shaded.end(), cell) == hint.shaded.end())
        hint.shaded.push_back(cell);
  hint.because = step.because;
  for (const Candidate& candidate : step.struck)
    hint.struck.push_back({candidate.cell, candidate.value});
  return hint;
}

// The label and the mood that a check or a hint has.
void add_help(const BoardResult& board, const BoardHelp& help, Show show, OverlayFacts& facts) {
  if (show == Show::check && board.entries) {
    for (const HelpStep& step : help.mistakes) facts.wrong.push_back(step.cell);
    facts.message = check_text(board, help);
    if (!facts.wrong.empty()) facts.mood = OverlayMood::bad;
  }
  if (show == Show::hint && board.state == BoardState::solved) {
    for (const HelpHint& hint : help.hints) facts.hints.push_back(painted(hint.step, help, facts));
    facts.message = !help.hints.empty() ? help.text : help.looking ? kLooking : kAllFilledIn;
    if (!help.hints.empty() && help.hints.back().step.kind == HelpKind::wrong_entry)
      facts.mood = OverlayMood::bad;
  }
}

}  // namespace

BoardOverlay overlay_for(const BoardResult& board, const Settings& settings,
                         const BoardHelp* help) {
  OverlayFacts facts;
  facts.revealed = settings.reveals.cells_of(board);
  if (settings.show == Show::none && facts.revealed.empty()) return {};
  facts.n = board.n;
  facts.mood = mood_of(board.state);
  facts.message = board.message;
  facts.clues = pointer_to(board.clues);
  facts.entries = pointer_to(board.entries);
  facts.solution = pointer_to(board.solution);
  if (board.alphabet) facts.symbols = board.alphabet->symbols();
  if (!board.solution) facts.doubtful = board.doubtful;  // else the answer is in no doubt
  facts.clashing = board.clash;
  for (const Correction& correction : board.corrections) facts.corrected.push_back(correction.cell);
  facts.confidence = board.confidence;
  if (help) add_help(board, *help, settings.show, facts);
  facts.look = board.look.get();
  if (settings.spare_hands) facts.left_out = board.occluded;

  OverlayStyle style;
  style.show = settings.show;
  style.outline = settings.outline && settings.show != Show::none;
  style.solution_colour = settings.solution_colour;
  style.opacity = settings.opacity;
  style.appeared = appeared(board.solved_for_ms);
  return paint_board(facts, style);
}

}  // namespace gridlens
