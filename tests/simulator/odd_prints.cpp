// Boards with a mistake in print, boards that someone has worked on, boards that are not all there.
#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "tests/simulator/font.h"
#include "tests/simulator/odd_boards.h"
#include "tests/simulator/rule_search.h"

namespace gridlens::generator {
namespace {

Cells cells_of(const Grid& grid) {
  return {grid.values().begin(), grid.values().end()};
}

// The one solution of these clues, all zeros where there is none.
Grid answer_of(const Grid& clues) {
  const Shape shape = clues.shape();
  Grid answer(shape);
  const auto only =
      only_solution(KinRules::classic(shape.n(), shape.box_rows, shape.box_cols), cells_of(clues));
  for (int cell = 0; only && cell < shape.cells(); ++cell)
    answer.set(cell, (*only)[static_cast<size_t>(cell)]);
  return answer;
}

// Cells that do, or do not, hold a value, in a random order.
std::vector<int> cells_with(const Grid& grid, bool filled, Random& random) {
  std::vector<int> cells;
  for (int cell = 0; cell < grid.shape().cells(); ++cell)
    if ((grid.at(cell) != 0) == filled) cells.push_back(cell);
  random.shuffle(cells);
  return cells;
}

int another(int value, int n, Random& random) {
  const int other = random.integer(1, n - 1);
  return other < value ? other : other + 1;
}

// Paints a board and what was done to it.
class OddPrint {
 public:
  explicit OddPrint(OddPage& page)
      : page_(page), random_(page.random), n_(page.shape.n()), grid_(page.shape) {
    PuzzleOptions options;
    options.given_share = random_.uniform(0.33, 0.5);
    puzzle_ = make_puzzle(page.shape, random_, options);
    puzzle_.solution = answer_of(puzzle_.givens);
    grid_ = puzzle_.givens;
  }

  PrintedBoard print() {
    return paint_board(page_.canvas, page_.top_left, page_.cell, puzzle_, page_.style, random_);
  }

  PrintedBoard misprint(OddBoard kind) {
    Grid& givens = puzzle_.givens;
    if (kind == OddBoard::answer || kind == OddBoard::answer_misprint) givens = puzzle_.solution;
    const std::vector<int> cells = cells_with(givens, true, random_);
    const auto get = [&](int cell) { return givens.at(cell); };
    const auto set = [&](int cell, int value) { givens.set(cell, value); };
    if (kind == OddBoard::misprint || kind == OddBoard::answer_misprint)
      set(cells[0], another(get(cells[0]), n_, random_));
    if (kind == OddBoard::exchanged)
      for (size_t i = 1; i < cells.size(); ++i)
        if (const int a = get(cells[0]), b = get(cells[i]); a != b) {
          set(cells[0], b), set(cells[i], a);
          break;
        }
    if (kind == OddBoard::two_solutions) {
      const int most = random_.integer(1, 4);
      int left_out = 0;
      for (const int cell : cells) {
        const int value = get(cell);
        set(cell, 0);
        if (answer_of(givens).count_filled() == 0 && ++left_out >= most) break;
        if (random_.chance(0.5) && left_out == 0) set(cell, value);
      }
    }
    puzzle_.solution = answer_of(givens);
    return print();
  }

  PrintedBoard entries(OddBoard kind) {
    PrintedBoard board = print();
    const std::vector<int> empty = cells_with(puzzle_.givens, false, random_);
    const auto filled =
        static_cast<size_t>(random_.uniform(0.2, 1) * static_cast<double>(empty.size()));
    const int wrong = kind == OddBoard::wrong_entries ? random_.integer(1, 8) : 0;
    for (size_t i = 0; i < filled; ++i) {
      const int r = empty[i] / n_, c = empty[i] % n_;
      const int right = puzzle_.solution.at(r, c);
      const int value = static_cast<int>(i) < wrong ? another(right, n_, random_) : right;
      if (kind == OddBoard::struck_entries && random_.chance(0.15)) {
        by_hand(r, c, another(right, n_, random_), 0, 0, 1);
        strike(r, c);
        by_hand(r, c, right, 0.28, 0.25, 0.5);
      } else {
        by_hand(r, c, value, 0, 0, 1);
      }
      board.entries.set(r, c, value);
    }
    return board;
  }

  PrintedBoard typed_entries() {
    // Nobody can tell these from givens.
    const std::vector<int> empty = cells_with(puzzle_.givens, false, random_);
    const int filled = std::min(random_.integer(3, 20), static_cast<int>(empty.size()));
    const int wrong = random_.integer(1, 3);
    for (int i = 0; i < filled; ++i) {
      const int r = empty[static_cast<size_t>(i)] / n_, c = empty[static_cast<size_t>(i)] % n_;
      const int right = puzzle_.solution.at(r, c);
      puzzle_.givens.set(r, c, i < wrong ? another(right, n_, random_) : right);
    }
    puzzle_.solution = answer_of(puzzle_.givens);
    return print();
  }

  PrintedBoard copied_wrong() {
    const std::vector<int> cells = cells_with(puzzle_.givens, true, random_);
    const int r = cells[0] / n_, c = cells[0] % n_;
    puzzle_.givens.set(r, c, another(puzzle_.givens.at(r, c), n_, random_));
    puzzle_.solution = answer_of(puzzle_.givens);
    page_.style.font = page_.style.hand_font;
    page_.style.digit = page_.style.hand_ink;
    return print();
  }

  PrintedBoard marked_givens(OddBoard kind) {
    PrintedBoard board = print();
    const std::vector<int> cells = cells_with(puzzle_.givens, true, random_);
    const int value = random_.integer(1, n_);
    for (size_t i = 0; i < cells.size(); ++i) {
      const int r = cells[i] / n_, c = cells[i] % n_;
      if (kind == OddBoard::overwritten) {
        if (i >= 1) break;
        by_hand(r, c, another(puzzle_.givens.at(r, c), n_, random_), 0, 0, 1.15);
      } else if (puzzle_.givens.at(r, c) == value || i < 2) {
        if (kind == OddBoard::struck_givens)
          strike(r, c);
        else
          page_.canvas.ring(page_.at(c + 0.5, r + 0.5), page_.cell * random_.uniform(0.34, 0.44),
                            page_.cell * 0.03, page_.style.hand_ink);
      }
    }
    return board;
  }

  PrintedBoard partly_hidden(OddBoard kind) {
    PrintedBoard board = print();
    if (kind == OddBoard::scribble) {
      cv::Point2d from = page_.at(random_.uniform(0, n_), random_.uniform(0, n_));
      for (int i = 0; i < 14; ++i) {
        const cv::Point2d to =
            from + cv::Point2d(random_.uniform(-2, 2), random_.uniform(-2, 2)) * page_.cell;
        page_.canvas.stroke(from, to, page_.cell * 0.04, page_.style.hand_ink);
        from = to;
      }
      return board;
    }
    const bool torn = kind == OddBoard::torn;
    const double wide = random_.uniform(0.3, torn ? 0.7 : 0.75) * n_,
                 high = random_.uniform(0.3, torn ? 0.7 : 0.75) * n_;
    std::vector<cv::Point> outline;
    const auto corner = [&](double column, double row) {
      outline.emplace_back(page_.at(column, row));
    };
    const std::vector<cv::Scalar> notes{
        {120, 235, 250}, {180, 240, 190}, {235, 210, 250}, {250, 250, 250}};
    if (torn) {  // the lower right corner is gone, with a ragged edge
      corner(n_ + 3, n_ - high);
      for (int i = 0; i <= 8; ++i)
        corner(n_ - wide * i / 8 + (i == 0 ? 1 : random_.uniform(-0.2, 0.2)),
               n_ - high * (8 - i) / 8 + random_.uniform(-0.2, 0.2));
      corner(n_ - wide, n_ + 3);
      corner(n_ + 3, n_ + 3);
    } else {
      const double x = random_.uniform(-0.3, 1) * (n_ - wide),
                   y = random_.uniform(-0.3, 1) * (n_ - high), skew = random_.uniform(-0.6, 0.6);
      corner(x, y), corner(x + wide, y + skew), corner(x + wide - skew, y + high + skew);
      corner(x - skew, y + high);
    }
    cv::fillPoly(page_.canvas.bgr(), std::vector{outline},
                 torn ? cv::Scalar(70, 100, 140) : random_.pick(notes), cv::LINE_AA);
    return board;
  }

 private:
  // `dx`, `dy`: aside of the cell's middle, in cells; `scale`: of an entry's usual size.
  void by_hand(int row, int column, int value, double dx, double dy, double scale) {
    const cv::Point2d top_left =
        page_.at(dx + (1 - scale) * (column + 0.5), dy + (1 - scale) * (row + 0.5));
    write_by_hand(page_.canvas, top_left, page_.cell * scale, row, column, value, page_.style,
                  random_);
  }
  void strike(int row, int column) {
    const double width = page_.cell * 0.03;
    page_.canvas.stroke(page_.at(column + 0.2, row + 0.78), page_.at(column + 0.8, row + 0.22),
                        width, page_.style.hand_ink);
    if (random_.chance(0.5))
      page_.canvas.stroke(page_.at(column + 0.22, row + 0.2), page_.at(column + 0.8, row + 0.8),
                          width, page_.style.hand_ink);
  }

  OddPage& page_;
  Random& random_;
  int n_;
  Puzzle puzzle_;
  Grid grid_;
};

}  // namespace

PrintedBoard paint_odd_print(OddPage& page, OddBoard kind) {
  OddPrint print(page);
  switch (kind) {
    case OddBoard::answer:
    case OddBoard::misprint:
    case OddBoard::exchanged:
    case OddBoard::two_solutions:
    case OddBoard::answer_misprint:
      return print.misprint(kind);
    case OddBoard::wrong_entries:
    case OddBoard::struck_entries:
      return print.entries(kind);
    case OddBoard::struck_givens:
    case OddBoard::ringed_givens:
    case OddBoard::overwritten:
      return print.marked_givens(kind);
    case OddBoard::typed_entries:
      return print.typed_entries();
    case OddBoard::copied_wrong:
      return print.copied_wrong();
    case OddBoard::sticky_note:
    case OddBoard::torn:
    case OddBoard::scribble:
      return print.partly_hidden(kind);
    default:
      return print.print();
  }
}

}  // namespace gridlens::generator
