#include "tests/simulator/odd_boards.h"

#include <array>
#include <cmath>

#include "tests/simulator/clutter_parts.h"
#include "tests/simulator/page.h"
#include "tests/simulator/rule_search.h"

namespace gridlens::generator {
namespace {

struct OddName {
  OddBoard odd;
  const char* name;
};
constexpr OddName kOddNames[] = {{OddBoard::plain, "plain"},
                                 {OddBoard::diagonals, "diagonals"},
                                 {OddBoard::windows, "windows"},
                                 {OddBoard::even_odd, "even_odd"},
                                 {OddBoard::greater_than, "greater_than"},
                                 {OddBoard::neighbours, "neighbours"},
                                 {OddBoard::kropki, "kropki"},
                                 {OddBoard::thermometers, "thermometers"},
                                 {OddBoard::arrows, "arrows"},
                                 {OddBoard::sandwich, "sandwich"},
                                 {OddBoard::samurai, "samurai"},
                                 {OddBoard::decorated, "decorated"},
                                 {OddBoard::six_boards, "six_boards"},
                                 {OddBoard::answer, "answer"},
                                 {OddBoard::misprint, "misprint"},
                                 {OddBoard::exchanged, "exchanged"},
                                 {OddBoard::two_solutions, "two_solutions"},
                                 {OddBoard::answer_misprint, "answer_misprint"},
                                 {OddBoard::wrong_entries, "wrong_entries"},
                                 {OddBoard::struck_entries, "struck_entries"},
                                 {OddBoard::struck_givens, "struck_givens"},
                                 {OddBoard::ringed_givens, "ringed_givens"},
                                 {OddBoard::overwritten, "overwritten"},
                                 {OddBoard::typed_entries, "typed_entries"},
                                 {OddBoard::copied_wrong, "copied_wrong"},
                                 {OddBoard::sticky_note, "sticky_note"},
                                 {OddBoard::torn, "torn"},
                                 {OddBoard::scribble, "scribble"}};

bool has_more_rules(OddBoard kind) {
  return kind >= OddBoard::diagonals && kind <= OddBoard::sandwich;
}

BoardStyle style_of(OddBoard kind, Shape shape, Random& random) {
  StyleRanges ranges;
  ranges.fancy_lines = !has_more_rules(kind) && kind != OddBoard::samurai;
  ranges.inverted = !has_more_rules(kind) && random.chance(0.05);
  return random_style(shape, random, ranges);
}

Page one_board(OddBoard kind, Colour paper, Random& random) {
  const bool larger = has_more_rules(kind) || random.chance(0.8);
  const Shape shape = larger ? Shape{3, 3} : random.chance(0.5) ? Shape{2, 3} : Shape{2, 2};
  const double cell = 1000.0 / shape.n();
  Canvas canvas({1500, 1600}, paper);
  OddPage page{canvas, {250, 330}, cell, shape, style_of(kind, shape, random), random};
  small_text(canvas, random_sentence(random, 10), {750, 160}, 44);
  if (has_more_rules(kind)) return {canvas.bgr(), {paint_with_more_rules(page, kind)}};
  if (kind != OddBoard::decorated) {
    PrintedBoard board = paint_odd_print(page, kind);
    return {canvas.bgr(), {std::move(board)}};
  }
  // Shades of any form under the symbols: a flower, stripes, corners, a chessboard.
  const int n = shape.n(), form = random.integer(0, 3), middle = random.integer(1, n - 2);
  paint_lattice(canvas, page.top_left, cell, n, n, shape, page.style);
  const std::vector<Colour> tones{{90, 110, 180}, {190, 90, 90}, {90, 160, 90}, {110, 110, 110}};
  const Colour tone = random.pick(tones);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      const std::array<bool, 4> shaded{
          std::abs(r - middle) + std::abs(c - middle) <= 3, (r + c) % 3 == 0,
          (r < 2 || r >= n - 2) && (c < 2 || c >= n - 2), (r + c) % 2 == 0};
      const cv::Point2d a = page.at(c, r), b = page.at(c + 1, r + 1);
      if (shaded[static_cast<size_t>(form)]) canvas.fill_rect(a.x, a.y, b.x, b.y, tone, 0.18);
    }
  const Puzzle puzzle = make_puzzle(shape, random);
  PrintedBoard board = paint_symbols(canvas, page.top_left, cell, puzzle, page.style, random);
  return {canvas.bgr(), {std::move(board)}};
}

Page six_boards(Colour paper, Random& random) {
  Canvas canvas({1500, 2200}, paper);
  std::vector<PrintedBoard> boards;
  const BoardStyle style = style_of(OddBoard::six_boards, {3, 3}, random);
  for (int i = 0; i < 6; ++i) {
    const cv::Point2d corner(100 + i % 2 * 680, 160 + i / 2 * 690);
    small_text(canvas, "No. " + std::to_string(i + 1), corner + cv::Point2d(60, -30), 26);
    Random own = random.fork(static_cast<std::uint64_t>(i));
    boards.push_back(paint_board(canvas, corner, 580.0 / 9, make_puzzle({3, 3}, own), style, own));
  }
  return {canvas.bgr(), std::move(boards)};
}

// Five boards: a middle one whose corner boxes belong to the other four, too.
Page samurai(Colour paper, Random& random) {
  constexpr int kSide = 21;
  const double cell = 62;
  Canvas canvas({1500, 1560}, paper);
  const cv::Point2d corner(100, 180);
  const BoardStyle style = style_of(OddBoard::samurai, {3, 3}, random);
  const KinRules rules = KinRules::classic(9, 3, 3);
  const Cells middle = *random_solution(rules, random);
  const double given = random.uniform(0.2, 0.32);
  std::vector<int> shown(kSide * kSide, -1);  // by place on the page: one choice for shared cells
  const std::array<std::array<int, 2>, 5> places{{{6, 6}, {0, 0}, {0, 12}, {12, 0}, {12, 12}}};
  std::vector<PrintedBoard> boards;
  for (const auto& [top, left] : places) {
    Cells solution = middle;
    if (top != 6) {
      const int row = top == 0 ? 6 : 0, column = left == 0 ? 6 : 0;  // the box they share
      Cells fixed(81, 0);
      for (int i = 0; i < 9; ++i) {
        const int r = row + i / 3, c = column + i % 3;
        fixed[static_cast<size_t>(r * 9 + c)] =
            middle[static_cast<size_t>((top + r - 6) * 9 + left + c - 6)];
      }
      solution = *random_solution(rules, random, 200000, fixed);
    }
    Puzzle puzzle{Grid(Shape{3, 3}), Grid(Shape{3, 3})};
    Cells clues(81, 0);
    for (int i = 0; i < 81; ++i) {
      int& here = shown[static_cast<size_t>((top + i / 9) * kSide + left + i % 9)];
      if (here < 0) here = random.chance(given);
      if (here > 0) clues[static_cast<size_t>(i)] = solution[static_cast<size_t>(i)];
      puzzle.givens.set(i, clues[static_cast<size_t>(i)]);
    }
    if (const auto only = only_solution(rules, clues))
      for (int i = 0; i < 81; ++i) puzzle.solution.set(i, (*only)[static_cast<size_t>(i)]);
    boards.push_back(paint_board(canvas, corner + cv::Point2d(left * cell, top * cell), cell,
                                 puzzle, style, random));
  }
  return {canvas.bgr(), std::move(boards)};
}

}  // namespace

const std::vector<OddBoard>& odd_boards() {
  static const std::vector<OddBoard> all = [] {
    std::vector<OddBoard> kinds;
    for (const OddName& row : kOddNames) kinds.push_back(row.odd);
    return kinds;
  }();
  return all;
}

const char* to_string(OddBoard odd) {
  for (const OddName& row : kOddNames)
    if (row.odd == odd) return row.name;
  return "?";
}

Page paint_odd_page(OddBoard kind, Colour paper, Random& random) {
  if (kind == OddBoard::samurai) return samurai(paper, random);
  if (kind == OddBoard::six_boards) return six_boards(paper, random);
  return one_board(kind, paper, random);
}

}  // namespace gridlens::generator
