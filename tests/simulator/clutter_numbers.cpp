// Puzzles and tables of digits that are no Sudokus, some of them very like one.
#include <algorithm>
#include <array>
#include <numeric>

#include "tests/simulator/digit_grid.h"

namespace gridlens::generator {
namespace {

using Numbers = std::vector<std::vector<int>>;

// Every digit once a row and once a column; boxes hold what they like.
Numbers latin_square(int n, Random& random) {
  std::vector<int> rows(static_cast<size_t>(n)), columns(rows.size()), digits(rows.size());
  for (auto* one : {&rows, &columns, &digits}) {
    std::iota(one->begin(), one->end(), 0);
    random.shuffle(*one);
  }
  Numbers square(rows.size(), std::vector<int>(rows.size()));
  for (size_t r = 0; r < rows.size(); ++r)
    for (size_t c = 0; c < rows.size(); ++c)
      square[r][c] = digits[static_cast<size_t>((rows[r] + columns[c]) % n)] + 1;
  // Swaps within pairs of rows that hold the same two digits twice make it less regular.
  for (int swap = 0; swap < 40 * n; ++swap) {
    auto& a = square[static_cast<size_t>(random.integer(0, n - 1))];
    auto& b = square[static_cast<size_t>(random.integer(0, n - 1))];
    const auto first = static_cast<size_t>(random.integer(0, n - 1));
    if (&a == &b) continue;
    std::vector<size_t> cycle{first};
    while (b[cycle.back()] != a[first]) {
      const auto next = std::find(a.begin(), a.end(), b[cycle.back()]);
      cycle.push_back(static_cast<size_t>(next - a.begin()));
    }
    for (const size_t c : cycle) std::swap(a[c], b[c]);
  }
  return square;
}

}  // namespace

void paint_hitori(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int n = random.chance(0.5) ? 9 : random.integer(5, 12);
  DigitGrid grid(canvas, area, n, n, false, random);
  Numbers numbers = latin_square(n, random);
  const double shaded = random.uniform(0.15, 0.3);
  const bool begun = random.chance(0.3);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      int value = numbers[static_cast<size_t>(r)][static_cast<size_t>(c)];
      const bool black = (r + c) % 2 == 0 && random.chance(2 * shaded);
      if (black) value = random.integer(1, n);
      if (black && begun && random.chance(0.5)) {
        const cv::Point2d a = grid.at().at(c + 0.06, r + 0.06),
                          b = grid.at().at(c + 0.94, r + 0.94);
        canvas.fill_rect(a.x, a.y, b.x, b.y, {90, 90, 95});
      }
      grid.print(r, c, value);
    }
}

void paint_latin_puzzle(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int n = random.chance(0.5) ? 9 : random.integer(4, 9);
  const bool outside = random.chance(0.4), signs = !outside && random.chance(0.5);
  const double room = outside ? 0.12 : 0;
  DigitGrid grid(canvas,
                 {area.x + room * area.width, area.y + room * area.height,
                  area.width * (1 - 2 * room), area.height * (1 - 2 * room)},
                 n, n, false, random);
  const Fit& at = grid.at();
  const Numbers numbers = latin_square(n, random);
  const double printed = random.pick(std::vector<double>{0, 0.15, 0.3, 1});
  const double written = printed < 1 ? random.uniform(0, 1) : 0;
  const bool cages = !outside && !signs;
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      const int value = numbers[static_cast<size_t>(r)][static_cast<size_t>(c)];
      if (random.chance(printed))
        grid.print(r, c, value);
      else if (random.chance(written))
        grid.by_hand(r, c, value);
      const char* const sign = random.chance(0.5) ? "<" : ">";
      if (signs && c + 1 < n && random.chance(0.25))
        small_text(canvas, sign, at.at(c + 1, r + 0.5), at.cell * 0.35, kInk, grid.face());
      if (cages && c + 1 < n && random.chance(0.4))
        canvas.rule(at.at(c + 1, r), at.at(c + 1, r + 1), at.cell * 0.07, kInk);
      if (cages && r + 1 < n && random.chance(0.4))
        canvas.rule(at.at(c, r + 1), at.at(c + 1, r + 1), at.cell * 0.07, kInk);
      if (cages && random.chance(0.35))
        small_text(canvas, std::to_string(random.integer(1, 60)) + (random.chance(0.5) ? "+" : "x"),
                   at.at(c + 0.24, r + 0.2), at.cell * 0.22, kInk, grid.face());
    }
  for (int i = 0; i < n && outside; ++i)
    for (const cv::Point2d place :
         {cv::Point2d(i + 0.5, -0.5), {i + 0.5, n + 0.5}, {-0.5, i + 0.5}, {n + 0.5, i + 0.5}})
      if (random.chance(0.6))
        small_text(canvas, std::to_string(random.integer(1, n)), at.at(place.x, place.y),
                   at.cell * 0.45, kInk, grid.face());
}

void paint_digit_table(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int n = random.chance(0.7) ? 9 : random.integer(4, 12);
  DigitGrid grid(canvas, area, n, n, random.chance(0.4), random);
  const double filled = random.chance(0.3) ? 1 : random.uniform(0.15, 1);
  const int most = random.chance(0.7) ? 9 : random.integer(3, 9);
  const int least = random.chance(0.3) ? 0 : 1;
  const bool by_hand = random.chance(0.2);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c)
      if (random.chance(filled)) {
        const int value = random.integer(least, most);
        by_hand ? grid.by_hand(r, c, value) : grid.print(r, c, value);
      }
}

void paint_number_path(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int n = random.chance(0.5) ? 9 : random.integer(5, 10);
  DigitGrid grid(canvas, area, n, n, random.chance(0.2), random);
  const double shown = random.uniform(0.2, 0.6);
  const bool snake = random.chance(0.5);  // else from the middle outwards, roughly
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      const int ring = std::min({r, c, n - 1 - r, n - 1 - c});
      const int value =
          snake ? r * n + (r % 2 == 0 ? c : n - 1 - c) + 1
                : std::clamp(n * n - 4 * ring * (n - ring) - random.integer(0, 3 * n), 1, n * n);
      if (random.chance(shown)) grid.print(r, c, value);
    }
}

void paint_region_numbers(Canvas& canvas, cv::Rect2d area, Random& random) {
  // Fillomino, slitherlink, nurikabe, minesweeper on paper: small digits, many alike.
  const int n = random.chance(0.5) ? 9 : random.integer(6, 12);
  DigitGrid grid(canvas, area, n, n, false, random);
  const double shown = random.uniform(0.2, 0.7);
  const std::vector<std::array<int, 2>> ranges{{0, 3}, {1, 5}, {1, 9}, {1, 4}};
  const auto [least, most] = random.pick(ranges);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c)
      if (random.chance(shown))  // small ones are the more frequent
        grid.print(r, c, std::min(random.integer(least, most), random.integer(least, most)));
}

void paint_lotto_slip(Canvas& canvas, cv::Rect2d area, Random& random) {
  const std::vector<std::array<int, 2>> sizes{{7, 7}, {9, 9}, {10, 10}, {6, 6}, {8, 10}, {5, 10}};
  const auto [rows, columns] = random.pick(sizes);
  DigitGrid grid(canvas, area, rows, columns, random.chance(0.2), random);
  const bool down = random.chance(0.3);
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      grid.print(r, c, down ? c * rows + r + 1 : r * columns + c + 1, 0.8);
      if (random.chance(0.12))
        small_text(canvas, "X", grid.at().at(c + 0.5, r + 0.5), grid.at().cell * 0.9, {40, 50, 140},
                   "dkg_handwriting.ttf");
    }
}

}  // namespace gridlens::generator
