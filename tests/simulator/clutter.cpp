#include "tests/simulator/clutter.h"

#include <algorithm>
#include <cmath>

#include "tests/simulator/board_painter.h"
#include "tests/simulator/clutter_parts.h"

namespace gridlens::generator {

BoardStyle plain_lattice(Random& random) {
  BoardStyle style;
  style.thin = style.thick = random.uniform(0.02, 0.04);
  style.border = random.uniform(0.02, 0.09);
  style.background = {252, 252, 250};
  style.thin_line = style.line = kInk;
  return style;
}

Fit fit(cv::Rect2d area, int rows, int columns) {
  const double cell = std::min(area.width * 0.94 / columns, area.height * 0.94 / rows);
  return {cell,
          {area.x + (area.width - cell * columns) / 2, area.y + (area.height - cell * rows) / 2}};
}

void small_text(Canvas& canvas, const std::string& text, cv::Point2d centre, double size_px,
                Colour ink, const char* face) {
  canvas.text(font(face).centred(text, centre, {size_px, 0, 0, 1, 0}), ink);
}

namespace {

void paint_crossword(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int n = random.pick(std::vector<int>{9, 11, 13, 15});
  const Fit at = fit(area, n, n);
  paint_lattice(canvas, at.top_left, at.cell, n, n, {n, n}, plain_lattice(random));
  int number = 1;
  const bool filled = random.chance(0.3);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      const double x = at.top_left.x + c * at.cell, y = at.top_left.y + r * at.cell;
      const bool black =
          (r % 2 == 1 && c % 2 == 1) || ((r * 7 + c * 5) % 11 == 0 && (r + c) % 3 == 0);
      if (black)
        canvas.fill_rect(x, y, x + at.cell, y + at.cell, kInk);
      else if ((r % 2 == 0 && c == 0) || (c % 2 == 0 && r == 0) || random.chance(0.12))
        small_text(canvas, std::to_string(number++), {x + at.cell * 0.25, y + at.cell * 0.24},
                   at.cell * 0.24);
      else if (filled)
        small_text(canvas, std::string(1, char('A' + random.integer(0, 25))),
                   {x + at.cell * 0.5, y + at.cell * 0.55}, at.cell * 0.5);
    }
}

void paint_word_search(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int n = random.integer(9, 14);
  const Fit at = fit(area, n, n);
  BoardStyle style = plain_lattice(random);
  if (random.chance(0.5)) style.thin = 0;
  paint_lattice(canvas, at.top_left, at.cell, n, n, {n, n}, style);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c)
      small_text(canvas, std::string(1, char('A' + random.integer(0, 25))),
                 at.top_left + cv::Point2d((c + 0.5) * at.cell, (r + 0.5) * at.cell),
                 at.cell * 0.5);
}

void paint_table(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int columns = random.integer(4, 7);
  const double row_height = std::max(24.0, area.height / random.integer(8, 14));
  const int rows = std::max(2, int(area.height * 0.96 / row_height));
  const double width = area.width * 0.94 / columns, x0 = area.x + area.width * 0.03;
  const double y0 = area.y + row_height * 0.2, size = row_height * 0.4;
  const bool ruled_columns = random.chance(0.7);
  for (int r = 0; r < rows; ++r) {
    if (r % 2 == 1)
      canvas.fill_rect(x0, y0 + r * row_height, x0 + columns * width, y0 + (r + 1) * row_height,
                       {226, 226, 222});
    for (int c = 0; c < columns; ++c) {
      const std::string entry = r == 0 || c == 0     ? random_sentence(random, 3).substr(0, 8)
                                : random.chance(0.4) ? std::to_string(random.integer(1, 9))
                                                     : std::to_string(random.integer(0, 9999));
      small_text(canvas, entry, {x0 + (c + 0.5) * width, y0 + (r + 0.5) * row_height},
                 std::min(size, width / 6), kInk, r == 0 ? "cabin_bold.otf" : "cabin_regular.otf");
    }
  }
  for (int r = 0; r <= rows; ++r)
    canvas.rule({x0, y0 + r * row_height}, {x0 + columns * width, y0 + r * row_height},
                r <= 1 || r == rows ? 3 : 1.5, kInk);
  for (int c = 0; c <= columns; ++c)
    if (ruled_columns || c == 0 || c == columns)
      canvas.rule({x0 + c * width, y0}, {x0 + c * width, y0 + rows * row_height}, 2, kInk);
}

void paint_calendar(Canvas& canvas, cv::Rect2d area, Random& random) {
  const Fit at = fit({area.x, area.y + area.height * 0.1, area.width, area.height * 0.9}, 6, 7);
  paint_lattice(canvas, at.top_left, at.cell, 6, 7, {6, 7}, plain_lattice(random));
  const int first = random.integer(0, 6);
  static const char* const days[] = {"Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"};
  for (int c = 0; c < 7; ++c)
    small_text(canvas, days[c], at.top_left + cv::Point2d((c + 0.5) * at.cell, -at.cell * 0.25),
               at.cell * 0.2);
  const bool large = random.chance(0.5);
  for (int day = 1; day <= 31; ++day) {
    const int slot = first + day - 1;
    const double inset = large ? 0.5 : 0.25;
    small_text(
        canvas, std::to_string(day),
        at.top_left + cv::Point2d((slot % 7 + inset) * at.cell, (slot / 7 + inset) * at.cell),
        at.cell * (large ? 0.42 : 0.22), kInk, "cabin_bold.otf");
  }
}

void paint_form(Canvas& canvas, cv::Rect2d area, Random& random) {
  const double row = std::max(40.0, area.height / 9), size = row * 0.28;
  for (double y = area.y + row * 0.3; y + row < area.br().y; y += row) {
    const Font& face = font("cabin_regular.otf");
    canvas.text(face.at_baseline(random_sentence(random, 8), {area.x + size, y + row * 0.55},
                                 {size, 0, 0, 1, 0}),
                kInk);
    const int boxes = random.integer(5, 12);
    const double cell = std::min(row * 0.62, area.width * 0.55 / boxes),
                 x = area.x + area.width * 0.4;
    paint_lattice(canvas, {x, y}, cell, 1, boxes, {1, boxes}, plain_lattice(random));
    for (int i = 0; i < boxes; ++i)
      if (random.chance(0.6))
        small_text(canvas, std::to_string(random.integer(0, 9)),
                   {x + (i + 0.5) * cell, y + cell / 2}, cell * 0.55, {40, 50, 120},
                   "dkg_handwriting.ttf");
  }
}

void paint_keypad(Canvas& canvas, cv::Rect2d area, Random& random) {
  const Fit at = fit(area, 4, 3);
  const bool touching = random.chance(0.4);
  BoardStyle style = plain_lattice(random);
  if (touching) paint_lattice(canvas, at.top_left, at.cell, 4, 3, {4, 3}, style);
  static const char keys[] = "123456789*0#";
  for (int i = 0; i < 12; ++i) {
    const double x = at.top_left.x + (i % 3) * at.cell, y = at.top_left.y + (i / 3) * at.cell;
    if (!touching)
      canvas.fill_rect(x + at.cell * 0.08, y + at.cell * 0.08, x + at.cell * 0.92,
                       y + at.cell * 0.92, {70, 72, 78});
    small_text(canvas, std::string(1, keys[i]), {x + at.cell / 2, y + at.cell / 2}, at.cell * 0.4,
               touching ? kInk : Colour{245, 245, 245}, "cabin_bold.otf");
  }
}

void paint_blank_grid(Canvas& canvas, cv::Rect2d area, Random& random) {
  const std::vector<Shape> shapes{{2, 2}, {2, 3}, {2, 4}, {3, 3}, {3, 3}, {3, 3},
                                  {2, 5}, {3, 4}, {4, 4}, {4, 5}, {5, 5}};
  const Shape shape = random.pick(shapes);
  const int n = shape.n();
  const Fit at = fit(area, n, n);
  StyleRanges ranges;
  ranges.inverted = random.chance(0.15);
  paint_lattice(canvas, at.top_left, at.cell, n, n, shape, random_style(shape, random, ranges));
}

void paint_checkerboard(Canvas& canvas, cv::Rect2d area, Random& random, bool chess) {
  const int n = chess ? 8 : random.integer(6, 10);
  const Fit at = fit(area, n, n);
  const Colour dark = chess ? Colour{150, 150, 150} : Colour{30, 30, 32};
  static const std::string pieces = "KQRBNPP";
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      const double x = at.top_left.x + c * at.cell, y = at.top_left.y + r * at.cell;
      canvas.fill_rect(x, y, x + at.cell, y + at.cell,
                       (r + c) % 2 != 0 ? dark : Colour{250, 250, 248});
      if (chess && random.chance(0.35))
        small_text(canvas, std::string(1, pieces[static_cast<size_t>(random.integer(0, 6))]),
                   {x + at.cell / 2, y + at.cell / 2}, at.cell * 0.5,
                   random.chance(0.5) ? kInk : Colour{90, 60, 40}, "caladea_bold.ttf");
    }
  BoardStyle style = plain_lattice(random);
  style.thin = 0;
  const double e = at.cell * n;
  for (const double t : {0.0, e}) {
    canvas.rule(at.top_left + cv::Point2d(0, t), at.top_left + cv::Point2d(e, t), 4, kInk);
    canvas.rule(at.top_left + cv::Point2d(t, 0), at.top_left + cv::Point2d(t, e), 4, kInk);
  }
}

}  // namespace

void paint_clutter(Canvas& canvas, cv::Rect2d area, Clutter kind, Random& random) {
  switch (kind) {
    case Clutter::text_column:
      return paint_text_column(canvas, area, random.uniform(15, 19), random);
    case Clutter::headline:
      return paint_headline(canvas, area, random);
    case Clutter::advert:
      return paint_advert(canvas, area, random);
    case Clutter::picture:
      return paint_picture(canvas, area, random);
    case Clutter::crossword:
      return paint_crossword(canvas, area, random);
    case Clutter::table:
      return paint_table(canvas, area, random);
    case Clutter::calendar:
      return paint_calendar(canvas, area, random);
    case Clutter::form:
      return paint_form(canvas, area, random);
    case Clutter::keypad:
      return paint_keypad(canvas, area, random);
    case Clutter::blank_grid:
      return paint_blank_grid(canvas, area, random);
    case Clutter::checkerboard:
      return paint_checkerboard(canvas, area, random, false);
    case Clutter::chess_diagram:
      return paint_checkerboard(canvas, area, random, true);
    case Clutter::word_search:
      return paint_word_search(canvas, area, random);
    case Clutter::kakuro:
      return paint_kakuro(canvas, area, random);
    case Clutter::nonogram:
      return paint_nonogram(canvas, area, random);
    case Clutter::bingo_card:
      return paint_bingo_card(canvas, area, random);
    case Clutter::number_grid:
      return paint_number_grid(canvas, area, random);
    case Clutter::sliding_tiles:
      return paint_sliding_tiles(canvas, area, random);
    case Clutter::minesweeper:
      return paint_minesweeper(canvas, area, random);
    case Clutter::go_board:
      return paint_go_board(canvas, area, random);
    case Clutter::letter_board:
      return paint_letter_board(canvas, area, random);
    case Clutter::qr_code:
      return paint_qr_code(canvas, area, random);
    case Clutter::spreadsheet:
      return paint_spreadsheet(canvas, area, random);
    case Clutter::timetable:
      return paint_timetable(canvas, area, random);
    case Clutter::keyboard:
      return paint_keyboard(canvas, area, random);
    case Clutter::windows:
      return paint_windows(canvas, area, random);
    case Clutter::tiles:
      return paint_tiles(canvas, area, random);
    case Clutter::hitori:
      return paint_hitori(canvas, area, random);
    case Clutter::latin_puzzle:
      return paint_latin_puzzle(canvas, area, random);
    case Clutter::digit_table:
      return paint_digit_table(canvas, area, random);
    case Clutter::number_path:
      return paint_number_path(canvas, area, random);
    case Clutter::region_numbers:
      return paint_region_numbers(canvas, area, random);
    case Clutter::lotto_slip:
      return paint_lotto_slip(canvas, area, random);
    case Clutter::jigsaw:
      return paint_jigsaw(canvas, area, random);
    case Clutter::killer:
      return paint_killer(canvas, area, random);
    case Clutter::kenken:
      return paint_kenken(canvas, area, random);
    case Clutter::futoshiki:
      return paint_futoshiki(canvas, area, random);
    case Clutter::str8ts:
      return paint_str8ts(canvas, area, random);
    case Clutter::takuzu:
      return paint_takuzu(canvas, area, random);
    case Clutter::tents:
      return paint_tents(canvas, area, random);
    case Clutter::battleships:
      return paint_battleships(canvas, area, random);
    case Clutter::index_grid:
      return paint_index_grid(canvas, area, random);
    case Clutter::logic_table:
      return paint_logic_table(canvas, area, random);
    case Clutter::seat_map:
      return paint_seat_map(canvas, area, random);
    case Clutter::cross_table:
      return paint_cross_table(canvas, area, random);
    case Clutter::league_table:
      return paint_league_table(canvas, area, random);
    case Clutter::cartoon_grid:
      return paint_cartoon_grid(canvas, area, random);
  }
}

void fill_with_clutter(Canvas& canvas, cv::Rect2d area, double grids, Random& random) {
  const double gap = 26;
  if (area.width < 130 || area.height < 60) return;
  const bool tall = area.height > area.width * 1.25, wide = area.width > area.height * 1.9;
  if ((area.width > 620 || area.height > 620 || tall || wide) &&
      (area.width > 420 || area.height > 420)) {
    const double cut = random.uniform(0.38, 0.62);
    if (area.width >= area.height) {
      const double w = area.width * cut;
      fill_with_clutter(canvas, {area.x, area.y, w - gap / 2, area.height}, grids, random);
      fill_with_clutter(canvas,
                        {area.x + w + gap / 2, area.y, area.width - w - gap / 2, area.height},
                        grids, random);
    } else {
      const double h = area.height * cut;
      fill_with_clutter(canvas, {area.x, area.y, area.width, h - gap / 2}, grids, random);
      fill_with_clutter(canvas,
                        {area.x, area.y + h + gap / 2, area.width, area.height - h - gap / 2},
                        grids, random);
    }
    return;
  }
  if (area.width > area.height * 3) return paint_clutter(canvas, area, Clutter::headline, random);
  if (random.chance(grids) && std::min(area.width, area.height) > 240) {
    const std::vector<Clutter> kinds{Clutter::crossword, Clutter::table, Clutter::word_search,
                                     Clutter::chess_diagram};
    return paint_clutter(canvas, area, random.pick(kinds), random);
  }
  const std::vector<Clutter> kinds{Clutter::text_column, Clutter::text_column, Clutter::text_column,
                                   Clutter::advert, Clutter::picture};
  paint_clutter(canvas, area, random.pick(kinds), random);
}

}  // namespace gridlens::generator
