#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/puzzle/alphabet.h"
#include "core/puzzle/cell_map.h"
#include "core/puzzle/grid.h"
#include "core/puzzle/rules.h"
#include "core/reading/correction.h"
#include "core/solver/solver.h"

namespace gridlens {

enum class ReadState {
  reading = 1,  // more evidence may settle it
  sure,         // clues are read with enough margin; solving may go on
  unreadable,   // cannot be read as it is (message says why)
};

// The best reading of a board so far. All matrices are upright: row 0 runs from TL to TR as the
// puzzle is read.
struct BoardReading {
  // Clues that clash and are surely printed so come with state sure.
  ReadState state = ReadState::reading;
  // False where the lattice holds no symbols, mostly something else, or numbers that are no Sudoku
  // at all (a blank grid, a crossword, a table). Such a lattice is not reported as a board.
  bool is_puzzle = true;
  bool insufficient_evidence =
      false;                  // no puzzle as too little is seen there: more frames may show one
  bool other_puzzle = false;  // no Sudoku by its signs, however the symbols are read
  std::string message;        // for people, why not sure: "3 doubtful cells"
  // The names of all conditions that keep it from being sure, or of the one that makes it no
  // puzzle: the tables of reading_judge.cpp and rejection.cpp, and what BoardSession adds.
  std::vector<const char*> objections;
  // The upright board is the candidate's board rotated by this (Quad::rotated, rotated_board).
  int quarter_turns = 0;
  Shape shape;  // upright
  Alphabet alphabet;
  Grid clues;    // printed givens (handwriting where nothing is printed)
  Grid entries;  // handwritten entries, never in the same cell as a clue
  // Per cell, 0..1: probability of what clues/entries say there (blank included).
  CellMap<float> confidence;
  // Per cell: the two likeliest values of a clue, 0 for none, the likelier first. -1 for the second
  // where nothing sets it apart from the others: the cell was not seen.
  CellMap<std::array<int, 2>> likeliest;
  double margin = 0;  // log-probability distance to the best different set of clues
  // Cells (row-major) that keep it from being sure. When sure: symbols that agree with the solution
  // and may be given or entered.
  std::vector<int> doubtful;
  Corrections corrections;  // that the reading keeps to; such cells are sure
  double work = 0;          // that the decoding spent of its budget, about microseconds

  // What the decoder's own search proved of `clues`, sure or not; `budget`: it did not come to an
  // end there, and a solver with more time must be asked.
  SolveState proof = SolveState::budget;
  std::optional<Grid> solution;  // the only one, with proof `unique`
  std::optional<Clash> clash;    // the first one, with proof `invalid`

  // Another look speaks against it. `why`: for people.
  void object(const char* objection, const char* why);
};

// A board of up to 9 cells a side of which more than a share of the cells are clues: a player's
// entries may be among them. (Larger puzzles have more givens.)
bool has_more_than_givens(const Grid& clues, double most_givens = 0.5);

// Sure, and the clues that are clear by themselves have exactly one solution. That is asked of a
// reading by other means than the usual ones: stripes of a photographed screen may turn a blot or
// a note into a mark that happens to agree with the solution.
bool is_clearly_solved(const BoardReading& reading);

}  // namespace gridlens
