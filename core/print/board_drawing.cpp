#include "core/print/board_drawing.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace gridlens {

namespace {

struct Colour {
  double red;
  double green;
  double blue;
};

constexpr Colour kInk{0, 0, 0};
constexpr Colour kThinLine{0.25, 0.25, 0.25};
constexpr Colour kEntry{0.08, 0.27, 0.65};
constexpr Colour kMark{0.35, 0.35, 0.35};
constexpr Colour kDiagonal{0.78, 0.78, 0.78};
constexpr Colour kSolution{0.2, 0.2, 0.2};

constexpr double kThinWidth = 0.7;   // points
constexpr double kThickWidth = 2.0;  // of boxes, regions and the frame

void set_colour(cairo_t* cairo, const Colour& colour) {
  cairo_set_source_rgb(cairo, colour.red, colour.green, colour.blue);
}

void line(cairo_t* cairo, double x0, double y0, double x1, double y1) {
  cairo_move_to(cairo, x0, y0);
  cairo_line_to(cairo, x1, y1);
}

// The symbols of a board in one typeface, all of one size, centred by their ink.
class Symbols {
 public:
  Symbols(cairo_t* cairo, const PuzzleDocument& document, cairo_font_face_t* face)
      : cairo_(cairo), face_(face) {
    for (int value = 1; value <= document.shape.n(); ++value)
      texts_.push_back(document.symbols.empty()
                           ? std::to_string(value)
                           : drawable(document.symbols[static_cast<std::size_t>(value - 1)]));
    constexpr double kProbe = 100;
    cairo_set_font_face(cairo_, face_);
    cairo_set_font_size(cairo_, kProbe);
    for (const std::string& text : texts_) {
      cairo_text_extents_t extents;
      cairo_text_extents(cairo_, text.c_str(), &extents);
      widest_ = std::max(widest_, extents.width / kProbe);
      highest_ = std::max(highest_, extents.height / kProbe);
    }
  }

  // The size at which all of them fit into a cell, as a share of it.
  [[nodiscard]] double size_for(double cell, double most_high, double most_wide) const {
    return cell *
           std::min(most_high / std::max(highest_, 0.01), most_wide / std::max(widest_, 0.01));
  }

  void draw(int value, double centre_x, double centre_y, double size) const {
    const std::string& text = texts_[static_cast<std::size_t>(value - 1)];
    cairo_set_font_face(cairo_, face_);
    cairo_set_font_size(cairo_, size);
    cairo_text_extents_t extents;
    cairo_text_extents(cairo_, text.c_str(), &extents);
    cairo_move_to(cairo_, centre_x - extents.width / 2 - extents.x_bearing,
                  centre_y - extents.height / 2 - extents.y_bearing);
    cairo_show_text(cairo_, text.c_str());
  }

 private:
  cairo_t* cairo_;
  cairo_font_face_t* face_;
  std::vector<std::string> texts_;
  double widest_ = 0;
  double highest_ = 0;
};

int region_of(const PuzzleDocument& document, int row, int col) {
  if (document.rules == RuleKind::jigsaw)
    return document.regions[static_cast<std::size_t>(row * document.shape.n() + col)];
  return document.shape.box_of(row, col);
}

void draw_lines(cairo_t* cairo, const PuzzleDocument& document, const BoardPlace& place) {
  const int n = document.shape.n();
  const double cell = place.side / n;
  const auto x = [&](int col) { return place.left + col * cell; };
  const auto y = [&](int row) { return place.top + row * cell; };
  if (document.rules == RuleKind::x) {
    set_colour(cairo, kDiagonal);
    cairo_set_line_width(cairo, kThinWidth);
    line(cairo, x(0), y(0), x(n), y(n));
    line(cairo, x(n), y(0), x(0), y(n));
    cairo_stroke(cairo);
  }
  set_colour(cairo, kThinLine);
  cairo_set_line_width(cairo, kThinWidth);
  for (int i = 1; i < n; ++i) {
    line(cairo, x(i), y(0), x(i), y(n));
    line(cairo, x(0), y(i), x(n), y(i));
  }
  cairo_stroke(cairo);
  set_colour(cairo, kInk);
  cairo_set_line_width(cairo, kThickWidth);
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_SQUARE);
  for (int row = 0; row < n; ++row)
    for (int col = 0; col < n; ++col) {
      const int region = region_of(document, row, col);
      if (col > 0 && region_of(document, row, col - 1) != region)
        line(cairo, x(col), y(row), x(col), y(row + 1));
      if (row > 0 && region_of(document, row - 1, col) != region)
        line(cairo, x(col), y(row), x(col + 1), y(row));
    }
  cairo_rectangle(cairo, place.left, place.top, place.side, place.side);
  cairo_stroke(cairo);
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
}

void draw_marks(const Symbols& symbols, cairo_t* cairo, CellMarks marks, int n, double left,
                double top, double cell) {
  const int across = static_cast<int>(std::ceil(std::sqrt(n)));
  const int down = (n + across - 1) / across;
  const double step_x = cell * 0.88 / across;
  const double step_y = cell * 0.88 / down;
  const double size = symbols.size_for(std::min(step_x, step_y), 0.72, 0.88);
  set_colour(cairo, kMark);
  for (int i = 0; i < n; ++i)
    if ((marks >> i & 1) != 0)
      symbols.draw(i + 1, left + cell * 0.06 + (i % across + 0.5) * step_x,
                   top + cell * 0.06 + (i / across + 0.5) * step_y, size);
}

}  // namespace

void draw_board(cairo_t* cairo, const PageType& type, const PuzzleDocument& document,
                const BoardPlace& place, bool with_entries) {
  draw_lines(cairo, document, place);
  const int n = document.shape.n();
  const double cell = place.side / n;
  const Symbols printed(cairo, document, type.semi_bold());
  const Symbols written(cairo, document, type.medium());
  const double size = printed.size_for(cell, 0.56, 0.74);
  for (int row = 0; row < n; ++row)
    for (int col = 0; col < n; ++col) {
      const double left = place.left + col * cell;
      const double top = place.top + row * cell;
      const int given = document.givens.at(row, col);
      const int entry = with_entries ? document.entries.at(row, col) : 0;
      if (given != 0) {
        set_colour(cairo, kInk);
        printed.draw(given, left + cell / 2, top + cell / 2, size);
      } else if (entry != 0) {
        set_colour(cairo, kEntry);
        written.draw(entry, left + cell / 2, top + cell / 2, size);
      } else if (with_entries && !document.marks.empty()) {
        draw_marks(written, cairo, document.marks[static_cast<std::size_t>(row * n + col)], n, left,
                   top, cell);
      }
    }
}

void draw_solution(cairo_t* cairo, const PageType& type, const PuzzleDocument& document,
                   const Grid& solution, const BoardPlace& place) {
  const Shape shape = document.shape;
  const int n = shape.n();
  const bool boxes = document.rules != RuleKind::jigsaw;
  constexpr double kGap = 0.45;  // of a cell, between boxes
  const int gaps = boxes ? std::max(shape.box_rows, shape.box_cols) - 1 : 0;
  const double cell = place.side / (n + gaps * kGap);
  const Symbols symbols(cairo, document, type.medium());
  const double size = symbols.size_for(cell, 0.62, 0.8);
  set_colour(cairo, kSolution);
  const auto offset = [&](int index, int box) {
    return (index + 0.5 + (boxes ? index / box * kGap : 0)) * cell;
  };
  for (int row = 0; row < n; ++row)
    for (int col = 0; col < n; ++col)
      symbols.draw(solution.at(row, col), place.left + offset(col, shape.box_cols),
                   place.top + offset(row, shape.box_rows), size);
}

}  // namespace gridlens
