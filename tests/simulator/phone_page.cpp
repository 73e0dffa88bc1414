// Phones' screens with Sudoku games: status bar, toolbar, what the game counts, the board, tools, a
// keypad, often an advert.
#include <algorithm>
#include <array>
#include <cmath>

#include "tests/simulator/page.h"
#include "tests/simulator/phone_look.h"

namespace gridlens::generator {
namespace {

constexpr Colour kWhite{255, 255, 255};

Colour rgb(int hex) {
  return {double(hex >> 16 & 255), double(hex >> 8 & 255), double(hex & 255)};
}

struct PhoneSize {
  int width, height;
};
constexpr std::array<PhoneSize, 7> kSizes{{{720, 1280},
                                           {720, 1600},
                                           {828, 1792},
                                           {1080, 1920},
                                           {1080, 2400},
                                           {1170, 2532},
                                           {1440, 3200}}};

AppStyle board_style(const PhoneLook& look, Shape shape, Random& random) {
  AppStyle style;
  style.font = look.font;
  style.digit_height = look.digit_height * random.uniform(0.9, 1.08);
  if (shape.n() > 9) style.digit_height *= 0.85;  // two digits must fit
  style.tiles = look.tiles;
  style.border = look.border;
  style.thin = look.thin, style.thick = look.thick;
  style.gap = random.uniform(0.03, 0.07);
  style.box_gap = style.gap + random.uniform(0.05, 0.1);
  style.radius = random.uniform(0.06, 0.2);
  style.background = rgb(look.paper.background), style.cell = rgb(look.paper.cell);
  style.given_cell = rgb(look.paper.given_cell);
  style.line = rgb(look.paper.line), style.thin_line = rgb(look.paper.thin_line);
  style.given = rgb(look.ink.given), style.entry = rgb(look.ink.entry),
  style.mark = rgb(look.ink.mark);
  style.lit = rgb(look.light.lit), style.selected = rgb(look.light.selected);
  style.light_equals = random.chance(0.7);
  style.equal = rgb(look.light.equal);
  if (look.selected_ink) style.selected_ink = rgb(*look.selected_ink);
  style.mistake = rgb(look.mistake.ink), style.mistake_cell = rgb(look.mistake.cell);
  style.mistakes = look.mistakes;
  style.select = random.chance(0.85);
  const double game = random.uniform();
  style.entry_share = game < 0.25 ? 0 : game < 0.9 ? random.uniform(0.1, 0.6) : 0.95;
  style.mark_share = random.chance(0.5) ? random.uniform(0.1, 0.7) : 0;
  style.wrong_share = random.chance(0.4) ? random.uniform(0.03, 0.15) : 0;
  if (shape.n() > 9 && random.chance(0.5)) style.alphabet = AlphabetKind::digits_then_letters;
  return style;
}

// A screen that is painted from top to bottom. `unit`: a hundredth of its width.
struct Painter {
  Canvas canvas;
  const PhoneLook& look;
  double unit;
  Random& random;

  [[nodiscard]] double width() const { return 100 * unit; }
  [[nodiscard]] double height() const { return canvas.area().height; }

  void words(const std::string& text, double x, double y, double size, Colour colour,
             const std::string& face = "Inter-Medium.otf") {
    canvas.text(font(face).centred(text, {x, y}, {size * unit, 0, 0, 1, 0}), colour);
  }
  void box(double left, double top, double right, double bottom, double radius, Colour colour) {
    canvas.fill_rect(left + radius, top, right - radius, bottom, colour);
    canvas.fill_rect(left, top + radius, right, bottom - radius, colour);
    for (const double x : {left + radius, right - radius})
      for (const double y : {top + radius, bottom - radius}) canvas.disc({x, y}, radius, colour);
  }
};

void status_bar(Painter& p) {
  const Colour ink = rgb(p.look.ink.given);
  const double y = 4 * p.unit;
  p.words(std::to_string(p.random.integer(1, 12)) + ":" + std::to_string(p.random.integer(10, 59)),
          10 * p.unit, y, 2.4, ink);
  for (int bar = 0; bar < 4; ++bar) {
    const double left = (76 + 1.6 * bar) * p.unit;
    p.canvas.fill_rect(left, y + (1 - 0.8 * bar) * p.unit, left + p.unit, y + 1.6 * p.unit, ink);
  }
  p.box(86 * p.unit, y - 1.5 * p.unit, 93 * p.unit, y + 1.6 * p.unit, 0.8 * p.unit, ink);
  if (p.random.chance(0.5)) p.canvas.disc({p.width() / 2, y}, 2.2 * p.unit, {0, 0, 0});
}

void toolbar(Painter& p, double y) {
  const Colour ink = rgb(p.look.ink.accent);
  p.canvas.stroke({7 * p.unit, y - 2 * p.unit}, {5 * p.unit, y}, 0.5 * p.unit, ink);
  p.canvas.stroke({5 * p.unit, y}, {7 * p.unit, y + 2 * p.unit}, 0.5 * p.unit, ink);
  p.words("Sudoku", (p.random.chance(0.5) ? 50 : 20) * p.unit, y, 3, rgb(p.look.ink.given),
          "Inter-SemiBold.otf");
  p.canvas.ring({86 * p.unit, y}, 2 * p.unit, 0.5 * p.unit, ink);
  p.canvas.disc({94 * p.unit, y}, 2 * p.unit, ink);
}

// "Hard   Mistakes 1/3   1240   07:15"
void counters(Painter& p, double y) {
  const Colour ink = rgb(p.look.ink.mark);
  const std::string minutes = "0" + std::to_string(p.random.integer(1, 9));
  p.words(p.random.chance(0.5) ? "Hard" : "Medium", 12 * p.unit, y, 2, ink);
  p.words("Mistakes: " + std::to_string(p.random.integer(0, 2)) + "/3", 38 * p.unit, y, 2, ink);
  p.words(std::to_string(p.random.integer(100, 9999)), 64 * p.unit, y, 2, ink);
  p.words(minutes + ":" + std::to_string(p.random.integer(10, 59)), 88 * p.unit, y, 2, ink);
}

void tools(Painter& p, double y) {
  const std::array<const char*, 4> names{"Undo", "Erase", "Notes", "Hint"};
  for (size_t i = 0; i < names.size(); ++i) {
    const double x = (14 + 24 * double(i)) * p.unit;
    p.canvas.ring({x, y}, 3 * p.unit, 0.5 * p.unit, rgb(p.look.ink.mark));
    p.words(names[i], x, y + 6 * p.unit, 1.7, rgb(p.look.ink.mark));
    if (i < 2) continue;
    p.box(x + p.unit, y - 5 * p.unit, x + 6.5 * p.unit, y - 1.6 * p.unit, 1.7 * p.unit,
          rgb(p.look.ink.accent));
    p.words(i == 2 ? "OFF" : "3", x + 3.75 * p.unit, y - 3.3 * p.unit, 1.3, kWhite);
  }
}

// One key a value, in rows, between two heights.
void keypad(Painter& p, double top, double bottom, const PrintedBoard& board) {
  const int n = board.shape().n();
  const int columns = n <= 4       ? n
                      : n % 8 == 0 ? 8
                      : n <= 9     ? (p.random.chance(0.4)   ? 3
                                      : p.random.chance(0.5) ? 5
                                                             : n)
                                   : 6;
  const int rows = (n + columns - 1) / columns;
  const double across = 92 * p.unit / columns;
  const double down = std::min(across * 1.3, (bottom - top) / rows);
  const bool counts = p.random.chance(0.4);
  const double size = std::min(columns == n ? 6.0 : 4.5, 0.4 * down / p.unit);
  for (int value = 1; value <= n; ++value) {
    const int row = (value - 1) / columns, column = (value - 1) % columns;
    const double x = 4 * p.unit + (column + 0.5) * across, y = top + (row + 0.5) * down;
    if (p.look.keys_framed)
      p.box(x - across * 0.45, y - down * 0.45, x + across * 0.45, y + down * 0.45, 1.4 * p.unit,
            mix(rgb(p.look.paper.background), rgb(p.look.ink.accent), 0.18));
    p.words(printed_symbol(board.alphabet, value), x, y, size, rgb(p.look.ink.accent), p.look.font);
    if (counts)
      p.words(std::to_string(p.random.integer(1, 9)), x, y + down * 0.36, 1.4,
              rgb(p.look.ink.mark));
  }
}

void advert(Painter& p, double top, double bottom) {
  const Colour background = p.random.chance(0.5) ? kWhite : rgb(0xffe9a8);
  p.canvas.fill_rect(0, top, p.width(), bottom, background);
  const double middle = (top + bottom) / 2, half = (bottom - top) * 0.36;
  for (int i = 0; i < 4; ++i)  // four tiles of another game
    p.box((3 + 5 * (i % 2)) * p.unit, middle - half + i / 2 * half, (7.6 + 5 * (i % 2)) * p.unit,
          middle - half + (i / 2 + 0.92) * half, 0.7 * p.unit,
          rgb(i % 3 == 0 ? 0xf2674a : 0x3f8fd0));
  p.words("Merge the blocks!", 42 * p.unit, middle - 2 * p.unit, 2.2, rgb(0x303030));
  p.words("4.6  Free  10M+", 42 * p.unit, middle + 2.4 * p.unit, 1.7, rgb(0x808080));
  p.box(74 * p.unit, middle - 3 * p.unit, 97 * p.unit, middle + 3 * p.unit, 3 * p.unit,
        rgb(0x1a73e8));
  p.words("INSTALL", 85.5 * p.unit, middle, 1.8, kWhite);
}

void navigation(Painter& p) {
  const double y = p.height() - 3 * p.unit;
  const Colour ink = rgb(p.look.ink.mark);
  if (p.random.chance(0.5))
    return p.box(33 * p.unit, y - 0.4 * p.unit, 67 * p.unit, y + 0.4 * p.unit, 0.4 * p.unit, ink);
  p.canvas.ring({50 * p.unit, y}, 1.5 * p.unit, 0.4 * p.unit, ink);
  p.canvas.fill_rect(76 * p.unit, y - 1.3 * p.unit, 78.6 * p.unit, y + 1.3 * p.unit, ink);
  p.canvas.stroke({24 * p.unit, y}, {26.4 * p.unit, y - 1.4 * p.unit}, 0.4 * p.unit, ink);
  p.canvas.stroke({24 * p.unit, y}, {26.4 * p.unit, y + 1.4 * p.unit}, 0.4 * p.unit, ink);
}

}  // namespace

Page paint_phone_page(Shape shape, const PuzzleOptions& puzzle_options, Random& random) {
  const PhoneLook& look = random.pick(phone_looks());
  // Cells of a large board are too small for two digits on the narrowest screens.
  const PhoneSize size = kSizes[size_t(random.integer(shape.n() > 9 ? 3 : 0, 6))];
  Painter painter{Canvas({size.width, size.height}, rgb(look.paper.background)), look,
                  size.width / 100.0, random};
  const double unit = painter.unit;
  const bool low_screen = size.height < 1.8 * size.width;
  status_bar(painter);
  toolbar(painter, 11 * unit);
  counters(painter, 19 * unit);

  const AppStyle style = board_style(look, shape, random);
  // Most games keep to whole pixels; some let the screen's scaling decide.
  double cell = random.uniform(0.9, 0.98) * size.width / shape.n();
  if (random.chance(0.7)) cell = std::floor(cell);
  const double side = cell * shape.n();
  const cv::Point2d corner(std::floor((size.width - side) / 2),
                           std::floor((low_screen ? 23 : random.uniform(23, 34)) * unit));
  const Puzzle puzzle = make_puzzle(shape, random, puzzle_options);
  const double below = corner.y + side;
  Page page{{}, {paint_app_board(painter.canvas, corner, cell, puzzle, style, random)}};

  const bool sponsored = random.chance(0.5);
  const double end = painter.height() - (sponsored ? 22 : 8) * unit;
  tools(painter, below + 9 * unit);
  keypad(painter, below + 18 * unit, end - unit, page.boards[0]);
  if (sponsored) advert(painter, end, end + 15 * unit);
  navigation(painter);
  page.bgr = painter.canvas.bgr();
  return page;
}

}  // namespace gridlens::generator
