#pragma once

#include <cairo.h>

#include "core/print/page_type.h"
#include "core/puzzle/puzzle_document.h"

namespace gridlens {

// A square on the page.
struct BoardPlace {
  double left = 0;
  double top = 0;
  double side = 0;
};

// Lines, diagonals, givens and, `with_entries`, entries and pencil marks.
void draw_board(cairo_t* cairo, const PageType& type, const PuzzleDocument& document,
                const BoardPlace& place, bool with_entries);

// The values alone, with gaps between the boxes and no lines: nobody takes it for a second puzzle.
void draw_solution(cairo_t* cairo, const PageType& type, const PuzzleDocument& document,
                   const Grid& solution, const BoardPlace& place);

}  // namespace gridlens
