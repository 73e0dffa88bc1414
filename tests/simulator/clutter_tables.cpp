// Puzzles of pictures with numbers beside them, and tables of small numbers.
#include <algorithm>
#include <array>
#include <cmath>

#include "tests/simulator/board_painter.h"
#include "tests/simulator/digit_grid.h"

namespace gridlens::generator {
namespace {

cv::Rect2d with_room(cv::Rect2d area, double share) {
  return {area.x + share * area.width, area.y + share * area.height, area.width * (1 - 2 * share),
          area.height * (1 - 2 * share)};
}

// A number before each row and above each column.
void numbers_outside(DigitGrid& grid, int n, int most, Random& random) {
  const Fit& at = grid.at();
  const bool far = random.chance(0.3);  // right and below
  for (int i = 0; i < n; ++i)
    for (const cv::Point2d place :
         {cv::Point2d(i + 0.5, far ? n + 0.5 : -0.5), {far ? n + 0.5 : -0.5, i + 0.5}})
      small_text(grid.canvas(), std::to_string(random.integer(0, most)), at.at(place.x, place.y),
                 at.cell * 0.45, kInk, grid.face());
}

}  // namespace

void paint_tents(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int n = random.integer(6, 12);
  DigitGrid grid(canvas, with_room(area, 0.08), n, n, false, random);
  const Fit& at = grid.at();
  const double tents = random.chance(0.5) ? 0.15 : 0;
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      if (random.chance(0.2)) {  // a tree
        canvas.disc(at.at(c + 0.5, r + 0.4), at.cell * 0.24, {60, 120, 60});
        canvas.stroke(at.at(c + 0.5, r + 0.5), at.at(c + 0.5, r + 0.85), at.cell * 0.09,
                      {110, 80, 50});
      } else if (random.chance(tents)) {
        for (const double side : {-0.28, 0.28})
          canvas.stroke(at.at(c + 0.5, r + 0.2), at.at(c + 0.5 + side, r + 0.8), at.cell * 0.06,
                        kInk);
        canvas.stroke(at.at(c + 0.2, r + 0.8), at.at(c + 0.8, r + 0.8), at.cell * 0.06, kInk);
      }
    }
  numbers_outside(grid, n, 4, random);
}

void paint_battleships(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int n = random.chance(0.6) ? 10 : random.integer(6, 9);
  DigitGrid grid(canvas, with_room(area, 0.08), n, n, false, random);
  const Fit& at = grid.at();
  const double ships = random.pick(std::vector<double>{0.04, 0.2}), water = random.uniform(0, 0.4);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c)
      if (random.chance(ships)) {
        const int form = random.integer(0, 2);
        if (form == 0) {
          canvas.disc(at.at(c + 0.5, r + 0.5), at.cell * 0.34, kInk);
        } else {
          const cv::Point2d a = at.at(c + 0.15, r + 0.15), b = at.at(c + 0.85, r + 0.85);
          canvas.fill_rect(a.x, a.y, b.x, b.y, kInk);
        }
      } else if (random.chance(water)) {
        if (random.chance(0.5))
          canvas.disc(at.at(c + 0.5, r + 0.5), at.cell * 0.05, {60, 80, 150});
        else
          small_text(canvas, "~", at.at(c + 0.5, r + 0.5), at.cell * 0.4, {60, 80, 150});
      }
  numbers_outside(grid, n, 5, random);
}

void paint_index_grid(Canvas& canvas, cv::Rect2d area, Random& random) {
  // Numbers of pages or puzzles, ticked off as they are done.
  const std::vector<std::array<int, 2>> sizes{{9, 9}, {9, 9}, {6, 6}, {10, 10}, {8, 8}, {5, 5}};
  const auto [rows, columns] = random.pick(sizes);
  DigitGrid grid(canvas, area, rows, columns, random.chance(0.5), random);
  const int first = random.pick(std::vector<int>{1, 1, 10, 101, 200}), step = random.integer(1, 3);
  const double ticked = random.chance(0.5) ? random.uniform(0, 0.7) : 0;
  const double shown = random.chance(0.7) ? 1 : 0.6;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      if (!random.chance(shown)) continue;
      grid.print(r, c, first + step * (r * columns + c), 0.75);
      if (random.chance(ticked))
        canvas.stroke(grid.at().at(c + 0.15, r + 0.8), grid.at().at(c + 0.85, r + 0.2),
                      grid.at().cell * 0.05, {150, 40, 40});
    }
}

void paint_logic_table(Canvas& canvas, cv::Rect2d area, Random& random) {
  // Blocks of things against things, in steps: a logic puzzle's diagram.
  const int things = random.integer(4, 5), groups = random.integer(2, 3);
  const int n = things * groups;
  const Fit at = fit(with_room(area, 0.1), n, n);
  const double thin = at.cell * 0.02, thick = at.cell * random.uniform(0.05, 0.1);
  const double marked = random.uniform(0, 0.7);
  const bool digits = random.chance(0.2);
  for (int gr = 0; gr < groups; ++gr)
    for (int gc = 0; gc + gr < groups; ++gc) {
      const double x = gc * things, y = gr * things;
      for (int i = 0; i <= things; ++i) {
        const double w = i == 0 || i == things ? thick : thin;
        canvas.rule(at.at(x + i, y), at.at(x + i, y + things), w, kInk);
        canvas.rule(at.at(x, y + i), at.at(x + things, y + i), w, kInk);
      }
      for (int r = 0; r < things; ++r)
        for (int c = 0; c < things; ++c)
          if (random.chance(marked))
            small_text(canvas,
                       digits                ? std::to_string(random.integer(1, things))
                       : random.chance(0.75) ? "X"
                                             : "O",
                       at.at(x + c + 0.5, y + r + 0.5), at.cell * 0.5, {40, 50, 120},
                       "dkg_handwriting.ttf");
    }
  for (int i = 0; i < n; ++i)
    small_text(canvas, random_sentence(random, 3).substr(0, 5), at.at(-0.9, i + 0.5),
               at.cell * 0.28);
}

void paint_seat_map(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int rows = random.integer(6, 11), columns = random.integer(6, 10);
  const int aisle = random.chance(0.6) ? random.integer(2, columns - 2) : 0;
  const Fit at = fit(area, rows, columns + (aisle > 0 ? 1 : 0));
  const bool by_row = random.chance(0.5), letters = random.chance(0.3);
  const std::vector<Colour> backgrounds{
      {255, 255, 255}, {190, 215, 240}, {200, 230, 200}, {120, 140, 190}};
  const Colour free = random.pick(backgrounds);
  const double gap = random.uniform(0.04, 0.12), taken = random.uniform(0.1, 0.5);
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      const double x = c + (aisle > 0 && c >= aisle ? 1 : 0);
      const cv::Point2d a = at.at(x + gap, r + gap), b = at.at(x + 1 - gap, r + 1 - gap);
      canvas.fill_rect(a.x - 2, a.y - 2, b.x + 2, b.y + 2, {90, 90, 95});
      canvas.fill_rect(a.x, a.y, b.x, b.y, random.chance(taken) ? Colour{170, 170, 172} : free);
      const std::string text = letters  ? std::string(1, static_cast<char>('A' + c))
                               : by_row ? std::to_string(c + 1)
                                        : std::to_string(r * columns + c + 1);
      small_text(canvas, text, (a + b) / 2, at.cell * 0.34);
    }
}

void paint_cross_table(Canvas& canvas, cv::Rect2d area, Random& random) {
  // Everyone against everyone: results in single digits, nobody against himself.
  const int n = random.chance(0.4) ? 9 : random.integer(5, 12);
  DigitGrid grid(canvas, with_room(area, 0.06), n, n, false, random);
  const Fit& at = grid.at();
  const double played = random.uniform(0.4, 1);
  const int most = random.pick(std::vector<int>{1, 5, 9});
  for (int r = 0; r < n; ++r) {
    small_text(canvas, random_sentence(random, 3).substr(0, 4), at.at(-0.6, r + 0.5),
               at.cell * 0.3);
    small_text(canvas, std::to_string(r + 1), at.at(r + 0.5, -0.4), at.cell * 0.35);
    for (int c = 0; c < n; ++c)
      if (r == c) {
        const cv::Point2d a = at.at(c, r), b = at.at(c + 1, r + 1);
        canvas.fill_rect(a.x, a.y, b.x, b.y, kInk);
      } else if (random.chance(played)) {
        grid.print(r, c, random.integer(0, most));
      }
  }
}

void paint_league_table(Canvas& canvas, cv::Rect2d area, Random& random) {
  // Teams by points: a place, a name, and columns of numbers, mostly small.
  const int rows = random.integer(9, 18), columns = random.integer(6, 9);
  const double height = area.height * 0.94 / rows, name = area.width * random.uniform(0.25, 0.4),
               width = (area.width * 0.94 - name) / columns;
  const cv::Point2d corner(area.x + area.width * 0.03, area.y + area.height * 0.03);
  const bool ruled = random.chance(0.7), striped = random.chance(0.4);
  for (int r = 0; r < rows; ++r) {
    const double y = corner.y + r * height;
    if (striped && r % 2 == 1)
      canvas.fill_rect(corner.x, y, corner.x + name + columns * width, y + height, {228, 230, 234});
    small_text(canvas, random_sentence(random, 8).substr(0, 14),
               {corner.x + name / 2, y + height / 2}, height * 0.35);
    for (int c = 0; c < columns; ++c) {
      const double x = corner.x + name + c * width;
      small_text(canvas, std::to_string(random.integer(0, c + 1 == columns ? 60 : 15)),
                 {x + width / 2, y + height / 2}, std::min(height, width) * 0.4);
      if (ruled) canvas.rule({x, corner.y}, {x, corner.y + rows * height}, 1.5, kInk);
    }
    canvas.rule({corner.x, y}, {corner.x + name + columns * width, y}, 1.5, kInk);
  }
}

void paint_cartoon_grid(Canvas& canvas, cv::Rect2d area, Random& random) {
  // What an illustrator takes for a Sudoku: any digits anywhere in a grid with thick boxes.
  const std::vector<Shape> shapes{{3, 3}, {3, 3}, {2, 2}, {2, 3}, {1, 3}};
  const Shape shape = random.pick(shapes);
  const int n = shape.n();
  const Fit at = fit(area, n, n);
  StyleRanges ranges;
  ranges.inverted = random.chance(0.15);
  BoardStyle style = random_style({3, 3}, random, ranges);
  paint_lattice(canvas, at.top_left, at.cell, n, n, shape, style);
  const double shown = random.uniform(0.2, 1);
  const std::vector<Colour> inks{{200, 40, 40}, {40, 80, 190}, {30, 130, 60}, style.digit};
  const bool motley = random.chance(0.3);
  const Font& face = font(random.chance(0.4) ? "humor_sans.ttf" : style.font);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c)
      if (random.chance(shown)) {
        const TextStyle text{at.cell * style.digit_height * random.uniform(0.9, 1.1), 0,
                             random.uniform(-0.12, 0.12), 1, 0};
        canvas.text(
            face.centred(std::to_string(random.integer(1, 9)), at.at(c + 0.5, r + 0.5), text),
            motley ? random.pick(inks) : style.digit);
      }
}

}  // namespace gridlens::generator
