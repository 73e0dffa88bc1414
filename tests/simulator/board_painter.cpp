#include "tests/simulator/board_painter.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace gridlens::generator {
namespace {

struct Lattice {
  cv::Point2d origin;
  double cell;
  int rows, columns;

  [[nodiscard]] double x(double column) const { return origin.x + column * cell; }
  [[nodiscard]] double y(double row) const { return origin.y + row * cell; }
};

void thin_rule(Canvas& canvas, const Lattice& at, cv::Point2d from, cv::Point2d to,
               const BoardStyle& style) {
  if (style.inner == InnerLines::dotted)
    canvas.dotted_rule(from, to, style.thin * at.cell, at.cell / 10, style.thin_line);
  else
    canvas.rule(from, to, style.thin * at.cell, style.thin_line);
}

void frame(Canvas& canvas, const Lattice& at, const BoardStyle& style) {
  const bool doubled = style.frame == BoardFrame::doubled;
  const double heavy = style.border * at.cell;
  const double light = std::max(heavy * 0.35, at.cell * 0.02);
  const double w = doubled && style.heavy_outer_frame ? light : heavy, h = w / 2;
  const double x0 = at.x(0), x1 = at.x(at.columns), y0 = at.y(0), y1 = at.y(at.rows);
  canvas.rule({x0 - h, y0}, {x1 + h, y0}, w, style.line);
  canvas.rule({x0 - h, y1}, {x1 + h, y1}, w, style.line);
  canvas.rule({x0, y0 + h}, {x0, y1 - h}, w, style.line);
  canvas.rule({x1, y0 + h}, {x1, y1 - h}, w, style.line);
  if (!doubled) return;
  // A second line around; the board's own border stays the inner one.
  const double outer = style.heavy_outer_frame ? heavy : light;
  const double gap = heavy * 0.5 + at.cell * style.frame_gap;
  canvas.rule({x0 - gap, y0 - gap}, {x1 + gap, y0 - gap}, outer, style.line);
  canvas.rule({x0 - gap, y1 + gap}, {x1 + gap, y1 + gap}, outer, style.line);
  canvas.rule({x0 - gap, y0 - gap}, {x0 - gap, y1 + gap}, outer, style.line);
  canvas.rule({x1 + gap, y0 - gap}, {x1 + gap, y1 + gap}, outer, style.line);
}

// `value` as this style prints it.
std::string symbol_of(const BoardStyle& style, int value) {
  std::string symbol = printed_symbol(style.alphabet, value);
  if (style.lower_case)
    for (char& letter : symbol)
      letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return symbol;
}

void handwrite(Canvas& canvas, const Lattice& at, int row, int column, const std::string& symbol,
               const BoardStyle& style, Random& random) {
  TextStyle text;
  text.size_px = at.cell * random.uniform(0.45, 0.66) * (symbol.size() > 1 ? 0.72 : 1.0);
  text.slant = random.normal() * 0.08 + 0.05;
  text.angle_rad = random.normal() * 0.07;
  text.stretch = random.uniform(0.85, 1.15);
  text.bolden_px = at.cell * random.uniform(0.004, 0.016);
  const cv::Point2d centre(at.x(column + 0.5 + random.normal() * 0.05),
                           at.y(row + 0.5 + random.normal() * 0.05));
  canvas.text(font(style.hand_font).centred(symbol, centre, text), style.hand_ink,
              random.uniform(0.7, 0.95));
}

void pencil_marks(Canvas& canvas, const Lattice& at, int row, int column, int solution,
                  const BoardStyle& style, Random& random) {
  const int n = at.rows;
  for (int i = 0, marks = random.integer(2, 3); i < marks; ++i) {
    const int value = i == 0 ? solution : random.integer(1, n);
    TextStyle text;
    text.size_px = at.cell * random.uniform(0.16, 0.22);
    text.angle_rad = random.normal() * 0.08;
    const cv::Point2d centre(at.x(column + 0.22 + 0.28 * i),
                             at.y(row + 0.2 + random.normal() * 0.02));
    canvas.text(font(style.hand_font).centred(symbol_of(style, value), centre, text), {90, 90, 98},
                0.8);
  }
}

// One candidate alone, in a corner or at an edge of the cell.
void pencil_mark(Canvas& canvas, const Lattice& at, int row, int column, int value,
                 const BoardStyle& style, Random& random) {
  TextStyle text;
  text.size_px = at.cell * random.uniform(0.18, 0.36);
  text.angle_rad = random.normal() * 0.08;
  const double near = 0.06 + text.size_px / at.cell / 2, far = 1 - near;
  const std::vector<cv::Point2d> places{{near, near}, {0.5, near}, {far, near},
                                        {near, far},  {0.5, far},  {far, far}};
  const cv::Point2d place = random.pick(places);
  const cv::Point2d centre(at.x(column + place.x + random.normal() * 0.02),
                           at.y(row + place.y + random.normal() * 0.02));
  const Colour ink = random.chance(0.5) ? Colour{90, 90, 98} : style.hand_ink;
  canvas.text(font(style.hand_font).centred(symbol_of(style, value), centre, text), ink, 0.8);
}

// Candidates as the style has them; mostly the right value is among them.
void any_pencil_marks(Canvas& canvas, const Lattice& at, int row, int column, int solution,
                      const BoardStyle& style, Random& random) {
  const bool alone = style.pencil_marks == PencilMarks::alone ||
                     (style.pencil_marks == PencilMarks::any && random.chance(0.5));
  if (alone)
    pencil_mark(canvas, at, row, column, random.chance(0.6) ? solution : random.integer(1, at.rows),
                style, random);
  else
    pencil_marks(canvas, at, row, column, solution, style, random);
}

}  // namespace

int wrong_value(int right, int n, Random& random) {
  const int value = random.integer(1, n - 1);
  return value < right ? value : value + 1;
}

void paint_lattice(Canvas& canvas, cv::Point2d top_left, double cell_px, int rows, int columns,
                   Shape shape, const BoardStyle& style) {
  const Lattice at{top_left, cell_px, rows, columns};
  canvas.fill_rect(at.x(0), at.y(0), at.x(columns), at.y(rows), style.background);
  if (style.boxes != BoxMarks::thick_lines)
    for (int r = 0; r < rows; r += shape.box_rows)
      for (int c = 0; c < columns; c += shape.box_cols)
        if ((r / shape.box_rows + c / shape.box_cols) % 2 == 0)
          canvas.fill_rect(at.x(c), at.y(r), at.x(std::min(c + shape.box_cols, columns)),
                           at.y(std::min(r + shape.box_rows, rows)), style.shade);
  const bool thick = style.boxes != BoxMarks::shading;
  for (int pass = 0; pass < 2; ++pass) {  // thin lines first, thick over them
    for (int c = 1; c < columns; ++c) {
      const bool box_edge = thick && c % shape.box_cols == 0;
      if (box_edge != (pass == 1)) continue;
      const cv::Point2d from(at.x(c), at.y(0)), to(at.x(c), at.y(rows));
      if (box_edge)
        canvas.rule(from, to, style.thick * cell_px, style.line);
      else
        thin_rule(canvas, at, from, to, style);
    }
    for (int r = 1; r < rows; ++r) {
      const bool box_edge = thick && r % shape.box_rows == 0;
      if (box_edge != (pass == 1)) continue;
      const cv::Point2d from(at.x(0), at.y(r)), to(at.x(columns), at.y(r));
      if (box_edge)
        canvas.rule(from, to, style.thick * cell_px, style.line);
      else
        thin_rule(canvas, at, from, to, style);
    }
  }
  if (style.frame != BoardFrame::none) frame(canvas, at, style);
}

PrintedBoard paint_board(Canvas& canvas, cv::Point2d top_left, double cell_px, const Puzzle& puzzle,
                         const BoardStyle& style, Random& random) {
  const Shape shape = puzzle.givens.shape();
  paint_lattice(canvas, top_left, cell_px, shape.n(), shape.n(), shape, style);
  return paint_symbols(canvas, top_left, cell_px, puzzle, style, random);
}

void write_by_hand(Canvas& canvas, cv::Point2d top_left, double cell_px, int row, int column,
                   int value, const BoardStyle& style, Random& random) {
  handwrite(canvas, {top_left, cell_px, 0, 0}, row, column, symbol_of(style, value), style, random);
}

PrintedBoard paint_symbols(Canvas& canvas, cv::Point2d top_left, double cell_px,
                           const Puzzle& puzzle, const BoardStyle& style, Random& random) {
  const Shape shape = puzzle.givens.shape();
  const int n = shape.n();
  const Lattice at{top_left, cell_px, n, n};
  PrintedBoard board{{}, puzzle, Grid(shape), style.alphabet};
  board.corners.corners = {top_left, {at.x(n), at.y(0)}, {at.x(n), at.y(n)}, {at.x(0), at.y(n)}};
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      const int solution = puzzle.solution.at(r, c);
      if (const int given = puzzle.givens.at(r, c); given != 0) {
        const std::string symbol = symbol_of(style, given);
        TextStyle text{style.digit_height * cell_px, style.digit_slant, 0, style.digit_stretch, 0};
        const Font& face = font(style.font);
        const double width = face.width_px(symbol, text);
        if (width > 0.8 * cell_px) text.stretch *= 0.8 * cell_px / width;
        canvas.text(face.centred(symbol, {at.x(c + 0.5), at.y(r + 0.5)}, text), style.digit);
      } else if (random.chance(style.entry_share)) {
        const bool wrong = style.wrong_share > 0 && random.chance(style.wrong_share);
        const int entry = wrong ? wrong_value(solution, n, random) : solution;
        board.entries.set(r, c, entry);
        handwrite(canvas, at, r, c, symbol_of(style, entry), style, random);
      } else if (random.chance(style.pencil_mark_share)) {
        any_pencil_marks(canvas, at, r, c, solution, style, random);
      }
    }
  return board;
}

}  // namespace gridlens::generator
