// Games and puzzles on a grid that are no Sudokus.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/simulator/board_painter.h"
#include "tests/simulator/clutter_parts.h"

namespace gridlens::generator {
namespace {

void fill_cell(Canvas& canvas, const Fit& at, int row, int column, Colour colour,
               double inset = 0) {
  const cv::Point2d a = at.at(column + inset, row + inset),
                    b = at.at(column + 1 - inset, row + 1 - inset);
  canvas.fill_rect(a.x, a.y, b.x, b.y, colour);
}

void write_cell(Canvas& canvas, const Fit& at, int row, int column, const std::string& text,
                double size, Colour ink = kInk, const char* face = "cabin_bold.otf") {
  const double fitting = text.size() > 2 ? size * 2.2 / static_cast<double>(text.size()) : size;
  small_text(canvas, text, at.at(column + 0.5, row + 0.5), fitting * at.cell, ink, face);
}

const char* any_face(Random& random) {
  const std::vector<const char*> faces{"cabin_bold.otf", "caladea_bold.ttf", "tuffy_bold.ttf",
                                       "courier_prime_bold.otf", "quattrocento_regular.otf"};
  return random.pick(faces);
}

}  // namespace

void paint_kakuro(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int n = random.integer(7, 11);
  const Fit at = fit(area, n, n);
  paint_lattice(canvas, at.top_left, at.cell, n, n, {n, n}, plain_lattice(random));
  const bool solved = random.chance(0.5);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      if (r != 0 && c != 0 && !random.chance(0.2)) {
        if (solved && random.chance(0.6))
          write_cell(canvas, at, r, c, std::to_string(random.integer(1, 9)), 0.5, {40, 50, 120},
                     "dkg_handwriting.ttf");
        continue;
      }
      fill_cell(canvas, at, r, c, {52, 52, 56});
      for (double t = 0; t <= 1; t += 0.4 / at.cell)
        canvas.disc(at.at(c + t, r + t), at.cell * 0.01, {235, 235, 235});
      const Colour light{245, 245, 245};
      if (random.chance(0.7))
        small_text(canvas, std::to_string(random.integer(3, 38)), at.at(c + 0.72, r + 0.28),
                   at.cell * 0.26, light);
      if (random.chance(0.7))
        small_text(canvas, std::to_string(random.integer(3, 38)), at.at(c + 0.28, r + 0.74),
                   at.cell * 0.26, light);
    }
}

void paint_nonogram(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int n = 5 * random.integer(1, 4), room = (n + 3) / 4 + 1;
  const Fit all = fit(area, n + room, n + room);
  const Fit at{all.cell, all.at(room, room)};
  BoardStyle style = plain_lattice(random);
  style.thick = style.thin * 2.2;
  paint_lattice(canvas, at.top_left, at.cell, n, n, {5, 5}, style);
  const bool clue_boxes = random.chance(0.5);
  if (clue_boxes) {
    paint_lattice(canvas, all.at(room, 0), at.cell, room, n, {room, 5}, style);
    paint_lattice(canvas, all.at(0, room), at.cell, n, room, {5, room}, style);
  }
  for (int i = 0; i < n; ++i)
    for (int k = 0, many = random.integer(1, room); k < many; ++k) {
      small_text(canvas, std::to_string(random.integer(1, 9)), at.at(i + 0.5, -k - 0.5),
                 at.cell * 0.5);
      small_text(canvas, std::to_string(random.integer(1, 9)), at.at(-k - 0.5, i + 0.5),
                 at.cell * 0.5);
    }
  const double filled = random.chance(0.4) ? 0 : random.uniform(0.1, 0.6);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c)
      if (random.chance(filled)) fill_cell(canvas, at, r, c, {35, 35, 38}, 0.04);
}

void paint_bingo_card(Canvas& canvas, cv::Rect2d area, Random& random) {
  const bool british = random.chance(0.4);  // 3 x 9, five numbers a row; else 5 x 5
  const int rows = british ? 3 : 5, columns = british ? 9 : 5;
  const Fit all = fit(area, rows + 1, columns), at{all.cell, all.at(0, 1)};
  paint_lattice(canvas, at.top_left, at.cell, rows, columns, {rows, columns},
                plain_lattice(random));
  const char* face = any_face(random);
  for (int c = 0; c < columns && !british; ++c)
    write_cell(canvas, all, 0, c, std::string(1, "BINGO"[c]), 0.6, {160, 30, 40}, face);
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      if (british ? !random.chance(5.0 / 9) : r == 2 && c == 2) continue;
      const int low = british ? 10 * c + 1 : 15 * c + 1, span = british ? 9 : 14;
      write_cell(canvas, at, r, c, std::to_string(low + random.integer(0, span)), 0.45, kInk, face);
      if (random.chance(0.15))
        canvas.disc(at.at(c + 0.5, r + 0.5), at.cell * 0.35, {200, 60, 90}, 0.5);
    }
}

void paint_number_grid(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int look = random.integer(0, 4);
  const int n = look == 0   ? 10
                : look == 1 ? random.integer(9, 12)
                : look == 2 ? random.integer(3, 5)
                            : random.integer(4, 12);
  const Fit at = fit(area, n, n);
  BoardStyle style = plain_lattice(random);
  if (random.chance(0.3)) style.boxes = BoxMarks::both;
  paint_lattice(canvas, at.top_left, at.cell, n, n, {1, n}, style);
  const char* face = any_face(random);
  const double empty = look == 3 ? random.uniform(0.1, 0.7) : 0;
  std::vector<int> shuffled(static_cast<size_t>(n * n));
  std::iota(shuffled.begin(), shuffled.end(), 1);
  random.shuffle(shuffled);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      int value = 0;
      switch (look) {
        case 0:  // hundred chart
          value = 10 * r + c + 1;
          break;
        case 1:  // times table
          value = std::max(r, 1) * std::max(c, 1);
          break;
        case 2:  // like a magic square
          value = shuffled[static_cast<size_t>(r * n + c)];
          break;
        default:  // any digits
          value = random.integer(1, 9);
      }
      if (!random.chance(empty))
        write_cell(canvas, at, r, c, std::to_string(value), 0.45, kInk, face);
    }
}

void paint_sliding_tiles(Canvas& canvas, cv::Rect2d area, Random& random) {
  const bool powers = random.chance(0.4);
  const int n = powers ? 4 : random.integer(3, 5);
  const Fit at = fit(area, n, n);
  const cv::Point2d a = at.at(-0.05, -0.05), b = at.at(n + 0.05, n + 0.05);
  const Colour frame{120, 95, 70},
      tile = random.chance(0.5) ? Colour{238, 226, 200} : Colour{250, 250, 250};
  canvas.fill_rect(a.x, a.y, b.x, b.y, frame);
  std::vector<int> order(static_cast<size_t>(n * n));
  std::iota(order.begin(), order.end(), 0);
  random.shuffle(order);
  const double gap = random.uniform(0.01, 0.07);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      int value = order[static_cast<size_t>(r * n + c)];
      if (powers) value = random.chance(0.35) ? 0 : 1 << random.integer(1, 8);
      if (value == 0) {
        if (powers) fill_cell(canvas, at, r, c, mix(frame, tile, 0.3), gap);
        continue;
      }
      fill_cell(canvas, at, r, c, tile, gap);
      write_cell(canvas, at, r, c, std::to_string(value), 0.42);
    }
}

void paint_minesweeper(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int n = random.integer(8, 16);
  const Fit at = fit(area, n, n);
  BoardStyle style = plain_lattice(random);
  style.thin_line = {128, 128, 128};
  style.background = {192, 192, 192};
  paint_lattice(canvas, at.top_left, at.cell, n, n, {n, n}, style);
  const std::vector<Colour> inks{{0, 0, 220}, {0, 120, 0}, {200, 0, 0}, {0, 0, 110}, {110, 0, 0}};
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      if (random.chance(0.35)) {
        fill_cell(canvas, at, r, c, {235, 235, 235}, 0.06);
        fill_cell(canvas, at, r, c, {205, 205, 205}, 0.12);
        continue;
      }
      const int mines = std::max(0, random.integer(-3, 4));
      if (mines > 0)
        write_cell(canvas, at, r, c, std::to_string(mines), 0.55,
                   inks[static_cast<size_t>(mines - 1)]);
    }
}

void paint_go_board(Canvas& canvas, cv::Rect2d area, Random& random) {
  const std::vector<int> sizes{9, 13, 19};
  const int n = random.pick(sizes) - 1;
  const Fit at = fit(area, n + 1, n + 1);
  const Fit lines{at.cell, at.at(0.5, 0.5)};
  BoardStyle style = plain_lattice(random);
  style.background = {225, 190, 130};
  const cv::Point2d a = at.at(0, 0), b = at.at(n + 1, n + 1);
  canvas.fill_rect(a.x, a.y, b.x, b.y, style.background);
  paint_lattice(canvas, lines.top_left, at.cell, n, n, {n, n}, style);
  const bool numbered = random.chance(0.4);
  int move = 1;
  for (int r = 0; r <= n; ++r)
    for (int c = 0; c <= n; ++c) {
      if (!random.chance(0.3)) continue;
      const bool black = random.chance(0.5);
      canvas.disc(lines.at(c, r), at.cell * 0.46,
                  black ? Colour{25, 25, 28} : Colour{250, 250, 248});
      if (numbered)
        small_text(canvas, std::to_string(move++), lines.at(c, r), at.cell * 0.34,
                   black ? Colour{250, 250, 250} : kInk);
    }
}

void paint_letter_board(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int n = random.pick(std::vector<int>{9, 11, 15});
  const Fit at = fit(area, n, n);
  BoardStyle style = plain_lattice(random);
  style.background = {225, 235, 220};
  paint_lattice(canvas, at.top_left, at.cell, n, n, {n, n}, style);
  const std::vector<Colour> bonus{{230, 150, 150}, {150, 190, 230}, {240, 200, 200}};
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c)
      if (random.chance(0.18)) fill_cell(canvas, at, r, c, random.pick(bonus), 0.03);
  for (int word = 0; word < n; ++word) {
    const int length = random.integer(3, 7);
    const bool down = random.chance(0.5);
    int r = random.integer(0, n - 1), c = random.integer(0, n - 1);
    for (int i = 0; i < length && r < n && c < n; ++i, (down ? r : c) += 1) {
      fill_cell(canvas, at, r, c, {245, 232, 200}, 0.04);
      write_cell(canvas, at, r, c, std::string(1, char('A' + random.integer(0, 25))), 0.5);
      small_text(canvas, std::to_string(random.integer(1, 9)), at.at(c + 0.82, r + 0.8),
                 at.cell * 0.17);
    }
  }
}

}  // namespace gridlens::generator
