// Sudokus with further rules, which marks on the grid tell.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/simulator/font.h"
#include "tests/simulator/odd_boards.h"
#include "tests/simulator/rule_search.h"

namespace gridlens::generator {
namespace {

constexpr Colour kMark{90, 90, 96};

// A walk over cells that do not repeat, each beside the one before, corners included.
std::vector<int> walk(int n, int length, std::vector<bool>& taken, Random& random) {
  std::vector<int> cells;
  int row = random.integer(0, n - 1), column = random.integer(0, n - 1);
  for (int tries = 0; static_cast<int>(cells.size()) < length && tries < 60; ++tries) {
    const int r = cells.empty() ? row : row + random.integer(-1, 1),
              c = cells.empty() ? column : column + random.integer(-1, 1);
    if (r < 0 || c < 0 || r >= n || c >= n || taken[static_cast<size_t>(r * n + c)]) continue;
    taken[static_cast<size_t>(r * n + c)] = true;
    row = r, column = c;
    cells.push_back(r * n + c);
  }
  return cells;
}

// The rules' marks, drawn between lattice and symbols, and what the search needs to know.
class Marks {
 public:
  Marks(OddPage& page, OddBoard kind)
      : page_(page),
        kind_(kind),
        n_(page.shape.n()),
        rules(KinRules::classic(n_, page.shape.box_rows, page.shape.box_cols)) {
    if (kind == OddBoard::diagonals) {
      std::vector<int> down, up;
      for (int i = 0; i < n_; ++i) down.push_back(i * n_ + i), up.push_back(i * n_ + n_ - 1 - i);
      rules.units.push_back(down);
      rules.units.push_back(up);
    }
    if (kind == OddBoard::windows)
      for (const int r : {1, 5})
        for (const int c : {1, 5}) {
          std::vector<int> window;
          for (int i = 0; i < 9; ++i) window.push_back((r + i / 3) * n_ + c + i % 3);
          rules.units.push_back(window);
        }
  }

  // Draws what the kind marks of this solution, and tells the rules.
  void draw(const Cells& solution) {
    switch (kind_) {
      case OddBoard::diagonals:
        return diagonals();
      case OddBoard::windows:
        for (const int r : {1, 5})
          for (const int c : {1, 5}) shade(r, c, r + 3, c + 3);
        return;
      case OddBoard::even_odd:
        return even_odd(solution);
      case OddBoard::thermometers:
      case OddBoard::arrows:
        return paths(solution);
      case OddBoard::sandwich:
        return sums_outside(solution);
      default:
        return between_cells(solution);
    }
  }

 private:
  OddPage& page_;
  OddBoard kind_;
  int n_;

 public:
  KinRules rules;

 private:
  void shade(int r0, int c0, int r1, int c1) {
    const cv::Point2d a = page_.at(c0, r0), b = page_.at(c1, r1);
    page_.canvas.fill_rect(a.x, a.y, b.x, b.y, tone_, 0.22);
  }

  void diagonals() {
    if (page_.random.chance(0.5)) {
      for (int i = 0; i < n_; ++i) {
        shade(i, i, i + 1, i + 1);
        if (i != n_ - 1 - i) shade(i, n_ - 1 - i, i + 1, n_ - i);
      }
      return;
    }
    const double width = page_.cell * page_.random.uniform(0.015, 0.05);
    page_.canvas.stroke(page_.at(0, 0), page_.at(n_, n_), width, tone_, 0.6);
    page_.canvas.stroke(page_.at(n_, 0), page_.at(0, n_), width, tone_, 0.6);
  }

  void even_odd(const Cells& solution) {
    const bool rings = page_.random.chance(0.4);
    const double share = page_.random.uniform(0.3, 1);
    for (int cell = 0; cell < n_ * n_; ++cell) {
      const int value = solution[static_cast<size_t>(cell)];
      if (value % 2 != 0 || !page_.random.chance(share)) continue;
      rules.allowed[static_cast<size_t>(cell)] = 0b010101010;
      if (rings)
        page_.canvas.disc(page_.at(cell % n_ + 0.5, cell / n_ + 0.5), page_.cell * 0.4, tone_, 0.2);
      else
        shade(cell / n_, cell % n_, cell / n_ + 1, cell % n_ + 1);
    }
  }

  void paths(const Cells& solution) {
    std::vector<bool> taken(solution.size(), false);
    const bool thermometers = kind_ == OddBoard::thermometers;
    for (int i = 0; i < 60; ++i) {
      std::vector<bool> before = taken;
      const std::vector<int> cells = walk(n_, page_.random.integer(3, 5), taken, page_.random);
      const auto value = [&](size_t k) { return solution[static_cast<size_t>(cells[k])]; };
      bool fits = cells.size() >= 3;
      int sum = 0;
      for (size_t k = 1; k < cells.size(); ++k) {
        fits = fits && (!thermometers || value(k) > value(k - 1));
        sum += value(k);
      }
      if (!fits || (!thermometers && sum != value(0))) {
        taken = before;
        continue;
      }
      const auto centre = [&](size_t k) {
        return page_.at(cells[k] % n_ + 0.5, cells[k] / n_ + 0.5);
      };
      const double width = page_.cell * (thermometers ? 0.26 : 0.04);
      for (size_t k = 1; k < cells.size(); ++k) {
        page_.canvas.stroke(centre(k - 1), centre(k), width, {200, 200, 204});
        if (thermometers) rules.pairs.push_back({cells[k - 1], cells[k], KinRules::Pair::less});
      }
      if (thermometers)
        page_.canvas.disc(centre(0), page_.cell * 0.36, {200, 200, 204});
      else
        page_.canvas.ring(centre(0), page_.cell * 0.38, page_.cell * 0.04, {170, 170, 176});
    }
  }

  void between_cells(const Cells& solution) {
    const double share = page_.random.uniform(0.4, 1);
    for (int cell = 0; cell < n_ * n_; ++cell)
      for (const bool down : {false, true}) {
        const int other = down ? cell + n_ : cell + 1;
        if (down ? other >= n_ * n_ : cell % n_ == n_ - 1) continue;
        const int a = solution[static_cast<size_t>(cell)], b = solution[static_cast<size_t>(other)];
        const cv::Point2d place =
            page_.at(cell % n_ + (down ? 0.5 : 1), cell / n_ + (down ? 1 : 0.5));
        if (kind_ == OddBoard::greater_than) {
          if (rules_box(cell) == rules_box(other) && page_.random.chance(share))
            sign(place, down, a < b, cell, other);
        } else if (kind_ == OddBoard::neighbours) {
          const bool next = std::abs(a - b) == 1;
          rules.pairs.push_back(
              {cell, other, next ? KinRules::Pair::neighbours : KinRules::Pair::not_neighbours});
          const double along = page_.cell * 0.2, across = page_.cell * 0.06;
          const cv::Point2d half = down ? cv::Point2d(along, across) : cv::Point2d(across, along);
          if (next)
            page_.canvas.fill_rect(place.x - half.x, place.y - half.y, place.x + half.x,
                                   place.y + half.y, kMark);
        } else {
          const bool next = std::abs(a - b) == 1, twice = a == 2 * b || b == 2 * a;
          if (!next && !twice) continue;
          rules.pairs.push_back(
              {cell, other, twice ? KinRules::Pair::half_or_double : KinRules::Pair::neighbours});
          page_.canvas.disc(place, page_.cell * 0.1, kMark);
          if (!twice) page_.canvas.disc(place, page_.cell * 0.075, {252, 252, 252});
        }
      }
  }

  [[nodiscard]] int rules_box(int cell) const { return page_.shape.box_of(cell / n_, cell % n_); }

  void sign(cv::Point2d place, bool down, bool rising, int cell, int other) {
    rules.pairs.push_back({rising ? cell : other, rising ? other : cell, KinRules::Pair::less});
    const cv::Point2d way = (down ? cv::Point2d(0, 1) : cv::Point2d(1, 0)) * (rising ? 1.0 : -1.0),
                      aside(-way.y, way.x);
    const cv::Point2d tip = place - way * (0.06 * page_.cell);
    for (const double side : {-0.09, 0.09})
      page_.canvas.stroke(tip, place + way * (0.06 * page_.cell) + aside * (side * page_.cell),
                          page_.cell * 0.025, kMark);
  }

  void sums_outside(const Cells& solution) {
    for (const bool down : {false, true})
      for (int line = 0; line < n_; ++line) {
        int sum = 0, ends = 0;
        for (int i = 0; i < n_; ++i) {
          const int value = solution[static_cast<size_t>(down ? i * n_ + line : line * n_ + i)];
          if (value == 1 || value == n_)
            ++ends;
          else if (ends == 1)
            sum += value;
        }
        const cv::Point2d place = down ? page_.at(line + 0.5, -0.4) : page_.at(-0.5, line + 0.5);
        page_.canvas.text(font(page_.style.font)
                              .centred(std::to_string(sum), place, {page_.cell * 0.36, 0, 0, 1, 0}),
                          kMark);
      }
  }

  Colour tone_{70, 80, 110};
};

}  // namespace

PrintedBoard paint_with_more_rules(OddPage& page, OddBoard kind) {
  Marks marks(page, kind);
  const int n = page.shape.n();
  paint_lattice(page.canvas, page.top_left, page.cell, n, n, page.shape, page.style);
  Cells solution = *random_solution(marks.rules, page.random, 200000);
  marks.draw(solution);
  // Sums are not searched: such puzzles have fewer givens than they need without them.
  const bool sums = kind == OddBoard::arrows || kind == OddBoard::sandwich;
  const int aim = sums ? 18 : page.random.integer(14, 30);
  Cells givens;
  if (sums) {
    givens.assign(solution.size(), 0);
    for (int i = 0; i < aim; ++i) {
      const auto cell = static_cast<size_t>(page.random.integer(0, n * n - 1));
      givens[cell] = solution[cell];
    }
  } else {
    givens = make_givens(marks.rules, solution, aim, page.random);
  }
  Puzzle puzzle{Grid(page.shape), Grid(page.shape)};
  for (int cell = 0; cell < n * n; ++cell)
    puzzle.givens.set(cell, givens[static_cast<size_t>(cell)]);
  // What may be shown: the solution, where the clues alone have one.
  const auto only =
      only_solution(KinRules::classic(n, page.shape.box_rows, page.shape.box_cols), givens);
  for (int cell = 0; only && cell < n * n; ++cell)
    puzzle.solution.set(cell, (*only)[static_cast<size_t>(cell)]);
  return paint_symbols(page.canvas, page.top_left, page.cell, puzzle, page.style, page.random);
}

}  // namespace gridlens::generator
