#include "tests/simulator/app_board.h"

#include <algorithm>

namespace gridlens::generator {
namespace {

void rounded(Canvas& canvas, cv::Point2d a, cv::Point2d b, double radius, Colour colour) {
  radius = std::min(radius, (b.x - a.x) / 2);
  canvas.fill_rect(a.x + radius, a.y, b.x - radius, b.y, colour);
  canvas.fill_rect(a.x, a.y + radius, b.x, b.y - radius, colour);
  for (const double x : {a.x + radius, b.x - radius})
    for (const double y : {a.y + radius, b.y - radius}) canvas.disc({x, y}, radius, colour);
}

// What stands on the board.
struct Position {
  Puzzle puzzle;
  Grid entries;
  std::vector<std::vector<int>> marks;  // candidates, by cell
  cv::Point selected;

  [[nodiscard]] int symbol(int row, int column) const {
    const int given = puzzle.givens.at(row, column);
    return given != 0 ? given : entries.at(row, column);
  }
  [[nodiscard]] bool is_wrong(int row, int column) const {
    return entries.at(row, column) != 0 &&
           entries.at(row, column) != puzzle.solution.at(row, column);
  }
  [[nodiscard]] bool clashes(int row, int column) const {
    const Shape shape = puzzle.givens.shape();
    if (symbol(row, column) == 0) return false;
    for (int r = 0; r < shape.n(); ++r)
      for (int c = 0; c < shape.n(); ++c)
        if ((r != row || c != column) && symbol(r, c) == symbol(row, column) &&
            (r == row || c == column || shape.box_of(r, c) == shape.box_of(row, column)))
          return true;
    return false;
  }
};

// Is a cell marked as a mistake, in the ways of `by_ink` or of backgrounds?
bool is_marked(const AppStyle& style, const Position& position, int row, int column, bool by_ink) {
  switch (style.mistakes) {
    case MistakeMarks::ink:
      return by_ink && position.is_wrong(row, column);
    case MistakeMarks::background:
      return !by_ink && position.is_wrong(row, column);
    case MistakeMarks::clash_ink:
      return by_ink && position.clashes(row, column);
    case MistakeMarks::clash_background:
      return !by_ink && position.clashes(row, column);
    case MistakeMarks::none:
      break;
  }
  return false;
}

// Another cell with the selected one's symbol, where such cells are lit.
bool is_lit_equal(const AppStyle& style, const Position& position, int row, int column) {
  const cv::Point at = position.selected;
  const int symbol = position.symbol(at.y, at.x);
  return style.select && style.light_equals && symbol != 0 && (row != at.y || column != at.x) &&
         position.symbol(row, column) == symbol;
}

// The selected cell, and those that are lit as it is.
bool is_selected(const AppStyle& style, const Position& position, int row, int column) {
  if (!style.select) return false;
  const bool itself = row == position.selected.y && column == position.selected.x;
  return itself || (!style.equal && is_lit_equal(style, position, row, column));
}

Colour background_of(const AppStyle& style, const Position& position, int row, int column) {
  if (is_selected(style, position, row, column)) return style.selected;
  if (is_marked(style, position, row, column, false)) return style.mistake_cell;
  if (style.equal && is_lit_equal(style, position, row, column)) return *style.equal;
  const bool given = position.puzzle.givens.at(row, column) != 0;
  const bool entry = position.entries.at(row, column) != 0;
  const Colour plain = given   ? style.given_cell
                       : entry ? style.entry_cell.value_or(style.cell)
                               : style.cell;
  if (!style.select) return plain;
  const Shape shape = position.puzzle.givens.shape();
  const cv::Point at = position.selected;
  const bool same_box = shape.box_of(row, column) == shape.box_of(at.y, at.x);
  return row == at.y || column == at.x || same_box ? mix(plain, style.lit, 0.7) : plain;
}

Colour ink_of(const AppStyle& style, const Position& position, int row, int column) {
  if (style.selected_ink && is_selected(style, position, row, column)) return *style.selected_ink;
  if (is_marked(style, position, row, column, true)) return style.mistake;
  return position.puzzle.givens.at(row, column) != 0 ? style.given : style.entry;
}

// A symbol would be drawn the same, given or entered.
bool is_untold(const AppStyle& style, const Position& position, int row, int column) {
  const bool selected = is_selected(style, position, row, column);
  const bool lit = selected || (style.equal && is_lit_equal(style, position, row, column));
  const bool clashes = position.clashes(row, column);
  const bool by_ink =
      !(selected && style.selected_ink) && !(clashes && style.mistakes == MistakeMarks::clash_ink);
  const bool by_background = !(style.given_cell == style.entry_cell.value_or(style.cell)) && !lit &&
                             !(clashes && style.mistakes == MistakeMarks::clash_background);
  const bool by_font = style.entry_font.value_or(style.font) != style.font;
  return position.symbol(row, column) != 0 && !by_ink && !by_background && !by_font;
}

void lines(Canvas& canvas, cv::Point2d at, double cell, Shape shape, const AppStyle& style) {
  const int n = shape.n();
  for (const bool thick : {false, true})
    for (int i = 0; i <= n; ++i)
      for (const bool across : {false, true}) {
        const bool edge = i == 0 || i == n;
        if (edge && !style.border) continue;
        const bool box_line = edge || i % (across ? shape.box_rows : shape.box_cols) == 0;
        if (box_line != thick) continue;
        const double width = std::max(1.0, (thick ? style.thick : style.thin) * cell);
        const double reach = thick ? width / 2 : 0;
        const Colour ink = thick ? style.line : style.thin_line;
        if (across)
          canvas.rule(at + cv::Point2d(-reach, i * cell),
                      at + cv::Point2d(n * cell + reach, i * cell), width, ink);
        else
          canvas.rule(at + cv::Point2d(i * cell, -reach),
                      at + cv::Point2d(i * cell, n * cell + reach), width, ink);
      }
}

std::vector<int> random_marks(int n, int solution, Random& random) {
  std::vector<int> marks;
  for (int value = 1; value <= n; ++value)
    if (value == solution || random.chance(0.3)) marks.push_back(value);
  return marks;
}

// Candidates at their places in a keypad of the box's shape.
void candidates(Canvas& canvas, cv::Point2d corner, double cell, Shape shape,
                const std::vector<int>& marks, const AppStyle& style) {
  for (const int value : marks) {
    const int row = (value - 1) / shape.box_cols, column = (value - 1) % shape.box_cols;
    const cv::Point2d centre(corner.x + cell * (0.1 + 0.8 * (column + 0.5) / shape.box_cols),
                             corner.y + cell * (0.1 + 0.8 * (row + 0.5) / shape.box_rows));
    TextStyle text{cell * 0.5 / std::max(shape.box_rows, shape.box_cols), 0, 0, 1, 0};
    canvas.text(font(style.font).centred(printed_symbol(style.alphabet, value), centre, text),
                style.mark);
  }
}

Position random_position(const Puzzle& puzzle, const AppStyle& style, Random& random) {
  const Shape shape = puzzle.givens.shape();
  const int n = shape.n();
  Position position{puzzle, Grid(shape), std::vector<std::vector<int>>(size_t(n * n)), {}};
  position.selected.y = random.integer(0, n - 1);
  position.selected.x = random.integer(0, n - 1);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      const int solution = puzzle.solution.at(r, c);
      if (puzzle.givens.at(r, c) != 0) continue;
      if (random.chance(style.entry_share)) {
        const bool wrong = style.wrong_share > 0 && random.chance(style.wrong_share);
        position.entries.set(r, c, wrong ? wrong_value(solution, n, random) : solution);
      } else if (random.chance(style.mark_share)) {
        position.marks[size_t(r * n + c)] = random_marks(n, solution, random);
      }
    }
  return position;
}

void type(Canvas& canvas, cv::Point2d centre, double cell_px, int value, const AppStyle& style,
          Colour ink, bool entry) {
  const TextStyle text{style.digit_height * cell_px, 0, 0, 1, 0};
  const std::string& face = entry ? style.entry_font.value_or(style.font) : style.font;
  canvas.text(font(face).centred(printed_symbol(style.alphabet, value), centre, text), ink);
}

}  // namespace

void type_app_entry(Canvas& canvas, cv::Point2d top_left, double cell_px, int row, int column,
                    int value, const AppStyle& style) {
  type(canvas, top_left + cv::Point2d((column + 0.5) * cell_px, (row + 0.5) * cell_px), cell_px,
       value, style, style.entry, true);
}

AppStyle random_app_style(Random& random, bool played) {
  AppStyle style;
  style.font = random.chance(0.5)   ? "Inter-Medium.otf"
               : random.chance(0.5) ? "Inter-SemiBold.otf"
                                    : "cabin_regular.otf";
  style.digit_height = random.uniform(0.42, 0.56);
  style.tiles = random.chance(0.4);
  style.gap = random.uniform(0.04, 0.1);
  style.box_gap = style.gap + random.uniform(0.06, 0.14);
  style.radius = random.uniform(0.05, 0.25);
  style.thin = random.uniform(0.015, 0.03);
  style.thick = random.uniform(0.04, 0.07);
  const double look = random.uniform();
  if (look < 0.4) {  // light
    style.background = {245, 246, 248}, style.cell = {255, 255, 255}, style.given = {35, 40, 50};
    style.line = {60, 65, 75}, style.thin_line = {190, 195, 205};
    style.lit = {222, 232, 243}, style.selected = {178, 212, 250};
    style.entry = random.chance(0.5) ? Colour{40, 100, 200} : Colour{20, 130, 60};
    style.mark = {120, 125, 135};
  } else if (look < 0.8) {  // dark
    style.background = {24, 26, 30}, style.cell = {36, 39, 45}, style.given = {236, 238, 242};
    style.line = {150, 155, 165}, style.thin_line = {78, 82, 90};
    style.lit = {54, 62, 76}, style.selected = {50, 92, 150};
    style.entry = random.chance(0.5) ? Colour{110, 180, 255} : Colour{120, 215, 140};
    style.mark = {150, 155, 165};
  } else {  // coloured
    style.background = {28, 62, 96}, style.cell = {58, 104, 148}, style.given = {255, 255, 255};
    style.line = {214, 228, 242}, style.thin_line = {110, 150, 186};
    style.lit = {84, 132, 176}, style.selected = {236, 170, 70};
    style.entry = {255, 226, 130}, style.mark = {196, 214, 230};
  }
  style.given_cell = random.chance(0.4) ? mix(style.cell, style.line, 0.16) : style.cell;
  if (style.tiles && look < 0.4) style.cell = mix(style.cell, style.line, 0.12);
  style.border = random.chance(0.8);
  if (played) {
    style.select = random.chance(0.8);
    style.entry_share = random.chance(0.6) ? random.uniform(0.1, 0.4) : 0;
    style.mark_share = random.chance(0.7) ? random.uniform(0.2, 0.6) : 0;
  }
  return style;
}

AppStyle random_game_style(Random& random, const AppGame& game) {
  AppStyle style = random_app_style(random, false);
  style.select = random.chance(0.7);
  style.entry_share = game.entries;
  style.wrong_share = game.wrong;
  style.mark_share = game.marks;
  const bool dark = style.cell.red + style.cell.green + style.cell.blue < 3 * 128;
  const std::vector<MistakeMarks> marks{MistakeMarks::none,      MistakeMarks::none,
                                        MistakeMarks::ink,       MistakeMarks::background,
                                        MistakeMarks::clash_ink, MistakeMarks::clash_background};
  style.mistakes = random.pick(marks);
  style.mistake = dark ? Colour{255, 110, 100} : Colour{205, 25, 35};
  style.mistake_cell = dark ? Colour{110, 30, 36} : Colour{250, 200, 200};
  style.light_equals = random.chance(0.4);
  if (random.chance(0.3)) {  // digits are inverted on a glowing background
    style.selected = dark ? Colour{240, 200, 90} : Colour{40, 90, 200};
    style.selected_ink = dark ? Colour{30, 30, 30} : Colour{255, 255, 255};
  }
  if (random.chance(0.2)) style.entry_cell = mix(style.cell, style.entry, 0.15);
  if (random.chance(0.2)) style.entry_font = "cabin_regular.otf";
  return style;
}

PrintedBoard paint_app_board(Canvas& canvas, cv::Point2d top_left, double cell_px,
                             const Puzzle& puzzle, const AppStyle& style, Random& random) {
  const Shape shape = puzzle.givens.shape();
  const int n = shape.n();
  const Position position = random_position(puzzle, style, random);
  PrintedBoard board{{}, puzzle, position.entries, style.alphabet};
  const auto corner = [&](double column, double row) {
    return top_left + cv::Point2d(column * cell_px, row * cell_px);
  };
  board.corners.corners = {corner(0, 0), corner(n, 0), corner(n, n), corner(0, n)};
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      board.untold.push_back(position.entries.count_filled() > 0 &&
                             is_untold(style, position, r, c));
      const Colour background = background_of(style, position, r, c);
      if (style.tiles) {
        const double left = c % shape.box_cols == 0 ? style.box_gap : style.gap;
        const double right = (c + 1) % shape.box_cols == 0 ? style.box_gap : style.gap;
        const double top = r % shape.box_rows == 0 ? style.box_gap : style.gap;
        const double bottom = (r + 1) % shape.box_rows == 0 ? style.box_gap : style.gap;
        rounded(canvas, corner(c + left / 2, r + top / 2),
                corner(c + 1 - right / 2, r + 1 - bottom / 2), style.radius * cell_px, background);
      } else {
        const cv::Point2d a = corner(c, r), b = corner(c + 1, r + 1);
        canvas.fill_rect(a.x, a.y, b.x, b.y, background);
      }
      if (const int symbol = position.symbol(r, c); symbol != 0)
        type(canvas, corner(c + 0.5, r + 0.5), cell_px, symbol, style,
             ink_of(style, position, r, c), position.entries.at(r, c) != 0);
      else
        candidates(canvas, corner(c, r), cell_px, shape, position.marks[size_t(r * n + c)], style);
    }
  if (!style.tiles) lines(canvas, top_left, cell_px, shape, style);
  return board;
}

}  // namespace gridlens::generator
