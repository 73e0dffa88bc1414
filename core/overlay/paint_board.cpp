#include "core/overlay/paint_board.h"

#include <algorithm>
#include <cmath>

namespace gridlens {

namespace {

constexpr double kDigitHeight = 0.50;     // cap height of a solution digit, cells
constexpr double kTwoDigitHeight = 0.40;  // of a two-character symbol
constexpr double kTagHeight = 0.22;       // of a small tag in a cell's corner
constexpr double kOutlineWidth = 0.07;    // cells, for a 9 x 9 board
constexpr Rgba kPaperTag{1.0f, 1.0f, 1.0f, 0.75f};
constexpr Rgba kDoubtfulCell{1.0f, 0.72f, 0.0f, 0.35f};
constexpr Rgba kClashingCell{0.90f, 0.10f, 0.10f, 0.35f};
constexpr Rgba kGivenTag{0.0f, 0.45f, 0.20f, 1.0f};
constexpr Rgba kCorrection{0.85f, 0.08f, 0.08f, 1.0f};
constexpr Rgba kUnsureTag{0.75f, 0.42f, 0.0f, 1.0f};
constexpr Rgba kShadedCell{0.20f, 0.50f, 1.0f, 0.13f};
constexpr Rgba kReasonCell{0.20f, 0.50f, 1.0f, 0.22f};
constexpr Rgba kHintCell{1.0f, 0.80f, 0.10f, 0.40f};
constexpr Rgba kHintGlow{0.95f, 0.62f, 0.0f, 1.0f};
constexpr Rgba kTick{0.05f, 0.55f, 0.22f, 1.0f};
constexpr double kFrameWidth = 0.09;  // cells
constexpr float kSure = 0.99f;        // confidence of a given
constexpr float kHalfSure = 0.8f;

std::string symbol_of(const OverlayFacts& facts, int value) {
  const auto index = static_cast<size_t>(value - 1);
  return index < facts.symbols.size() ? facts.symbols[index] : std::to_string(value);
}

Rgba faded(Rgba colour, float opacity) {
  colour.a *= std::clamp(opacity, 0.0f, 1.0f);
  return colour;
}

void add_tag(BoardOverlay& overlay, int row, int col, const std::string& text, Rgba colour) {
  const double width = text.size() > 1 ? 0.38 : 0.26;
  overlay.rects.push_back({col + 0.97 - width, row + 0.03, width, 0.34, kPaperTag});
  overlay.glyphs.push_back({col + 0.97 - width / 2, row + 0.20, kTagHeight, text, colour});
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

namespace {

void add_cell(BoardOverlay& overlay, int cell, int n, Rgba colour) {
  overlay.rects.push_back({double(cell % n), double(cell / n), 1, 1, colour});
}

// A frame just inside a cell.
void add_frame(BoardOverlay& overlay, int cell, int n, double width, Rgba colour) {
  const double left = cell % n + width / 2, top = cell / n + width / 2;
  const double right = cell % n + 1 - width / 2, bottom = cell / n + 1 - width / 2;
  overlay.strokes.push_back(
      {{{left, top}, {right, top}, {right, bottom}, {left, bottom}}, width, true, colour});
}

void add_symbol(BoardOverlay& overlay, int cell, int n, const std::string& text, Rgba colour) {
  overlay.glyphs.push_back({cell % n + 0.5, cell / n + 0.5,
                            text.size() > 1 ? kTwoDigitHeight : kDigitHeight, text, colour});
}

void add_outline(BoardOverlay& overlay, const OverlayFacts& facts, const OverlayStyle& style) {
  const int n = facts.n;
  for (const int cell : facts.doubtful) add_cell(overlay, cell, n, kDoubtfulCell);
  for (const int cell : facts.clashing) {
    add_cell(overlay, cell, n, kClashingCell);
    if (style.content == OverlayContent::check)
      add_frame(overlay, cell, n, kFrameWidth, kCorrection);
  }
  const double side = n;
  overlay.strokes.push_back({{{0, 0}, {side, 0}, {side, side}, {0, side}},
                             kOutlineWidth * n / 9.0,
                             true,
                             mood_colour(facts.mood)});
  if (!facts.message.empty())
    overlay.label = OverlayLabel{facts.message, {1, 1, 1, 1}, faded(mood_colour(facts.mood), 0.9f)};
}

std::vector<bool> left_out(const OverlayFacts& facts) {
  std::vector<bool> out(static_cast<size_t>(facts.n) * static_cast<size_t>(facts.n), false);
  for (const int cell : facts.left_out) out.at(static_cast<size_t>(cell)) = true;
  return out;
}

int value_at(const Grid* grid, int cell) {
  return grid ? grid->at(cell / grid->n(), cell % grid->n()) : 0;
}

void add_solution(BoardOverlay& overlay, const OverlayFacts& facts, const OverlayStyle& style) {
  const int n = facts.n;
  const std::vector<bool> out = left_out(facts);
  for (int cell = 0; cell < n * n; ++cell) {
    const int entry = value_at(facts.entries, cell);
    const int answer = value_at(facts.solution, cell);
    if (out[static_cast<size_t>(cell)] || answer == 0 || value_at(facts.clues, cell) > 0 ||
        entry == answer)
      continue;
    const std::string text = symbol_of(facts, answer);
    if (entry > 0)
      add_tag(overlay, cell / n, cell % n, text, faded(kCorrection, style.opacity));
    else
      add_symbol(overlay, cell, n, text, faded(style.solution_colour, style.opacity));
  }
}

// What a person has said of a cell stands over the print that was misread.
void add_corrected(BoardOverlay& overlay, const OverlayFacts& facts, const OverlayStyle& style) {
  const int n = facts.n;
  for (const int cell : facts.corrected) {
    const int value = std::max(value_at(facts.clues, cell), value_at(facts.entries, cell));
    if (value > 0)
      add_tag(overlay, cell / n, cell % n, symbol_of(facts, value),
              faded(kGivenTag, style.opacity));
  }
}

void add_givens(BoardOverlay& overlay, const OverlayFacts& facts, const OverlayStyle& style) {
  const int n = facts.n;
  const std::vector<bool> out = left_out(facts);
  for (int cell = 0; cell < n * n; ++cell) {
    const int clue = value_at(facts.clues, cell);
    const bool tagged =
        std::find(facts.corrected.begin(), facts.corrected.end(), cell) != facts.corrected.end();
    if (clue == 0 || tagged || out[static_cast<size_t>(cell)]) continue;
    const float sure = facts.confidence.empty() ? 1 : facts.confidence[static_cast<size_t>(cell)];
    const Rgba colour = sure >= kSure ? kGivenTag : sure >= kHalfSure ? kUnsureTag : kCorrection;
    add_tag(overlay, cell / n, cell % n, symbol_of(facts, clue), faded(colour, style.opacity));
  }
}

// Single answers that a person asked for. Not where the solution, or a hint, has them anyway.
void add_revealed(BoardOverlay& overlay, const OverlayFacts& facts, const OverlayStyle& style) {
  if (style.content == OverlayContent::solution) return;
  const std::vector<bool> out = left_out(facts);
  for (const int cell : facts.revealed) {
    const int answer = value_at(facts.solution, cell);
    const bool hinted = style.content == OverlayContent::hint &&
                        std::any_of(facts.hints.begin(), facts.hints.end(),
                                    [cell](const OverlayHint& hint) { return hint.cell == cell; });
    if (answer > 0 && !hinted && !out[static_cast<size_t>(cell)])
      add_symbol(overlay, cell, facts.n, symbol_of(facts, answer),
                 faded(style.solution_colour, style.opacity));
  }
}

// A candidate that falls: small, at its place in a square of all values, with a stroke through it.
void add_struck(BoardOverlay& overlay, const OverlayFacts& facts, const OverlayHint::Struck& struck,
                float opacity) {
  const int n = facts.n;
  const int side = static_cast<int>(std::ceil(std::sqrt(n)));
  const double pitch = 0.9 / side;
  const double x = struck.cell % n + 0.05 + ((struck.value - 1) % side + 0.5) * pitch;
  const double y = struck.cell / n + 0.05 + ((struck.value - 1) / side + 0.5) * pitch;
  const Rgba colour = faded(kCorrection, opacity);
  overlay.glyphs.push_back({x, y, 0.66 * pitch, symbol_of(facts, struck.value), colour});
  const double reach = 0.42 * pitch;
  overlay.strokes.push_back(
      {{{x - reach, y + reach}, {x + reach, y - reach}}, 0.07 * pitch, false, colour});
}

void add_hints(BoardOverlay& overlay, const OverlayFacts& facts, const OverlayStyle& style) {
  const int n = facts.n;
  for (const OverlayHint& hint : facts.hints) {
    const bool newest = &hint == &facts.hints.back();
    if (newest) {
      for (const int cell : hint.shaded) add_cell(overlay, cell, n, kShadedCell);
      for (const int cell : hint.because) add_cell(overlay, cell, n, kReasonCell);
      for (const OverlayHint::Struck& struck : hint.struck)
        add_struck(overlay, facts, struck, style.opacity);
    }
    if (hint.cell < 0) continue;
    const bool wrong = hint.text.empty();
    const Rgba glow = wrong ? kCorrection : kHintGlow;
    if (newest) {
      add_cell(overlay, hint.cell, n, wrong ? kClashingCell : kHintCell);
      add_frame(overlay, hint.cell, n, kFrameWidth, glow);
    }
    if (!wrong)
      add_symbol(overlay, hint.cell, n, hint.text, faded(style.solution_colour, style.opacity));
  }
}

// Right entries are ticked in the lower right corner; wrong ones stand out on a large board, too.
void add_check(BoardOverlay& overlay, const OverlayFacts& facts, const OverlayStyle& style) {
  const int n = facts.n;
  for (const int cell : facts.wrong) {
    add_cell(overlay, cell, n, kClashingCell);
    add_frame(overlay, cell, n, kFrameWidth, kCorrection);
  }
  for (int cell = 0; cell < n * n; ++cell) {
    const int entry = value_at(facts.entries, cell);
    if (entry == 0 || entry != value_at(facts.solution, cell)) continue;
    const double x = cell % n, y = cell / n;
    overlay.strokes.push_back({{{x + 0.76, y + 0.84}, {x + 0.83, y + 0.91}, {x + 0.95, y + 0.75}},
                               0.05,
                               false,
                               faded(kTick, style.opacity)});
  }
}

}  // namespace

BoardOverlay paint_board(const OverlayFacts& facts, const OverlayStyle& style) {
  BoardOverlay overlay;
  const int n = facts.n;
  if (n <= 0) return overlay;
  if (style.outline) add_outline(overlay, facts, style);
  if (style.content != OverlayContent::nothing) add_corrected(overlay, facts, style);
  switch (style.content) {
    case OverlayContent::solution:
      add_solution(overlay, facts, style);
      break;
    case OverlayContent::hint:
      add_hints(overlay, facts, style);
      break;
    case OverlayContent::check:
      add_check(overlay, facts, style);
      break;
    case OverlayContent::givens:
      add_givens(overlay, facts, style);
      break;
    case OverlayContent::nothing:
      break;
  }
  add_revealed(overlay, facts, style);
  return overlay;
}

}  // namespace gridlens
