#include "core/reading/rejection.h"

#include <algorithm>

#include "core/ablation/mechanism.h"
#include "core/puzzle/rules.h"
#include "core/reading/sudoku_odds.h"

namespace gridlens {

namespace {

// Fewer symbols than this share of the cells is no puzzle (17 of 81 is the least a 9x9 can have).
constexpr double kFewestSymbols = 0.13;
// No 9x9 puzzle with fewer than 17 clues has one solution, of other sizes about as many.
constexpr double kFewestClues = 0.2;
constexpr double kMostJunk = 0.5;  // junk cells per symbol cell
// The same beside handwriting and few printed numbers: filled photos have up to 0.1, of a Kakuro
// two numbers in a cell and black cells make 0.35.
constexpr double kMostJunkBesideHand = 0.2;
// Symbols of another alphabet than the rest: a word puzzle, a table.
constexpr int kFewForeign = 3;
constexpr double kMostForeign = 0.08;
constexpr int kTwoForeign = 2;  // are enough where they are so many of the symbols
constexpr double kForeignOfFew = 0.2;
constexpr float kRatherSure = 0.75F;
constexpr int kLeastForKinds = 6;  // cells a side: small boards have few clues
constexpr double kMostKindsMissing = 0.34;
constexpr int kFewClashes = 5;
constexpr double kMostClashing = 0.3;  // of the symbols that are rather sure
// Marks of boxes (ShapeEvidence): from kSurelyMarked on they are there, below kUnmarked nothing
// marks boxes, which of printed Sudokus is as rare as marks are on other grids.
constexpr double kUnmarked = 2;
constexpr double kSurelyMarked = 5;
constexpr double kLogRare = 3;

// Log-odds of a Sudoku by what marks its boxes.
double log_odds_of_boxes(const Decoded& best) {
  if (!best.box_evidence) return kLogRare;
  const double share = (*best.box_evidence - kUnmarked) / (kSurelyMarked - kUnmarked);
  return kLogRare * (2 * std::clamp(share, 0.0, 1.0) - 1);
}

bool unmarked(const Decoded& best) {
  return best.box_evidence && *best.box_evidence < kUnmarked;
}

// The symbols to judge by: what a player typed may be as wrong as it likes.
Grid judged_symbols(const Decoded& best, const BoardReading& reading) {
  return best.choices.typed ? reading.clues : reading.clues.filled_from(reading.entries);
}

// By the symbols that are at least as sure as `least`.
SudokuOdds odds_of_symbols(const Decoded& best, const BoardReading& reading,
                           float least = kConfident) {
  CellFlags clear;
  for (const float sure : reading.confidence) clear.push_back(sure >= least);
  return sudoku_odds(classic_rules(best.shape), judged_symbols(best, reading), clear);
}

// Must a good part of the symbols go until none clash, even if none is quite clear? A few symbols
// over and over, zeros and ones: no misreading of a Sudoku looks like that.
bool clash_all_over(const Decoded& best, const BoardReading& reading) {
  const Grid symbols = judged_symbols(best, reading);
  int seen = 0;
  for (int i = 0; i < reading.confidence.size(); ++i)
    seen += symbols.at(i) != 0 && reading.confidence[i] >= kRatherSure;
  const int mistakes = odds_of_symbols(best, reading, kRatherSure).mistakes;
  return mistakes > kFewClashes && mistakes > kMostClashing * seen;
}

// Do clear symbols clash as those of no Sudoku do? Symbols of another alphabet are as rare as
// mistakes. A single one of either tells nothing, but a clash within a box that nothing marks.
bool clash_at_random(const Decoded& best, const BoardReading& reading) {
  const SudokuOdds odds = odds_of_symbols(best, reading);
  const double boxes = log_odds_of_boxes(best);
  const int foreign = best.choices.foreign_cells;
  const int fewest_in_boxes = unmarked(best) ? 1 : 2;
  return (odds.mistakes + foreign > 1 &&
          odds.log_odds + foreign * kLogMistaken + std::min(0.0, boxes) < 0) ||
         (odds.box_mistakes >= fewest_in_boxes && odds.log_odds_latin + boxes < 0);
}

// Are fewer symbols there than any puzzle has? Whatever is in doubt counts; but where nothing marks
// boxes only what is rather sure, and half of the cells that cannot be seen. Marked boxes make a
// Sudoku of fewer clues: one with more than one solution.
bool too_few_symbols(const Decoded& best, const BoardReading& reading) {
  if (best.box_evidence && *best.box_evidence >= kSurelyMarked) return false;
  const bool by_sure_ones = unmarked(best);
  double perhaps = 0;
  for (int i = 0; i < best.shape.cells(); ++i) {
    const bool blank = reading.clues.at(i) == 0 && reading.entries.at(i) == 0;
    const bool occluded = best.visibility[i] != Visibility::clear;
    if (by_sure_ones)
      perhaps += !blank && reading.confidence[i] >= kRatherSure ? 1 : occluded ? 0.5 : 0;
    else
      perhaps += !blank || occluded || reading.confidence[i] < kConfident ? 1 : 0;
  }
  return perhaps < kFewestClues * best.shape.cells();
}

// Do far fewer symbols occur than the alphabet has, also if each cell in doubt held a further one?
// All but one of them are among the clues of a puzzle with one solution. (Nine digits in a samurai
// of 21 x 21 cells.)
bool too_few_kinds(const Decoded& best, const BoardReading& reading) {
  const int n = best.shape.n();
  std::vector<bool> occurs(static_cast<size_t>(n) + 1, false);
  int in_doubt = 0;
  for (int i = 0; i < reading.confidence.size(); ++i) {
    occurs[reading.clues.at(i)] = true;
    occurs[reading.entries.at(i)] = true;
    in_doubt += best.visibility[i] != Visibility::clear || reading.confidence[i] < kRatherSure;
  }
  const auto missing = std::count(occurs.begin() + 1, occurs.end(), false);
  return n >= kLeastForKinds && missing - in_doubt > kMostKindsMissing * n;
}

// Are most rows, or most columns, clearly empty? Two empty rows of a band of boxes can be swapped
// in any solution: at most every second row of a puzzle with only one is empty.
bool mostly_empty(const Decoded& best, const BoardReading& reading) {
  const int n = best.shape.n();
  std::vector<bool> row_empty(static_cast<size_t>(n), true), col_empty = row_empty;
  for (int cell = 0; cell < n * n; ++cell) {
    if (reading.clues.at(cell) == 0 && reading.entries.at(cell) == 0 &&
        reading.confidence[cell] >= kConfident && best.visibility[cell] == Visibility::clear)
      continue;
    row_empty[static_cast<size_t>(cell / n)] = false;
    col_empty[static_cast<size_t>(cell % n)] = false;
  }
  return 2 * std::max(std::count(row_empty.begin(), row_empty.end(), true),
                      std::count(col_empty.begin(), col_empty.end(), true)) >
         n;
}

}  // namespace

Rejection why_rejected(const Decoded& best, const BoardReading& reading,
                       const OtherPuzzleSigns& others) {
  const CellChoices& choices = best.choices;
  // Where boxes are marked the rest of a puzzle may lie under a hand, or in too much light.
  const auto lack = [&](const char* why) { return Rejection{why, !unmarked(best)}; };
  if (choices.symbol_cells < kFewestSymbols * best.shape.cells() && in_use<"no_symbols">())
    return lack("no symbols in the grid");
  if (choices.junk_cells > kMostJunk * choices.symbol_cells && in_use<"junk">())
    return {"the grid holds something other than symbols"};
  // Where the player's symbols are known a program's crosses in blank cells are so, too.
  const bool played = choices.typed && best.search.best.state == SolveState::unique;
  if (!played &&
      ((choices.foreign_cells >= kFewForeign &&
        choices.foreign_cells > kMostForeign * choices.symbol_cells) ||
       (choices.foreign_cells >= kTwoForeign &&
        choices.foreign_cells > kForeignOfFew * choices.symbol_cells)) &&
      in_use<"foreign_symbols">())
    return {"the grid holds symbols of no one alphabet"};
  if (others.regions) return {"the lines mark other regions than a Sudoku's boxes"};
  if (others.signs && unmarked(best)) return {"there are signs between the cells, and no boxes"};
  if (best.search.best.state == SolveState::unique) return {};
  if (choices.writing == Writing::mixed &&
      reading.clues.count_filled() < kFewestClues * best.shape.cells() &&
      choices.junk_cells > kMostJunkBesideHand * choices.symbol_cells &&
      in_use<"junk_beside_hand">())
    return {"handwriting, too few printed numbers for a puzzle, and something other than symbols"};
  // Entries are wrong now and then, but numbers that clash all over are no Sudoku's.
  if ((clash_at_random(best, reading) && in_use<"clashes_at_random">()) ||
      (clash_all_over(best, reading) && in_use<"clashes_all_over">()))
    return {"the numbers in the grid are no Sudoku"};
  if (too_few_kinds(best, reading) && in_use<"too_few_kinds">())
    return {"too few different symbols for a puzzle"};
  if (too_few_symbols(best, reading) && in_use<"too_few_symbols">())
    return lack("too few numbers for a puzzle");
  if (mostly_empty(best, reading) && in_use<"mostly_empty">())
    return lack("most rows or columns are empty");
  return {};
}

bool may_be_misprinted(const Decoded& best, const BoardReading& reading) {
  const SudokuOdds odds = odds_of_symbols(best, reading);
  const double boxes = log_odds_of_boxes(best);
  return boxes > 0 || (odds.log_odds + boxes >= 0 && odds.log_odds_latin + boxes >= 0);
}

}  // namespace gridlens
