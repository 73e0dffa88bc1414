#pragma once

#include <vector>

#include "core/image/quad.h"
#include "tests/simulator/board_style.h"
#include "tests/simulator/puzzle_maker.h"

namespace gridlens::generator {

// A board as printed: what a perfect program would say about it.
struct PrintedBoard {
  Quad corners;  // page pixels (integers are centres), where the outer border's centre lines cross
  Puzzle puzzle;
  Grid entries;  // handwritten values, 0 elsewhere
  AlphabetKind alphabet = AlphabetKind::numerals;
  // By cell, or empty: the symbol looks the same, given or entered, as a mark hides what tells.
  std::vector<bool> untold{};

  [[nodiscard]] Shape shape() const { return puzzle.givens.shape(); }
};

// Paints a board whose outer border's centre lines run through `top_left` and `top_left` + n *
// cell_px.
PrintedBoard paint_board(Canvas& canvas, cv::Point2d top_left, double cell_px, const Puzzle& puzzle,
                         const BoardStyle& style, Random& random);

// The same in two steps, so that something may be drawn under the symbols: `paint_lattice` and
// this.
PrintedBoard paint_symbols(Canvas& canvas, cv::Point2d top_left, double cell_px,
                           const Puzzle& puzzle, const BoardStyle& style, Random& random);

// A player's mistake: any value of 1..n but the right one.
int wrong_value(int right, int n, Random& random);

// One symbol by hand, as entries are written.
void write_by_hand(Canvas& canvas, cv::Point2d top_left, double cell_px, int row, int column,
                   int value, const BoardStyle& style, Random& random);

// The lines and shades alone, of a lattice of any size: blank grids, tables, crosswords.
// Boxes of `shape`; `rows` x `columns` cells.
void paint_lattice(Canvas& canvas, cv::Point2d top_left, double cell_px, int rows, int columns,
                   Shape shape, const BoardStyle& style);

}  // namespace gridlens::generator
