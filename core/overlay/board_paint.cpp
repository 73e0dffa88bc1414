#include "core/overlay/board_paint.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/overlay/contrast.h"

namespace gridlens {

namespace {

constexpr double kTagHeight = 0.22;      // of a small tag in a cell's corner
constexpr double kOutlineWidth = 0.07;   // cells, for a 9 x 9 board
constexpr double kWidestOutline = 0.11;  // cells: digits beside it stay clear
constexpr double kTickWidth = 0.05;
constexpr double kHalo = 0.08;       // around symbols that lie on pencil marks, cells
constexpr double kToneWidth = 0.12;  // of the lighter or darker background around a symbol
constexpr float kHaloAlpha = 0.9f;
constexpr float kOverMarks = 0.6f;      // opacity of the paper that is laid over them
constexpr float kTagBackground = 0.9f;  // opacity
constexpr double kTagTone = 0.6;        // of white or black in the paper of a tag
constexpr double kDarkPaper = 0.18;     // relative luminance
constexpr Rgba kPaperTag{1.0f, 1.0f, 1.0f, 0.75f};
// Widths are kept within what the typeface can be drawn with, shares of the height.
constexpr double kThinnest = 0.09;
constexpr double kThickest = 0.27;
constexpr double kSoftest = 0.75;       // of a stroke's width: its middle stays ink
constexpr double kSoftestToned = 0.35;  // the tone is not to be hidden by soft edges
constexpr double kMostOffset = 0.15;    // cells

Rgba faded(Rgba colour, float opacity) {
  colour.a *= std::clamp(opacity, 0.0f, 1.0f);
  return colour;
}

// Of a pixel in the middle of a stroke, by its ink. Pixels lie aside of the middle by as much as
// half their side, and some strokes of a digit are thinner than others.
double coverage_of_strokes(double stroke_px, double softness_px) {
  constexpr double kAside = 0.35, kThinner = 0.85;
  return std::clamp((kThinner * stroke_px / 2 - kAside) / std::max(softness_px, 1.0) + 0.5, 0.6,
                    1.0);
}

}  // namespace

BoardPaint::BoardPaint(const OverlayFacts& facts, const OverlayStyle& style)
    : facts_(facts), style_(style) {
  if (!facts.look) return;
  print_ = facts.look->print;
  backgrounds_ = facts.look->background;
  if (backgrounds_.size() != static_cast<size_t>(facts.n * facts.n)) backgrounds_.clear();
  print_.x = std::clamp(print_.x, -kMostOffset, kMostOffset);
  print_.y = std::clamp(print_.y, -kMostOffset, kMostOffset);
  if (print_.stroke > 0)
    print_.stroke = std::clamp(print_.stroke, kThinnest * print_.height, kThickest * print_.height);
  std::vector<Rgba> blank;
  for (size_t cell = 0; cell < backgrounds_.size(); ++cell) {
    const int row = static_cast<int>(cell) / facts.n, col = static_cast<int>(cell) % facts.n;
    if (!facts.clues || facts.clues->at(row, col) == 0) blank.push_back(backgrounds_[cell].colour);
  }
  ink_.emplace(wish(faded(style.solution_colour, style.opacity), kReadableContrast), blank);
}

std::string BoardPaint::symbol_of(int value) const {
  const auto index = static_cast<size_t>(value - 1);
  return index < facts_.symbols.size() ? facts_.symbols[index] : std::to_string(value);
}

InkWish BoardPaint::wish(const Rgba& colour, double contrast) const {
  InkWish wish{colour, print_.ink, contrast, 1};
  if (facts_.look) {
    const double cell_px = facts_.look->cell_px;
    wish.coverage = coverage_of_strokes(cell_px * (print_.stroke > 0 ? print_.stroke : kThinnest),
                                        cell_px * softness());
  }
  // Half of what print has is grey ink or blur, as a rule, and light print tells nothing of black.
  wish.black = relative_luminance(print_.ink) > 0.1 ? Rgba{0, 0, 0, 1}
                                                    : mixed({0, 0, 0, 1}, print_.ink, 0.5);
  return wish;
}

Rgba BoardPaint::mark(int cell, const Rgba& colour, double contrast) const {
  const Rgba wished = faded(colour, style_.opacity);
  if (backgrounds_.empty()) return wished;
  return readable_ink(wish(wished, contrast), backgrounds_[static_cast<size_t>(cell)].colour);
}

double BoardPaint::softness() const {
  return std::min(print_.softness, kSoftest * print_.stroke);
}

void BoardPaint::outline() {
  const double width = std::min(kOutlineWidth * facts_.n / 9.0, kWidestOutline);
  const double low = width / 2, high = facts_.n - width / 2;
  Rgba colour = mood_colour(facts_.mood);
  if (!backgrounds_.empty()) {
    std::vector<std::pair<double, Rgba>> border;
    for (int cell = 0; cell < facts_.n * facts_.n; ++cell) {
      const int row = cell / facts_.n, col = cell % facts_.n, last = facts_.n - 1;
      if (row != 0 && col != 0 && row != last && col != last) continue;
      const Rgba& background = backgrounds_[static_cast<size_t>(cell)].colour;
      border.emplace_back(relative_luminance(background), background);
    }
    const auto middle = border.begin() + static_cast<std::ptrdiff_t>(border.size() / 2);
    std::nth_element(border.begin(), middle, border.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    // Light on a board that light ink is for, though its tiles may be lighter than what is between.
    const InkWish wished = wish(colour, kVisibleContrast);
    const auto step = least_step(wished, middle->second, ink_->side());
    colour = step ? ink_at(wished, middle->second, ink_->side(), *step)
                  : readable_ink(wished, middle->second);
  }
  overlay_.strokes.push_back(
      {{{low, low}, {high, low}, {high, high}, {low, high}}, width, true, colour});
  if (!facts_.message.empty())
    overlay_.label =
        OverlayLabel{facts_.message, {1, 1, 1, 1}, faded(mood_colour(facts_.mood), 0.9f)};
}

void BoardPaint::wash(int cell, const Rgba& colour) {
  overlay_.rects.push_back({column(cell), row(cell), 1, 1, colour});
  if (backgrounds_.empty()) return;
  CellBackground& background = backgrounds_[static_cast<size_t>(cell)];
  for (Rgba* part : {&background.colour, &background.darkest, &background.lightest})
    *part = laid_over(colour, *part);
}

void BoardPaint::frame(int cell, const Rgba& colour) {
  const double half = kFrameWidth / 2;
  const double left = column(cell) + half, top = row(cell) + half;
  const double right = column(cell) + 1 - half, bottom = row(cell) + 1 - half;
  overlay_.strokes.push_back({{{left, top}, {right, top}, {right, bottom}, {left, bottom}},
                              kFrameWidth,
                              true,
                              mark(cell, colour, kVisibleContrast)});
}

void BoardPaint::symbol(int cell, const std::string& text) {
  OverlayGlyphs glyphs{column(cell) + 0.5 + print_.x, row(cell) + 0.5 + print_.y,
                       text.size() > 1 ? print_.wide_height : print_.height, text,
                       faded(style_.solution_colour, style_.opacity)};
  glyphs.stroke = print_.stroke;
  glyphs.softness = softness();
  if (!backgrounds_.empty()) {
    const CellBackground& background = backgrounds_[static_cast<size_t>(cell)];
    const CellInk cell_ink = ink_->on(background);
    glyphs.colour = cell_ink.ink;
    glyphs.background = cell_ink.background;
    if (cell_ink.tone.a > 0) {
      glyphs.halo = kToneWidth;
      glyphs.halo_colour = cell_ink.tone;
      glyphs.softness = std::min(glyphs.softness, kSoftestToned * print_.stroke);
    }
    if (background.marked) {
      glyphs.halo = kHalo;
      glyphs.halo_colour = faded(cell_ink.background, kHaloAlpha);
      overlay_.rects.push_back({column(cell) + 0.08, row(cell) + 0.08, 0.84, 0.84,
                                faded(background.colour, kOverMarks * style_.appeared), true});
    }
  }
  glyphs.colour = faded(glyphs.colour, style_.appeared);
  glyphs.halo_colour = faded(glyphs.halo_colour, style_.appeared);
  overlay_.glyphs.push_back(glyphs);
}

void BoardPaint::tag(int cell, const std::string& text, const Rgba& colour) {
  const double width = text.size() > 1 ? 0.38 : 0.26;
  const double right = column(cell) + 0.97, top = row(cell) + 0.03;
  OverlayGlyphs glyphs{right - width / 2, top + 0.17, kTagHeight, text,
                       faded(colour, style_.opacity)};
  if (backgrounds_.empty()) {
    overlay_.rects.push_back({right - width, top, width, 0.34, kPaperTag});
  } else {
    // The paper, but so much lighter or darker that the colour can be told.
    const Rgba& paper = backgrounds_[static_cast<size_t>(cell)].colour;
    const bool light = relative_luminance(paper) > kDarkPaper;
    const Rgba background = mixed(paper, light ? Rgba{1, 1, 1, 1} : Rgba{0, 0, 0, 1}, kTagTone);
    overlay_.rects.push_back(
        {right - width, top, width, 0.34, faded(background, kTagBackground), /*covers=*/true});
    glyphs.background = laid_over(faded(background, kTagBackground), paper);
    glyphs.colour = readable_ink(wish(glyphs.colour, kReadableContrast), *glyphs.background);
  }
  overlay_.glyphs.push_back(glyphs);
}

void BoardPaint::struck(int cell, int value, const Rgba& colour) {
  const int side = static_cast<int>(std::ceil(std::sqrt(facts_.n)));
  const double pitch = 0.9 / side;
  const double x = column(cell) + 0.05 + ((value - 1) % side + 0.5) * pitch;
  const double y = row(cell) + 0.05 + (static_cast<double>((value - 1) / side) + 0.5) * pitch;
  const Rgba ink = mark(cell, colour, kReadableContrast);
  overlay_.glyphs.push_back({x, y, 0.62 * pitch, symbol_of(value), ink});
  const double reach = 0.42 * pitch;
  overlay_.strokes.push_back(
      {{{x - reach, y + reach}, {x + reach, y - reach}}, 0.12 * pitch, false, ink});
}

void BoardPaint::tick(int cell, const Rgba& colour) {
  const double x = column(cell), y = row(cell);
  overlay_.strokes.push_back({{{x + 0.76, y + 0.84}, {x + 0.83, y + 0.91}, {x + 0.95, y + 0.75}},
                              kTickWidth,
                              false,
                              mark(cell, colour, kReadableContrast)});
}

}  // namespace gridlens
