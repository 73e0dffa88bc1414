#include "tests/simulator/board_style.h"

#include <algorithm>

namespace gridlens::generator {

std::string printed_symbol(AlphabetKind alphabet, int value) {
  const auto letter = [](int index) { return std::string(1, static_cast<char>('A' + index)); };
  switch (alphabet) {
    case AlphabetKind::numerals:
      return std::to_string(value);
    case AlphabetKind::zero_based:
      return std::to_string(value - 1);
    case AlphabetKind::hexadecimal:
      return value <= 10 ? std::to_string(value - 1) : letter(value - 11);
    case AlphabetKind::digits_then_letters:
      return value <= 9 ? std::to_string(value) : letter(value - 10);
    case AlphabetKind::letters:
      return letter(value - 1);
  }
  return {};
}

namespace {

AlphabetKind random_alphabet(int n, Random& random) {
  std::vector<AlphabetKind> kinds{AlphabetKind::numerals, AlphabetKind::letters};
  if (n > 9) kinds.push_back(AlphabetKind::digits_then_letters);
  if (n == 16) kinds.push_back(AlphabetKind::hexadecimal);
  if (n != 9 && n < 10) kinds.push_back(AlphabetKind::numerals);
  return random.pick(kinds);
}

void colour_it(BoardStyle& style, Random& random) {
  const double look = random.uniform();
  if (look < 0.45) return;
  if (look < 0.6) {  // coloured digits
    const std::vector<Colour> inks{{170, 25, 30}, {20, 45, 140}, {20, 95, 50}, {90, 30, 110}};
    style.digit = random.pick(inks);
  } else if (look < 0.75) {  // coloured lines
    const std::vector<Colour> inks{{150, 30, 40}, {30, 60, 150}, {60, 60, 60}, {25, 110, 80}};
    style.line = random.pick(inks);
    style.thin_line = mix(style.line, style.background, random.uniform(0.1, 0.5));
  } else if (look < 0.9) {  // a tinted background
    const std::vector<Colour> backgrounds{
        {253, 246, 220}, {232, 242, 250}, {240, 248, 232}, {250, 235, 238}};
    style.background = random.pick(backgrounds);
  } else {  // grey digits
    style.digit = {85, 85, 90};
  }
}

}  // namespace

BoardStyle random_style(Shape shape, Random& random, const StyleRanges& ranges) {
  const int n = shape.n();
  BoardStyle style;
  style.font = random.pick(printed_fonts());
  style.digit_height = random.uniform(0.42, 0.62);
  style.digit_stretch = random.uniform(0.85, 1.08);
  if (random.chance(0.12)) style.digit_slant = random.uniform(0.08, 0.25);
  style.thin = random.uniform(0.014, 0.032);
  style.thick = std::max(style.thin * 1.9, random.uniform(0.04, 0.085));
  style.border = std::max(style.thick, random.uniform(0.045, 0.11));
  const double dark = random.uniform(10, 50);
  style.line = {dark, dark, dark + 2};
  style.thin_line = mix(style.line, {255, 255, 255}, random.uniform(0, 0.45));
  style.digit = {dark * 0.8, dark * 0.8, dark * 0.8};
  const double paper = random.uniform(240, 255);
  style.background = {paper, paper, paper - 2};
  if (ranges.fancy_lines) {
    const double look = random.uniform();
    if (look < 0.10)
      style.inner = InnerLines::hairline;
    else if (look < 0.18)
      style.inner = InnerLines::dotted;
    if (random.chance(0.12)) style.frame = BoardFrame::doubled;
    if (random.chance(0.2)) style.boxes = random.chance(0.4) ? BoxMarks::shading : BoxMarks::both;
  }
  if (style.inner == InnerLines::hairline) style.thin = random.uniform(0.009, 0.014);
  if (style.inner == InnerLines::dotted) style.thin = random.uniform(0.025, 0.04);
  if (ranges.missing_border) style.frame = BoardFrame::none;
  if (ranges.doubled_frame) {
    style.frame = BoardFrame::doubled;
    style.frame_gap = random.uniform(0.04, 0.3);
    style.heavy_outer_frame = random.chance(0.4);
  }
  if (ranges.coloured) colour_it(style, random);
  if (ranges.inverted) {
    const double black = random.uniform(12, 45);
    style.background = {black, black, black + random.uniform(0, 25)};
    style.line = {235, 235, 235};
    style.thin_line = mix(style.line, style.background, random.uniform(0, 0.35));
    style.digit = random.chance(0.7) ? Colour{245, 245, 245} : Colour{255, 215, 90};
  }
  style.shade = mix(style.background, style.line, random.uniform(0.08, 0.18));
  if (ranges.any_alphabet) style.alphabet = random_alphabet(n, random);
  if (ranges.alphabet) style.alphabet = *ranges.alphabet;
  style.lower_case = ranges.lower_case;
  // Two figures in a cell need a smaller type.
  if (n > 9 && style.alphabet == AlphabetKind::numerals) {
    style.digit_height = std::min(style.digit_height, 0.46);
    style.digit_stretch = std::min(style.digit_stretch, 0.92);
  }
  style.entry_share = ranges.entry_share;
  style.wrong_share = ranges.wrong_share;
  style.pencil_mark_share = ranges.pencil_mark_share;
  style.pencil_marks = ranges.pencil_marks;
  style.hand_font = random.pick(handwriting_fonts());
  const std::vector<Colour> hand_inks{{35, 50, 130}, {40, 40, 45}, {90, 90, 98}, {150, 30, 35}};
  style.hand_ink = random.pick(hand_inks);
  // On black people write with a light pen: nobody sees a blue one there.
  if (ranges.inverted) style.hand_ink = mix(style.hand_ink, {255, 255, 255}, 0.65);
  return style;
}

}  // namespace gridlens::generator
