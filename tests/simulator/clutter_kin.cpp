// Sudoku's kin: the same grid and digits, other rules. No board of these is a classic Sudoku.
#include <algorithm>
#include <cmath>

#include "tests/simulator/board_painter.h"
#include "tests/simulator/digit_grid.h"
#include "tests/simulator/rule_search.h"

namespace gridlens::generator {
namespace {

const std::vector<Colour> kTints{{248, 214, 214}, {214, 232, 248}, {218, 242, 214},
                                 {250, 240, 200}, {232, 218, 246}, {252, 226, 196},
                                 {214, 242, 240}, {236, 236, 232}, {244, 212, 236}};

size_t at(int n, int row, int column) {
  return static_cast<size_t>(row * n + column);
}

// Lines between cells of different regions.
void region_lines(Canvas& canvas, const Fit& fit, int n, const std::vector<int>& regions,
                  double width, Colour ink) {
  const double w = width * fit.cell, h = width / 2;
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      if (c + 1 < n && regions[at(n, r, c)] != regions[at(n, r, c + 1)])
        canvas.rule(fit.at(c + 1, r - h), fit.at(c + 1, r + 1 + h), w, ink);
      if (r + 1 < n && regions[at(n, r, c)] != regions[at(n, r + 1, c)])
        canvas.rule(fit.at(c - h, r + 1), fit.at(c + 1 + h, r + 1), w, ink);
    }
}

// Tints of regions, neighbours apart.
std::vector<size_t> region_tints(int n, const std::vector<int>& regions, size_t tints,
                                 Random& random) {
  const auto count = static_cast<size_t>(*std::max_element(regions.begin(), regions.end()) + 1);
  std::vector<std::vector<bool>> near(count, std::vector<bool>(count, false));
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c)
      for (const auto& [dr, dc] : {std::pair{0, 1}, {1, 0}}) {
        if (r + dr >= n || c + dc >= n) continue;
        const auto a = static_cast<size_t>(regions[at(n, r, c)]),
                   b = static_cast<size_t>(regions[at(n, r + dr, c + dc)]);
        near[a][b] = near[b][a] = true;
      }
  std::vector<size_t> tint(count, tints);
  for (size_t region = 0; region < count; ++region) {
    std::vector<size_t> free;
    for (size_t t = 0; t < tints; ++t) {
      bool taken = false;
      for (size_t other = 0; other < region; ++other)
        taken = taken || (near[region][other] && tint[other] == t);
      if (!taken) free.push_back(t);
    }
    tint[region] = free.empty() ? 0 : random.pick(free);
  }
  return tint;
}

// Prints `givens`, and some of the rest by hand.
void write_cells(DigitGrid& grid, int n, const Cells& givens, const Cells& solution, double by_hand,
                 Random& random) {
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c)
      if (givens[at(n, r, c)] != 0)
        grid.print(r, c, givens[at(n, r, c)]);
      else if (random.chance(by_hand))
        grid.by_hand(r, c, solution[at(n, r, c)]);
}

bool are_boxes(int n, const std::vector<int>& regions) {
  for (int box_rows = 1; box_rows <= n; ++box_rows) {
    if (n % box_rows != 0) continue;
    bool same = true;
    for (int r = 0; r < n; ++r)
      for (int c = 0; c < n; ++c) {
        const int box_cols = n / box_rows;
        same = same && regions[at(n, r, c)] ==
                           regions[at(n, r / box_rows * box_rows, c / box_cols * box_cols)];
      }
    if (same) return true;
  }
  return false;
}

}  // namespace

void paint_jigsaw(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int n = random.chance(0.6) ? 9 : random.integer(5, 8);
  std::vector<int> regions;
  std::optional<Cells> solution;
  KinRules rules;
  while (!solution) {
    regions = random_regions(n, n * random.integer(1, 8), random);
    if (are_boxes(n, regions)) continue;
    rules = KinRules::latin(n);
    for (auto& cells : cells_of_regions(regions)) rules.units.push_back(std::move(cells));
    solution = random_solution(rules, random);
  }
  const bool answer = random.chance(0.1);
  const Cells givens =
      answer ? *solution
             : make_givens(rules, *solution, static_cast<int>(random.uniform(0.25, 0.45) * n * n),
                           random);
  DigitGrid grid(canvas, area, n, n, false, random);
  const double look = random.uniform();  // thick lines, tints, or both
  if (look > 0.55) {
    const std::vector<size_t> tint =
        region_tints(n, regions, static_cast<size_t>(random.integer(4, 9)), random);
    std::vector<Colour> tints = kTints;
    random.shuffle(tints);
    for (int r = 0; r < n; ++r)
      for (int c = 0; c < n; ++c)
        grid.shade(r, c, tints[tint[static_cast<size_t>(regions[at(n, r, c)])]]);
  }
  if (look < 0.85) region_lines(canvas, grid.at(), n, regions, random.uniform(0.06, 0.12), kInk);
  write_cells(grid, n, givens, *solution, random.chance(0.25) ? random.uniform(0, 1) : 0, random);
}

void paint_killer(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int n = random.chance(0.8) ? 9 : 6, box_rows = n == 9 ? 3 : 2;
  const KinRules rules = KinRules::classic(n, box_rows, 3);
  const Cells solution = *random_solution(rules, random);
  const std::vector<int> cages = random_cages(n, 5, random);
  const Fit at_page = fit(area, n, n);
  BoardStyle style = plain_lattice(random);
  style.thick = style.thin * random.uniform(1.8, 3.2);
  paint_lattice(canvas, at_page.top_left, at_page.cell, n, n, {box_rows, 3}, style);
  const double inset = random.uniform(0.05, 0.1),
               width = at_page.cell * random.uniform(0.015, 0.03);
  const bool tinted = random.chance(0.25), dashed = !tinted || random.chance(0.5);
  const std::vector<size_t> tint = region_tints(n, cages, 5, random);
  const auto dash = [&](cv::Point2d from, cv::Point2d to) {
    const int dashes = 5;
    for (int i = 0; i < dashes; ++i) {
      const cv::Point2d way = (to - from) * (1.0 / (2 * dashes - 1));
      canvas.rule(from + way * (2 * i), from + way * (2 * i + 1), width, kInk);
    }
  };
  const auto cage = [&](int r, int c) {
    return r < 0 || c < 0 || r >= n || c >= n ? -1 : cages[at(n, r, c)];
  };
  std::vector<int> sums(cages.size(), 0);
  std::vector<bool> told(cages.size(), false);
  for (size_t i = 0; i < cages.size(); ++i) sums[static_cast<size_t>(cages[i])] += solution[i];
  const double by_hand = random.chance(0.3) ? random.uniform(0, 0.12) : 0;
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      const int own = cage(r, c);
      if (tinted) {
        const cv::Point2d a = at_page.at(c + inset, r + inset),
                          b = at_page.at(c + 1 - inset, r + 1 - inset);
        canvas.fill_rect(a.x, a.y, b.x, b.y, kTints[tint[static_cast<size_t>(own)]]);
      }
      // Where the cage goes on, so does the dashed line.
      const double left = cage(r, c - 1) == own ? 0 : inset,
                   right = cage(r, c + 1) == own ? 1 : 1 - inset,
                   top = cage(r - 1, c) == own ? 0 : inset,
                   bottom = cage(r + 1, c) == own ? 1 : 1 - inset;
      if (dashed) {
        if (top > 0) dash(at_page.at(c + left, r + top), at_page.at(c + right, r + top));
        if (bottom < 1) dash(at_page.at(c + left, r + bottom), at_page.at(c + right, r + bottom));
        if (left > 0) dash(at_page.at(c + left, r + top), at_page.at(c + left, r + bottom));
        if (right < 1) dash(at_page.at(c + right, r + top), at_page.at(c + right, r + bottom));
      }
      if (!told[static_cast<size_t>(own)]) {
        told[static_cast<size_t>(own)] = true;
        small_text(canvas, std::to_string(sums[static_cast<size_t>(own)]),
                   at_page.at(c + 0.22, r + 0.2), at_page.cell * 0.17);
      }
      if (random.chance(by_hand))
        small_text(canvas, std::to_string(solution[at(n, r, c)]), at_page.at(c + 0.55, r + 0.58),
                   at_page.cell * 0.5, {40, 50, 120}, "dkg_handwriting.ttf");
    }
}

void paint_kenken(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int n = random.integer(4, 9);
  DigitGrid grid(canvas, area, n, n, false, random);
  const Cells solution = *random_solution(KinRules::latin(n), random);
  const std::vector<int> cages = random_cages(n, random.integer(3, 5), random);
  region_lines(canvas, grid.at(), n, cages, random.uniform(0.07, 0.12), kInk);
  std::vector<bool> told(cages.size(), false);
  const double printed = random.chance(0.2) ? 1 : 0;
  const double by_hand = random.chance(0.5) ? 0 : random.chance(0.4) ? 1 : random.uniform(0, 1);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      const auto cage = static_cast<size_t>(cages[at(n, r, c)]);
      if (!told[cage]) {
        told[cage] = true;
        grid.corner(
            r, c,
            std::to_string(random.integer(1, 60)) + std::string(1, "+-x/"[random.integer(0, 3)]));
      }
      if (random.chance(printed))
        grid.print(r, c, solution[at(n, r, c)], 0.9);
      else if (random.chance(by_hand))
        grid.by_hand(r, c, solution[at(n, r, c)]);
    }
}

void paint_futoshiki(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int n = random.integer(4, 7);
  const Cells solution = *random_solution(KinRules::latin(n), random);
  const Fit at_page = fit(area, n, n);
  const double gap = random.uniform(0.1, 0.18), pen = at_page.cell * random.uniform(0.015, 0.03);
  const double printed = random.pick(std::vector<double>{0, 0.1, 0.2, 0.4, 1});
  const double by_hand = random.chance(0.6) ? 0 : random.uniform(0, 1);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      const cv::Point2d a = at_page.at(c + gap, r + gap), b = at_page.at(c + 1 - gap, r + 1 - gap);
      for (const double y : {a.y, b.y})
        canvas.rule({a.x - pen / 2, y}, {b.x + pen / 2, y}, pen, kInk);
      for (const double x : {a.x, b.x}) canvas.rule({x, a.y}, {x, b.y}, pen, kInk);
      const std::string digit = std::to_string(solution[at(n, r, c)]);
      if (random.chance(printed))
        small_text(canvas, digit, (a + b) / 2, at_page.cell * 0.42, kInk, "cabin_bold.otf");
      else if (random.chance(by_hand))
        small_text(canvas, digit, (a + b) / 2, at_page.cell * 0.42, {40, 50, 120},
                   "dkg_handwriting.ttf");
      const auto sign = [&](cv::Point2d place, cv::Point2d along) {  // opens along `along`
        const cv::Point2d aside(-along.y, along.x), tip = place - along * (0.06 * at_page.cell);
        for (const double side : {-0.08, 0.08})
          canvas.stroke(tip, place + along * (0.06 * at_page.cell) + aside * (side * at_page.cell),
                        pen, kInk);
      };
      if (c + 1 < n && random.chance(0.25))
        sign(at_page.at(c + 1, r + 0.5), {random.chance(0.5) ? 1.0 : -1.0, 0});
      if (r + 1 < n && random.chance(0.25))
        sign(at_page.at(c + 0.5, r + 1), {0, random.chance(0.5) ? 1.0 : -1.0});
    }
}

void paint_str8ts(Canvas& canvas, cv::Rect2d area, Random& random) {
  const int n = random.chance(0.7) ? 9 : 6;
  DigitGrid grid(canvas, area, n, n, false, random);
  const Cells solution = *random_solution(KinRules::latin(n), random);
  const double black = random.uniform(0.2, 0.32), shown = random.uniform(0.2, 0.4);
  const double by_hand = random.chance(0.6) ? 0 : random.uniform(0, 1);
  std::vector<bool> dark(solution.size(), false);
  for (size_t i = 0; i < dark.size(); ++i)
    if (random.chance(black)) dark[i] = dark[dark.size() - 1 - i] = true;
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      const int value = solution[at(n, r, c)];
      if (dark[at(n, r, c)]) {
        const cv::Point2d a = grid.at().at(c, r), b = grid.at().at(c + 1, r + 1);
        canvas.fill_rect(a.x, a.y, b.x, b.y, kInk);
        if (random.chance(0.25)) grid.print(r, c, std::to_string(value), 1, {250, 250, 250});
      } else if (random.chance(shown)) {
        grid.print(r, c, value);
      } else if (random.chance(by_hand)) {
        grid.by_hand(r, c, value);
      }
    }
}

void paint_takuzu(Canvas& canvas, cv::Rect2d area, Random& random) {
  const std::vector<int> sizes{6, 8, 8, 10, 10, 12};
  const int n = random.pick(sizes);
  DigitGrid grid(canvas, area, n, n, false, random);
  const double shown = random.chance(0.4) ? 1 : random.uniform(0.2, 0.5);
  const double by_hand = random.chance(0.3) ? random.uniform(0.2, 1) : 0;
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      const int value = (r + c + random.integer(0, 1)) % 2;
      if (random.chance(shown))
        grid.print(r, c, value);
      else if (random.chance(by_hand))
        grid.by_hand(r, c, value);
    }
}

}  // namespace gridlens::generator
