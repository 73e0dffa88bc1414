#include "core/fill/fill_plan.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>

#include "core/help/help.h"

namespace gridlens {

namespace {

constexpr double kInnerPart = 0.36;  // of a cell's side, to either side of its centre
constexpr float kSeen = 0.75F;       // probability of an entry from which it surely stands there

cv::Point rounded(cv::Point2d point) {
  return {static_cast<int>(std::lround(point.x)), static_cast<int>(std::lround(point.y))};
}

cv::Rect bounds_px(const std::vector<cv::Point2d>& points) {
  cv::Point low = rounded(points.front()), high = low;
  for (const cv::Point2d& point : points) {
    const cv::Point at = rounded(point);
    low = {std::min(low.x, at.x), std::min(low.y, at.y)};
    high = {std::max(high.x, at.x), std::max(high.y, at.y)};
  }
  return {low, high + cv::Point(1, 1)};
}

// Givens and entries as they stand; nothing where the board was not read.
std::optional<Grid> symbols_of(const BoardResult& board) {
  if (!board.clues) return std::nullopt;
  return board.entries ? board.clues->filled_from(*board.entries) : *board.clues;
}

// The pattern of a blank tile may look like the entry that is right there.
bool may_be_blank(const BoardResult& board, int cell) {
  return board.entries && board.entries->at(cell) != 0 && cell < board.confidence.size() &&
         board.confidence[cell] < kSeen;
}

// The plan's value for what the board's alphabet writes so; 0: none.
int planned_value(const FillPlan& plan, const BoardResult& board, int value) {
  if (value <= 0) return 0;
  const std::string symbol = board.alphabet->symbol(value);
  for (int v = 1; v <= plan.n(); ++v)
    if (plan.alphabet.symbol(v) == symbol) return v;
  return 0;
}

// The cell is in doubt between symbols, and one of them is that. `or_blank`: perhaps it is empty.
bool may_be(const FillPlan& plan, const BoardResult& board, int cell, int value, bool or_blank) {
  if (cell >= board.likeliest.size() ||
      std::find(board.doubtful.begin(), board.doubtful.end(), cell) == board.doubtful.end())
    return false;
  const auto& likely = board.likeliest[cell];
  const auto is_it = [&](int v) { return planned_value(plan, board, v) == value; };
  return (or_blank || std::find(likely.begin(), likely.end(), 0) == likely.end()) &&
         std::any_of(likely.begin(), likely.end(), is_it);
}

// Alphabets may be told apart only by the values that occur: symbols are compared, not values.
PlanSight compare(const FillPlan& plan, const BoardResult& board, const CellFlags& same,
                  const CellFlags& once_right, const CellFlags& tinted) {
  PlanSight sight;
  const std::optional<Grid> symbols = symbols_of(board);
  if (!symbols || !board.alphabet) return sight;
  const bool surely_read = board.state != BoardState::unreadable;
  if (symbols->n() != plan.n()) {
    if (surely_read) sight.kind = PlanSightKind::another_puzzle;
    return sight;
  }
  const int n = plan.n();
  int givens = 0, kept = 0;
  Grid shown(plan.solution.shape());
  for (int cell = 0; cell < n * n; ++cell) {
    const int row = cell / n, col = cell % n;
    const int given = plan.givens.at(row, col);
    const int right = plan.solution.at(row, col);
    const bool unchanged = !same.empty() && same[cell];
    const bool hidden = !tinted.empty() && tinted[cell] && symbols->at(row, col) == 0;
    const bool still_right = given == 0 && !once_right.empty() && once_right[cell] &&
                             (hidden || may_be(plan, board, cell, right, true));
    if (unchanged || still_right)
      shown.set(row, col, right);
    else if (given > 0 && may_be(plan, board, cell, given, false))
      shown.set(row, col, given);
    else
      shown.set(row, col, planned_value(plan, board, symbols->at(row, col)));
    if (!unchanged && !still_right && may_be_blank(board, cell)) sight.unsure.push_back(cell);
    if (given == 0) continue;
    ++givens;
    if (shown.at(row, col) == given) ++kept;
  }
  if (kept == givens) {
    sight.kind = PlanSightKind::same_puzzle;
    sight.image_from_board = board.image_from_board;
    sight.symbols = std::move(shown);
  } else if (surely_read && 2 * kept < givens) {
    sight.kind = PlanSightKind::another_puzzle;
  }
  return sight;
}

}  // namespace

std::vector<int> FillPlan::cells() const {
  std::vector<int> all;
  std::merge(missing.begin(), missing.end(), wrong.begin(), wrong.end(), std::back_inserter(all));
  return all;
}

std::optional<FillPlan> plan_filling(const std::vector<BoardResult>& boards, std::string& trouble) {
  if (boards.empty()) {
    trouble = "no puzzle is seen in the window";
    return std::nullopt;
  }
  const auto is_solved = [](const BoardResult& board) { return board.solution.has_value(); };
  const auto solved = std::find_if(boards.begin(), boards.end(), is_solved);
  if (solved == boards.end()) {
    trouble = "the board in the window is not solved: " + boards.front().message;
    return std::nullopt;
  }
  if (std::count_if(boards.begin(), boards.end(), is_solved) > 1) {
    trouble = "several solved boards are seen in the window";
    return std::nullopt;
  }
  FillPlan plan;
  plan.givens = *solved->clues;
  plan.shown = symbols_of(*solved).value();
  plan.solution = *solved->solution;
  plan.alphabet = *solved->alphabet;
  plan.image_from_board = solved->image_from_board;
  const int n = plan.n();
  for (int cell = 0; cell < n * n; ++cell) {
    if (may_be_blank(*solved, cell)) {
      plan.unsure.push_back(cell);
      plan.shown.set(cell / n, cell % n, 0);
    }
    const int value = plan.shown.at(cell);
    if (value == 0)
      plan.missing.push_back(cell);
    else if (value != plan.solution.at(cell))
      plan.wrong.push_back(cell);
  }
  return plan;
}

char fill_key(const Alphabet& alphabet, int value) {
  const std::string symbol = alphabet.symbol(value);
  if (symbol.size() == 1)
    return static_cast<char>(std::tolower(static_cast<unsigned char>(symbol.front())));
  return static_cast<char>('a' + std::stoi(symbol) - 10);
}

cv::Point cell_centre_px(const Homography& image_from_board, int n, int cell) {
  return rounded(image_from_board({cell % n + 0.5, cell / n + 0.5}));
}

cv::Rect cell_area_px(const Homography& image_from_board, int n, int cell, cv::Size size) {
  std::vector<cv::Point2d> points;
  for (const double x : {-kInnerPart, kInnerPart})
    for (const double y : {-kInnerPart, kInnerPart})
      points.push_back(image_from_board({cell % n + 0.5 + x, cell / n + 0.5 + y}));
  return bounds_px(points) & cv::Rect({0, 0}, size);
}

cv::Rect board_area_px(const Homography& image_from_board, int n) {
  const Quad outline = image_from_board.outline(n);
  return bounds_px({outline.corners.begin(), outline.corners.end()});
}

std::string entry_text(const FillPlan& plan, int cell) {
  const int n = plan.n();
  return help_cell_name(cell, n) + " " + plan.alphabet.symbol(plan.solution.at(cell));
}

std::string entries_text(const FillPlan& plan, const std::vector<int>& cells) {
  std::string text;
  for (const int cell : cells) text += (text.empty() ? "" : ", ") + entry_text(plan, cell);
  return text;
}

std::string wrong_entries_text(const FillPlan& plan) {
  std::string text;
  const int n = plan.n();
  for (const int cell : plan.wrong)
    text += (text.empty() ? "" : ", ") + help_cell_name(cell, n) + " is not " +
            plan.alphabet.symbol(plan.shown.at(cell));
  return text;
}

PlanSight find_planned_board(const FillPlan& plan, const std::vector<BoardResult>& boards,
                             const CellFlags& same, const CellFlags& once_right,
                             const CellFlags& tinted) {
  PlanSight best;
  for (const BoardResult& board : boards) {
    PlanSight sight = compare(plan, board, same, once_right, tinted);
    if (sight.kind == PlanSightKind::same_puzzle) return sight;
    if (sight.kind == PlanSightKind::another_puzzle) best = sight;
  }
  return best;
}

}  // namespace gridlens
