#include "tests/simulator/digit_grid.h"

#include <algorithm>

#include "tests/simulator/board_painter.h"

namespace gridlens::generator {

DigitGrid::DigitGrid(Canvas& canvas, cv::Rect2d area, int rows, int columns, bool boxes,
                     Random& random)
    : canvas_(canvas), at_(fit(area, rows, columns)), random_(random) {
  BoardStyle style = plain_lattice(random);
  Shape thick{rows, columns};
  if (boxes) {
    const std::vector<int> every{2, 3, 3, 5};
    thick = {std::min(rows, random.pick(every)), std::min(columns, random.pick(every))};
    style.thick = style.thin * random.uniform(1.6, 3);
    if (random.chance(0.3)) style.boxes = BoxMarks::both;
  }
  paint_lattice(canvas, at_.top_left, at_.cell, rows, columns, thick, style);
  const std::vector<const char*> faces{"cabin_bold.otf", "caladea_bold.ttf", "tuffy_bold.ttf",
                                       "courier_prime_bold.otf", "quattrocento_regular.otf"};
  face_ = random.pick(faces);
  hand_ = "dkg_handwriting.ttf";
  size_ = random.uniform(0.42, 0.62);
}

void DigitGrid::corner(int row, int column, const std::string& text) {
  small_text(canvas_, text, at_.at(column + 0.24, row + 0.2), at_.cell * 0.2, kInk, face_);
}

void DigitGrid::shade(int row, int column, Colour colour) {
  const cv::Point2d a = at_.at(column, row), b = at_.at(column + 1, row + 1);
  canvas_.fill_rect(a.x, a.y, b.x, b.y, colour, 0.9);
}

void DigitGrid::write(int row, int column, const std::string& text, double scale, Colour ink,
                      const char* face) {
  const double fitting = text.size() > 2 ? 0.75 : 1;
  const cv::Point2d off(random_.uniform(-0.03, 0.03), random_.uniform(-0.03, 0.03));
  small_text(canvas_, text, at_.at(column + 0.5 + off.x, row + 0.5 + off.y),
             size_ * scale * fitting * at_.cell, ink, face);
}

}  // namespace gridlens::generator
