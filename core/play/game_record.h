#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/play/play_command.h"
#include "core/puzzle/puzzle_document.h"

namespace gridlens {

// What a person has put into one cell.
struct CellContent {
  int entry = 0;
  CellMarks marks = 0;
  friend bool operator==(const CellContent&, const CellContent&) = default;
};

struct CellChange {
  int cell = 0;
  CellContent before, after;
  friend bool operator==(const CellChange&, const CellChange&) = default;
};

enum class StepKind {
  edit = 1,
  hint,     // a hint carried out
  solve,    // the program wrote the solution
  restart,  // took `taken_ms` off the clock
};

// One step of a game: what undo takes back at once.
struct PlayStep {
  StepKind kind = StepKind::edit;
  std::vector<CellChange> changes;
  std::int64_t taken_ms = 0;
  friend bool operator==(const PlayStep&, const PlayStep&) = default;
};

// A game as it is kept: all that a later run needs to go on.
struct GameRecord {
  PuzzleDocument document;  // with entries, marks and the time spent
  PlayOptions options;
  std::vector<PlayStep> steps;  // those that were undone at the end
  std::size_t done = 0;         // of the steps: how many are in force
  int hints = 0;                // that were asked for
  bool finished = false;
  std::string grade;          // "hard"; empty: not known
  std::int64_t played_s = 0;  // when it was last played, seconds since 1970 UTC
  friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

}  // namespace gridlens
