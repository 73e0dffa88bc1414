#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/puzzle/grid.h"
#include "core/reading/evidence/alphabet.h"
#include "core/reading/network/digit_network.h"
#include "core/vision/lattice/board_candidate.h"
#include "core/vision/rectify.h"

namespace gridlens {

enum class ReadState {
  reading = 1,  // more evidence may settle it
  sure,         // clues are read with enough margin; solving may go on
  unreadable,   // cannot be read as it is (message says why)
};

// The best reading of a board so far. All matrices are upright: row 0 runs from TL to TR as the
// puzzle is read.
struct BoardReading {
  // Clues that clash and are surely printed so come with state sure: telling it is the solver's
  // business.
  ReadState state = ReadState::reading;
  // False where the lattice holds no symbols, mostly something else, or numbers that are no Sudoku
  // at all (a blank grid, a crossword, a table): such a lattice is not reported as a board.
  bool is_puzzle = true;
  bool for_lack = false;  // no puzzle as too little is seen there: more frames may show one
  std::string message;    // for people, why not sure: "3 doubtful cells"
  int quarter_turns =
      0;        // upright board = candidate board rotated by this (Quad::rotated, rotated_board)
  Shape shape;  // upright
  Alphabet alphabet;
  Grid clues;    // printed givens (handwriting where nothing is printed)
  Grid entries;  // handwritten entries, never in the same cell as a clue
  std::vector<float>
      confidence;  // per cell, 0..1: probability of what clues/entries say there (blank included)
  double margin = 0;          // log-probability distance to the best different set of clues
  std::vector<int> doubtful;  // cells (row-major) that keep it from being sure; empty when sure
  double work = 0;            // that the decoding spent of its budget, about microseconds
};

// What a decoding may cost where a board is in doubt (clear ones cost little): on live frames some
// 80 microseconds a cell (of a 9x9 board 6 ms), for a still half a second.
enum class DecodeEffort { live = 1, still };

// How a frame's sheet goes with what was gathered before.
enum class SheetVerdict {
  agrees = 1,  // added to the evidence
  doubtful,    // contradicts it: not added; a hand, glare, or another page
  restarted,   // the page must have been exchanged: evidence starts afresh with this sheet
};

// Evidence about one tracked board, added up over frames as log-probabilities per cell, and its
// decoding. Deterministic; one object a board; used by the vision thread only (borrows the
// network).
class BoardReader {
 public:
  BoardReader(DigitNetwork& network, const BoardCandidate& found);
  ~BoardReader();
  BoardReader(BoardReader&&) noexcept;
  BoardReader& operator=(BoardReader&&) noexcept;

  // Adds a frame's sheet (same orientation as the candidate). Sharper and larger sheets weigh more.
  // `hidden`: n * n flags of cells that something covers in this frame (TrackOutcome::hidden), or
  // empty; such cells say nothing.
  SheetVerdict add(const CellSheet& sheet, std::span<const std::uint8_t> hidden = {});

  // True while CellSheet::colour is of use: the ink's colour helps to tell who wrote what.
  [[nodiscard]] bool wants_colour() const;

  // The most likely set of clues that the rules allow, and how sure it is.
  [[nodiscard]] BoardReading decode(DecodeEffort effort = DecodeEffort::live) const;

  // The blank cells of the last sheet show ink, as stripes of a photographed screen do.
  [[nodiscard]] bool ground_shows() const;

  // What was gathered is forgotten, and from the next sheet on that much is taken off all ink. Such
  // a reading is to be trusted only where every clue is clear by itself and there is one solution.
  void take_off_ground();

  [[nodiscard]] int frames() const;  // sheets added since the (re)start

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gridlens
