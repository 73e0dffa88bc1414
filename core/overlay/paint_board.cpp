#include "core/overlay/paint_board.h"

#include <algorithm>

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

BoardOverlay paint_board(const OverlayFacts& facts, const OverlayStyle& style) {
  BoardOverlay overlay;
  const int n = facts.n;
  if (n <= 0) return overlay;

  if (style.outline) {
    for (const int cell : facts.doubtful)
      overlay.rects.push_back({double(cell % n), double(cell / n), 1, 1, kDoubtfulCell});
    for (const int cell : facts.clashing)
      overlay.rects.push_back({double(cell % n), double(cell / n), 1, 1, kClashingCell});
    const double side = n;
    overlay.strokes.push_back({{{0, 0}, {side, 0}, {side, side}, {0, side}},
                               kOutlineWidth * n / 9.0,
                               true,
                               mood_colour(facts.mood)});
    if (!facts.message.empty())
      overlay.label =
          OverlayLabel{facts.message, {1, 1, 1, 1}, faded(mood_colour(facts.mood), 0.9f)};
  }

  std::vector<bool> left_out(static_cast<size_t>(n) * static_cast<size_t>(n), false);
  for (const int cell : facts.left_out) left_out.at(static_cast<size_t>(cell)) = true;
  for (int row = 0; row < n; ++row) {
    for (int col = 0; col < n; ++col) {
      if (left_out[static_cast<size_t>(row * n + col)]) continue;
      const int clue = facts.clues ? facts.clues->at(row, col) : 0;
      const int entry = facts.entries ? facts.entries->at(row, col) : 0;
      const int answer = facts.solution ? facts.solution->at(row, col) : 0;
      if (style.paint_givens && clue > 0)
        add_tag(overlay, row, col, symbol_of(facts, clue), faded(kGivenTag, style.opacity));
      if (!style.paint_solution || answer == 0 || clue > 0 || entry == answer) continue;
      const std::string text = symbol_of(facts, answer);
      if (entry > 0)
        add_tag(overlay, row, col, text, faded(kCorrection, style.opacity));
      else
        overlay.glyphs.push_back({col + 0.5, row + 0.5,
                                  text.size() > 1 ? kTwoDigitHeight : kDigitHeight, text,
                                  faded(style.solution_colour, style.opacity)});
    }
  }
  return overlay;
}

}  // namespace gridlens
