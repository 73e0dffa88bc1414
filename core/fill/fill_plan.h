#pragma once

#include <opencv2/core/types.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/pipeline/frame_result.h"
#include "core/puzzle/cell_map.h"

namespace gridlens {

// What is to be typed into a board. Cells are row-major, values 1..N, 0 empty.
struct FillPlan {
  Grid givens;
  Grid shown;  // givens and entries
  Grid solution;
  Alphabet alphabet;
  std::vector<int> missing;  // cells without an entry, rising
  std::vector<int> unsure;   // of these, cells that may hold it already
  std::vector<int> wrong;    // cells whose entry is not the solution's, rising
  Homography image_from_board;

  [[nodiscard]] int n() const { return solution.n(); }
  // Cells that are to be typed into: `missing` and `wrong`, rising.
  [[nodiscard]] std::vector<int> cells() const;
};

// The plan for the one solved board of a window's picture. Nothing where there is none or where
// there are several: `trouble` tells why, one line for people.
std::optional<FillPlan> plan_filling(const std::vector<BoardResult>& boards, std::string& trouble);

// The key that enters a value: the symbol where one character names it, small letters for large
// ones. Numbers of two digits go by the letters that follow the digits (10 is a): that is what
// programs for such boards take.
char fill_key(const Alphabet& alphabet, int value);

// A cell's centre in pixels of the picture that was read.
cv::Point cell_centre_px(const Homography& image_from_board, int n, int cell);

// The cell's inner part without its lines, in pixels, cut to a picture of `size`.
cv::Rect cell_area_px(const Homography& image_from_board, int n, int cell, cv::Size size);

// The whole board, in pixels.
cv::Rect board_area_px(const Homography& image_from_board, int n);

// "r1c2 7", by the board's own symbols.
std::string entry_text(const FillPlan& plan, int cell);

// "r1c2 7, r3c4 1"
std::string entries_text(const FillPlan& plan, const std::vector<int>& cells);

// Wrong entries: "r3c4 is not 5, r6c1 is not 2".
std::string wrong_entries_text(const FillPlan& plan);

// What a picture taken later shows of the board.
enum class PlanSightKind {
  unclear = 1,    // no board, or one whose givens cannot all be read
  same_puzzle,    // every given is read as before, or in doubt between that and another symbol
  another_puzzle  // most givens have become other symbols
};
struct PlanSight {
  PlanSightKind kind = PlanSightKind::unclear;
  Homography image_from_board;  // with same_puzzle
  Grid symbols;                 // with same_puzzle: givens and entries
  std::vector<int> unsure;      // cells of entries that may as well be blank
};
// `same`: by cell, whether its pixels are still those under which the solution's symbol was read
// there: that stands, whatever the boards say now. `once_right`: by cell, whether the solution's
// symbol was read there before: a doubt does not undo that. `tinted`: by cell, whether the program
// marks its row, column or box: there a blank does not undo that either. Empty: of no cell.
PlanSight find_planned_board(const FillPlan& plan, const std::vector<BoardResult>& boards,
                             const CellFlags& same = {}, const CellFlags& once_right = {},
                             const CellFlags& tinted = {});

}  // namespace gridlens
