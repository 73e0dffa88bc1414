// Things of daily life with a grid in them.
#include <algorithm>
#include <cmath>

#include "tests/simulator/board_painter.h"
#include "tests/simulator/clutter_parts.h"

namespace gridlens::generator {

void paint_qr_code(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int n = 21 + 4 * random.integer(0, 5);
  const Fit at = fit(area, n + 2, n + 2);
  const auto block = [&](int row, int column, int rows, int columns, Colour colour) {
    const cv::Point2d a = at.at(column + 1, row + 1),
                      b = at.at(column + columns + 1, row + rows + 1);
    canvas.fill_rect(a.x, a.y, b.x, b.y, colour);
  };
  const Colour white{252, 252, 252};
  block(-1, -1, n + 2, n + 2, white);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c)
      if (random.chance(0.5)) block(r, c, 1, 1, kInk);
  for (const auto& [r, c] : {std::pair{0, 0}, {0, n - 7}, {n - 7, 0}}) {
    block(r - 1, c - 1, 9, 9, white);
    block(r, c, 7, 7, kInk);
    block(r + 1, c + 1, 5, 5, white);
    block(r + 2, c + 2, 3, 3, kInk);
  }
}

namespace {

// Ruled cells of any width and height.
void rules(Canvas& canvas, cv::Point2d top_left, const std::vector<double>& columns,
           const std::vector<double>& rows, double width, Colour ink) {
  for (const double x : columns)
    canvas.rule(top_left + cv::Point2d(x, rows.front()), top_left + cv::Point2d(x, rows.back()),
                width, ink);
  for (const double y : rows)
    canvas.rule(top_left + cv::Point2d(columns.front(), y),
                top_left + cv::Point2d(columns.back(), y), width, ink);
}

std::vector<double> steps(int count, double step) {
  std::vector<double> at;
  for (int i = 0; i <= count; ++i) at.push_back(i * step);
  return at;
}

}  // namespace

void paint_spreadsheet(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int rows = random.integer(9, 20), columns = random.integer(5, 12);
  const double height = area.height * 0.94 / rows;
  const double width =
      random.chance(0.3) ? height : std::min(area.width * 0.94 / columns, 3 * height);
  const int fitting = std::min(columns, static_cast<int>(area.width * 0.94 / width));
  const cv::Point2d corner(area.x + area.width * 0.03, area.y + area.height * 0.03);
  canvas.fill_rect(corner.x, corner.y, corner.x + fitting * width, corner.y + rows * height,
                   {255, 255, 255});
  canvas.fill_rect(corner.x, corner.y, corner.x + fitting * width, corner.y + height,
                   {225, 228, 232});
  canvas.fill_rect(corner.x, corner.y, corner.x + width, corner.y + rows * height, {225, 228, 232});
  rules(canvas, corner, steps(fitting, width), steps(rows, height), 1.5, {150, 152, 156});
  const bool small_numbers = random.chance(0.5);
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < fitting; ++c) {
      std::string text = std::to_string(random.integer(1, small_numbers ? 9 : 99999));
      if (r == 0 && c == 0) continue;
      if (r == 0)
        text = std::string(1, static_cast<char>('A' + c - 1));
      else if (c == 0)
        text = std::to_string(r);
      else if (random.chance(0.3))
        continue;
      small_text(canvas, text, corner + cv::Point2d((c + 0.5) * width, (r + 0.5) * height),
                 std::min(height * 0.45, 1.4 * width / static_cast<double>(text.size())));
    }
}

void paint_timetable(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int rows = random.integer(6, 12), columns = random.integer(5, 9);
  const bool square = random.chance(0.4);  // cells, as in a roster
  double width = area.width * 0.94 / columns, height = area.height * 0.94 / rows;
  if (square) width = height = std::min(width, height);
  const cv::Point2d corner(area.x + area.width * 0.03, area.y + area.height * 0.03);
  rules(canvas, corner, steps(columns, width), steps(rows, height), 2, kInk);
  const double size = std::min(height * 0.4, width * 0.22);
  const int kind = random.integer(0, 2);
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      std::string text;
      if (r == 0 || c == 0)
        text = random_sentence(random, 3).substr(0, 6);
      else if (kind == 0) {
        const int minute = random.integer(0, 59);
        text = std::to_string(random.integer(5, 23)) + (minute < 10 ? ":0" : ":") +
               std::to_string(minute);
      } else if (kind == 1 && random.chance(0.6)) {
        text = std::string(1, "XFSN"[random.integer(0, 3)]);
      } else if (kind == 2 && random.chance(0.8)) {
        text = std::to_string(random.integer(0, 9));
      }
      small_text(canvas, text, corner + cv::Point2d((c + 0.5) * width, (r + 0.5) * height),
                 kind > 0 && r > 0 && c > 0 ? size * 1.5 : size);
    }
}

void paint_keyboard(Canvas& canvas, cv::Rect2d area, Random& random) {
  static const std::vector<std::string> rows{"1234567890", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"};
  const Fit at = fit(area, 4, 11);
  const bool dark = random.chance(0.6);
  const Colour body = dark ? Colour{30, 30, 33} : Colour{215, 215, 218};
  const Colour key = dark ? Colour{62, 63, 68} : Colour{248, 248, 248};
  const cv::Point2d a = at.at(-0.2, -0.2), b = at.at(11.2, 4.2);
  canvas.fill_rect(a.x, a.y, b.x, b.y, body);
  const double stagger = random.chance(0.3) ? 0 : 0.3, gap = random.uniform(0.03, 0.09);
  for (size_t r = 0; r < rows.size(); ++r)
    for (size_t c = 0; c < rows[r].size(); ++c) {
      const double x = static_cast<double>(c) + stagger * static_cast<double>(r),
                   y = static_cast<double>(r);
      const cv::Point2d p = at.at(x + gap, y + gap), q = at.at(x + 1 - gap, y + 1 - gap);
      canvas.fill_rect(p.x, p.y, q.x, q.y, key);
      small_text(canvas, rows[r].substr(c, 1), at.at(x + 0.5, y + 0.5), at.cell * 0.36,
                 dark ? Colour{240, 240, 240} : kInk);
    }
}

void paint_windows(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int n = random.integer(4, 10), columns = random.chance(0.5) ? n : random.integer(4, 10);
  const Fit at = fit(area, n, columns);
  const cv::Point2d a = at.at(0, 0), b = at.at(columns, n);
  const std::vector<Colour> walls{{176, 160, 140}, {200, 200, 196}, {120, 70, 55}, {90, 95, 100}};
  canvas.fill_rect(a.x, a.y, b.x, b.y, random.pick(walls));
  const double gap = random.uniform(0.03, 0.25);
  const bool panes = random.chance(0.5);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < columns; ++c) {
      const double light = random.uniform();
      const Colour glass = mix({40, 50, 62}, {225, 232, 240}, light * light);
      const cv::Point2d p = at.at(c + gap, r + gap), q = at.at(c + 1 - gap, r + 1 - gap);
      canvas.fill_rect(p.x, p.y, q.x, q.y, glass);
      if (panes) {
        canvas.rule(at.at(c + 0.5, r + gap), at.at(c + 0.5, r + 1 - gap), at.cell * 0.05,
                    {235, 235, 232});
        canvas.rule(at.at(c + gap, r + 0.4), at.at(c + 1 - gap, r + 0.4), at.cell * 0.05,
                    {235, 235, 232});
      }
      if (random.chance(0.2))  // a curtain
        canvas.fill_rect(p.x, p.y, p.x + (q.x - p.x) * random.uniform(0.2, 0.6), q.y,
                         {230, 225, 215}, 0.8);
    }
}

void paint_tiles(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int n = random.integer(4, 16);
  const Fit at = fit(area, n, n);
  const cv::Point2d a = at.at(0, 0), b = at.at(n, n);
  const bool dark_joint = random.chance(0.5);
  canvas.fill_rect(a.x, a.y, b.x, b.y, dark_joint ? Colour{70, 68, 66} : Colour{235, 232, 228});
  const std::vector<Colour> backgrounds{
      {235, 235, 230}, {120, 160, 175}, {190, 130, 100}, {60, 62, 66}, {205, 200, 185}};
  const Colour background = random.pick(backgrounds);
  const double gap = random.uniform(0.015, 0.05), speckles = random.chance(0.5) ? 6 : 0;
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      const cv::Point2d p = at.at(c + gap, r + gap), q = at.at(c + 1 - gap, r + 1 - gap);
      canvas.fill_rect(p.x, p.y, q.x, q.y,
                       mix(background, {255, 255, 255}, random.uniform(0, 0.15)));
      for (int i = 0; i < speckles; ++i)
        canvas.disc(at.at(c + random.uniform(0.15, 0.85), r + random.uniform(0.15, 0.85)),
                    at.cell * random.uniform(0.01, 0.05), mix(background, {20, 20, 20}, 0.4), 0.7);
      if (random.chance(0.06))  // a patterned one
        canvas.disc(at.at(c + 0.5, r + 0.5), at.cell * 0.3, {60, 90, 130}, 0.8);
    }
}

}  // namespace gridlens::generator
