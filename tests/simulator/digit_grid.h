#pragma once

#include <string>

#include "tests/simulator/clutter_parts.h"

namespace gridlens::generator {

// Any typeface, any lines; where `boxes`, every few of them may be thick.
class DigitGrid {
 public:
  DigitGrid(Canvas& canvas, cv::Rect2d area, int rows, int columns, bool boxes, Random& random);

  void print(int row, int column, int value, double scale = 1) {
    write(row, column, std::to_string(value), scale, kInk, face_);
  }
  void print(int row, int column, const std::string& text, double scale = 1, Colour ink = kInk) {
    write(row, column, text, scale, ink, face_);
  }
  void by_hand(int row, int column, int value) {
    write(row, column, std::to_string(value), 1, {40, 50, 120}, hand_);
  }
  // Small, in the cell's top left corner.
  void corner(int row, int column, const std::string& text);
  // The cell's background, up to its lines.
  void shade(int row, int column, Colour colour);

  [[nodiscard]] const Fit& at() const { return at_; }
  [[nodiscard]] const char* face() const { return face_; }
  [[nodiscard]] Canvas& canvas() { return canvas_; }

 private:
  void write(int row, int column, const std::string& text, double scale, Colour ink,
             const char* face);

  Canvas& canvas_;
  Fit at_;
  Random& random_;
  const char* face_ = nullptr;
  const char* hand_ = nullptr;
  double size_ = 0;
};

}  // namespace gridlens::generator
