#pragma once

#include <imgui/imgui.h>

#include <optional>
#include <string>
#include <vector>

#include "core/puzzle/puzzle_document.h"
#include "core/solver/deduction/candidate_board.h"

namespace gridlens {

// A board as it is drawn for a person: cells are row-major indices, values 1..N. No sign is told by
// its colour alone.
struct DrawnBoard {
  const PuzzleDocument* document = nullptr;
  int selected = -1;                   // framed
  int value = 0;                       // whose cells and notes stand out
  std::string typed;                   // in the selected cell, with a caret
  bool plain = false;                  // a thumbnail: values alone
  int hint_cell = -1;                  // dashed frame
  std::vector<int> conflicts = {};     // underlined
  std::vector<int> wrong = {};         // struck through
  std::vector<int> seen = {};          // by the selected cell
  std::vector<int> shaded = {};        // units of a hint
  std::vector<int> because = {};       // cornered
  std::vector<Candidate> struck = {};  // notes that a hint takes away
};

// Where a board lies on the screen. Cells are whole pixels.
struct BoardSquare {
  ImVec2 corner;
  float cell = 1;
  int n = 9;

  // As large as fits into the room, in its middle.
  static BoardSquare fit(ImVec2 corner, ImVec2 room, int n);
  [[nodiscard]] float size() const { return cell * static_cast<float>(n); }
  [[nodiscard]] ImVec2 corner_of(int cell_index) const;
  [[nodiscard]] std::optional<int> cell_at(ImVec2 mouse) const;
  // The value whose note stands there in its cell; 0: none, or the notes have no fixed places.
  [[nodiscard]] int note_at(ImVec2 mouse) const;
};

// Notes have a place for each value up to this side; on larger boards they stand one behind the
// other, as large as they can.
constexpr int kLargestNoteRaster = 16;

// The places of so many notes in a cell, row by row.
struct NoteRaster {
  int columns = 1, rows = 1;
};
NoteRaster note_raster(int places);

void draw_board(ImDrawList& list, const DrawnBoard& board, const BoardSquare& place);

}  // namespace gridlens
