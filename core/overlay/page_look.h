#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

#include "core/image/board_bend.h"
#include "core/image/homography.h"
#include "core/overlay/overlay.h"
#include "core/overlay/symbol_box.h"

namespace gridlens {

// How the givens are printed. Lengths in cells.
struct PrintLook {
  int cells = 0;              // that were measured; 0: the rest is a guess
  double height = 0.50;       // cap height of one-character symbols
  double wide_height = 0.40;  // of two-character ones
  double stroke = 0;          // width of strokes; 0: not known
  double x = 0, y = 0;        // middle of the symbol off the middle of its cell
  double softness = 0;        // width of the strokes' edges; 0: not known
  Rgba ink{0, 0, 0, 1};       // the middle of the strokes
};

// One cell's paper or tile.
struct CellBackground {
  Rgba colour{1, 1, 1, 1};  // the middle one
  // Nearly the darkest and the lightest of it, where a shadow's edge runs through the cell. Of a
  // blank cell.
  Rgba darkest{1, 1, 1, 1}, lightest{1, 1, 1, 1};
  bool marked = false;  // something is written there: pencil candidates, in a cell that is blank
  friend bool operator==(const CellBackground&, const CellBackground&) = default;
};

// A board's looks in a picture, upright.
struct PageLook {
  PrintLook print;
  std::vector<CellBackground> background;  // n * n, row-major
  double cell_px = 0;                      // side of a cell in the picture
};

// Where a board lies in a picture: p is seen at image_from_board(p + bend(p)).
struct BoardPlace {
  Homography image_from_board;
  BoardBend bend;
  int n = 0;
};

// A given: the symbol that is printed in a cell.
struct PrintedSymbol {
  int cell = 0;  // row-major
  std::string text;
};

// Measures the print of the given symbols; the median over all that can be measured, at most
// kMostSymbols of them. `bgr`: CV_8UC3. Symbols that lie outside the picture, or that a line or a
// blot runs into, do not count. Fewer than three: the guess.
PrintLook measure_print(const cv::Mat& bgr, const BoardPlace& place,
                        const std::vector<PrintedSymbol>& symbols);
constexpr int kMostSymbols = 27;

// The middle colour of each cell: of its paper, as print covers less than half of a cell. `print`
// tells how much darker or lighter a mark must be.
std::vector<CellBackground> measure_background(const cv::Mat& bgr, const BoardPlace& place,
                                               const PrintLook& print);

// A cell's picture, `side_px` square, with `margin` (cells, may be negative) around it. Empty where
// the picture does not show all of it.
cv::Mat cell_picture(const cv::Mat& bgr, const BoardPlace& place, int cell, int side_px,
                     double margin);

}  // namespace gridlens
