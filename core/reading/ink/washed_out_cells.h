#pragma once

#include <optional>

#include "core/puzzle/cell_map.h"
#include "core/vision/rectify.h"

namespace gridlens {

// What is left of a board's lines around its cells. Glare and too much light
// wipe them out together with the print, however grey the sensor's white is made afterwards.
struct WashedOut {
  // 0..1: how deep the lines around a cell are against the same lines where they are clear; 1 where
  // lines are too faint everywhere to tell.
  CellMap<double> clarity;
  CellFlags clear;  // there are lines around the cell, and nearly all of them is left
  // Hardly any line is left, and the cell is lighter than the rest: no symbol can be seen there.
  CellFlags cells;
  std::optional<int>
      white;  // the grey level from which the rectified board is as light as in these cells
};

WashedOut washed_out_cells(const RectifiedBoard& rectified);

}  // namespace gridlens
