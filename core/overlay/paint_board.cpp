#include "core/overlay/paint_board.h"

#include <algorithm>

#include "core/overlay/board_paint.h"

namespace gridlens {

namespace {

constexpr Rgba kDoubtfulWash{1.0f, 0.72f, 0.0f, 0.35f};
constexpr Rgba kGivenTag{0.0f, 0.45f, 0.20f, 1.0f};
constexpr Rgba kUnsureTag{0.75f, 0.42f, 0.0f, 1.0f};
constexpr Rgba kUnitWash{0.20f, 0.50f, 1.0f, 0.13f};
constexpr Rgba kReasonWash{0.20f, 0.50f, 1.0f, 0.22f};
constexpr Rgba kHintWash{1.0f, 0.80f, 0.10f, 0.40f};
constexpr Rgba kHintFrame{0.95f, 0.62f, 0.0f, 1.0f};
constexpr Rgba kTick{0.05f, 0.55f, 0.22f, 1.0f};
constexpr float kSure = 0.99f;  // confidence of a given
constexpr float kHalfSure = 0.8f;

void add_outline(const OverlayFacts& facts, const OverlayStyle& style, BoardPaint& paint) {
  for (const int cell : facts.doubtful) paint.wash(cell, kDoubtfulWash);
  for (const int cell : facts.clashing) {
    paint.wash(cell, kWrongWash);
    if (style.show == Show::check) paint.frame(cell, kRed);
  }
  paint.outline();
}

CellFlags left_out(const OverlayFacts& facts) {
  CellFlags out(facts.n * facts.n);
  for (const int cell : facts.left_out) out[cell] = true;
  return out;
}

int value_at(const Grid* grid, int cell) {
  return grid ? grid->at(cell / grid->n(), cell % grid->n()) : 0;
}

void add_solution(const OverlayFacts& facts, BoardPaint& paint) {
  const CellFlags out = left_out(facts);
  for (int cell = 0; cell < facts.n * facts.n; ++cell) {
    const int entry = value_at(facts.entries, cell);
    const int answer = value_at(facts.solution, cell);
    if (out[cell] || answer == 0 || value_at(facts.clues, cell) > 0 || entry == answer) continue;
    if (entry > 0)
      paint.tag(cell, paint.symbol_of(answer), kRed);
    else
      paint.symbol(cell, paint.symbol_of(answer));
  }
}

// What a person has said of a cell stands over the print that was misread.
void add_corrected(const OverlayFacts& facts, BoardPaint& paint) {
  for (const int cell : facts.corrected) {
    const int value = std::max(value_at(facts.clues, cell), value_at(facts.entries, cell));
    if (value > 0) paint.tag(cell, paint.symbol_of(value), kGivenTag);
  }
}

void add_givens(const OverlayFacts& facts, BoardPaint& paint) {
  const CellFlags out = left_out(facts);
  for (int cell = 0; cell < facts.n * facts.n; ++cell) {
    const int clue = value_at(facts.clues, cell);
    const bool tagged =
        std::find(facts.corrected.begin(), facts.corrected.end(), cell) != facts.corrected.end();
    if (clue == 0 || tagged || out[cell]) continue;
    const float sure = facts.confidence.empty() ? 1 : facts.confidence[cell];
    paint.tag(cell, paint.symbol_of(clue),
              sure >= kSure       ? kGivenTag
              : sure >= kHalfSure ? kUnsureTag
                                  : kRed);
  }
}

// Single answers that a person asked for. Not where the solution, or a hint, has them anyway.
void add_revealed(const OverlayFacts& facts, const OverlayStyle& style, BoardPaint& paint) {
  if (style.show == Show::solution) return;
  const CellFlags out = left_out(facts);
  for (const int cell : facts.revealed) {
    const int answer = value_at(facts.solution, cell);
    const bool hinted = style.show == Show::hint &&
                        std::any_of(facts.hints.begin(), facts.hints.end(),
                                    [cell](const OverlayHint& hint) { return hint.cell == cell; });
    if (answer > 0 && !hinted && !out[cell]) paint.symbol(cell, paint.symbol_of(answer));
  }
}

void add_hints(const OverlayFacts& facts, BoardPaint& paint) {
  for (const OverlayHint& hint : facts.hints) {
    const bool newest = &hint == &facts.hints.back();
    if (newest) {
      for (const int cell : hint.shaded) paint.wash(cell, kUnitWash);
      for (const int cell : hint.because) paint.wash(cell, kReasonWash);
      for (const OverlayHint::Struck& struck : hint.struck)
        paint.struck(struck.cell, struck.value, kRed);
    }
    if (hint.cell < 0) continue;
    const bool wrong = hint.text.empty();
    if (newest) {
      paint.wash(hint.cell, wrong ? kWrongWash : kHintWash);
      paint.frame(hint.cell, wrong ? kRed : kHintFrame);
    }
    if (!wrong) paint.symbol(hint.cell, hint.text);
  }
}

// Right entries are ticked in the lower right corner; wrong ones stand out on a large board, too.
void add_check(const OverlayFacts& facts, BoardPaint& paint) {
  for (const int cell : facts.wrong) {
    paint.wash(cell, kWrongWash);
    paint.frame(cell, kRed);
  }
  for (int cell = 0; cell < facts.n * facts.n; ++cell) {
    const int entry = value_at(facts.entries, cell);
    if (entry != 0 && entry == value_at(facts.solution, cell)) paint.tick(cell, kTick);
  }
}

}  // namespace

Rgba mood_colour(OverlayMood mood) {
  switch (mood) {
    case OverlayMood::good:
      return {0.10f, 0.65f, 0.30f, 1.0f};
    case OverlayMood::warning:
      return {0.95f, 0.55f, 0.05f, 1.0f};
    case OverlayMood::bad:
      return {0.88f, 0.15f, 0.15f, 1.0f};
    case OverlayMood::quiet:
      return {0.50f, 0.50f, 0.55f, 1.0f};
    case OverlayMood::busy:
      break;
  }
  return {0.20f, 0.55f, 0.90f, 1.0f};
}

BoardOverlay paint_board(const OverlayFacts& facts, const OverlayStyle& style) {
  if (facts.n <= 0) return {};
  BoardPaint paint(facts, style);
  if (style.outline) add_outline(facts, style, paint);
  if (style.show != Show::none) add_corrected(facts, paint);
  switch (style.show) {
    case Show::solution:
      add_solution(facts, paint);
      break;
    case Show::hint:
      add_hints(facts, paint);
      break;
    case Show::check:
      add_check(facts, paint);
      break;
    case Show::givens:
      add_givens(facts, paint);
      break;
    case Show::none:
      break;
  }
  add_revealed(facts, style, paint);
  return paint.overlay();
}

}  // namespace gridlens
