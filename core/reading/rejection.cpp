#include "core/reading/rejection.h"

#include <algorithm>
#include <span>

#include "core/ablation/mechanism.h"
#include "core/puzzle/rules.h"
#include "core/reading/ink/log_odds.h"
#include "core/reading/sudoku_odds.h"

namespace gridlens {

namespace {

// Fewer symbols than this share of the cells is no puzzle (17 of 81 is the least a 9x9 can have).
constexpr double kFewestSymbols = 0.13;
// No 9x9 puzzle with fewer than 17 clues has one solution, of other sizes about as many.
constexpr double kFewestClues = 0.2;
constexpr double kMostJunk = 0.5;  // junk cells per symbol cell
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
  return kLogRare * (2 * share_between(*best.box_evidence, kUnmarked, kSurelyMarked) - 1);
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

// A lattice with its best reading.
struct Lattice {
  const Decoded& best;
  const BoardReading& reading;
  const OtherPuzzleSigns& others;
};

// A program's board, by its boxes and several inks: entries may be as wrong as they like, and not
// all of them are told from the givens.
bool may_be_played(const Lattice& it) {
  return (it.best.perhaps_played || it.best.choices.typed) && it.best.box_evidence &&
         *it.best.box_evidence >= kSurelyMarked && in_use<"clashes_of_a_player">();
}

// Must a good part of the symbols go until none clash, even if none is quite clear? A few symbols
// over and over, zeros and ones: no misreading of a Sudoku looks like that.
bool clash_all_over(const Lattice& it) {
  if (may_be_played(it)) return false;
  const Grid symbols = judged_symbols(it.best, it.reading);
  int seen = 0;
  for (int i = 0; i < it.reading.confidence.size(); ++i)
    seen += symbols.at(i) != 0 && it.reading.confidence[i] >= kRatherSure;
  const int mistakes = odds_of_symbols(it.best, it.reading, kRatherSure).mistakes;
  return mistakes > kFewClashes && mistakes > kMostClashing * seen;
}

// Do clear symbols clash as those of no Sudoku do? Symbols of another alphabet are as rare as
// mistakes. A single one of either tells nothing, but a clash within a box that nothing marks.
bool clash_at_random(const Lattice& it) {
  if (may_be_played(it)) return false;
  const SudokuOdds odds = odds_of_symbols(it.best, it.reading);
  const double boxes = log_odds_of_boxes(it.best);
  const int foreign = it.best.choices.foreign_cells;
  const int fewest_in_boxes = unmarked(it.best) ? 1 : 2;
  return (odds.mistakes + foreign > 1 &&
          odds.log_odds + foreign * kLogMistaken + std::min(0.0, boxes) < 0) ||
         (odds.box_mistakes >= fewest_in_boxes && odds.log_odds_latin + boxes < 0);
}

// Are fewer symbols there than any puzzle has? Whatever is in doubt counts; but where nothing marks
// boxes only what is rather sure, and half of the cells that cannot be seen. Marked boxes make a
// Sudoku of fewer clues: one with more than one solution.
bool too_few_symbols(const Lattice& it) {
  if (it.best.box_evidence && *it.best.box_evidence >= kSurelyMarked) return false;
  const bool by_sure_ones = unmarked(it.best);
  double perhaps = 0;
  for (int i = 0; i < it.best.shape.cells(); ++i) {
    const bool blank = it.reading.clues.at(i) == 0 && it.reading.entries.at(i) == 0;
    const bool occluded = it.best.visibility[i] != Visibility::clear;
    if (by_sure_ones)
      perhaps += !blank && it.reading.confidence[i] >= kRatherSure ? 1 : occluded ? 0.5 : 0;
    else
      perhaps += !blank || occluded || it.reading.confidence[i] < kConfident ? 1 : 0;
  }
  return perhaps < kFewestClues * it.best.shape.cells();
}

// Do far fewer symbols occur than the alphabet has, also if each cell in doubt held a further one?
// All but one of them are among the clues of a puzzle with one solution. (Nine digits in a samurai
// of 21 x 21 cells.)
bool too_few_kinds(const Lattice& it) {
  const int n = it.best.shape.n();
  std::vector<bool> occurs(static_cast<size_t>(n) + 1, false);
  int in_doubt = 0;
  for (int i = 0; i < it.reading.confidence.size(); ++i) {
    occurs[it.reading.clues.at(i)] = true;
    occurs[it.reading.entries.at(i)] = true;
    in_doubt +=
        it.best.visibility[i] != Visibility::clear || it.reading.confidence[i] < kRatherSure;
  }
  const auto missing = std::count(occurs.begin() + 1, occurs.end(), false);
  return n >= kLeastForKinds && missing - in_doubt > kMostKindsMissing * n;
}

// Are most rows, or most columns, clearly empty? Two empty rows of a band of boxes can be swapped
// in any solution: at most every second row of a puzzle with only one is empty.
bool mostly_empty(const Lattice& it) {
  const int n = it.best.shape.n();
  std::vector<bool> row_empty(static_cast<size_t>(n), true), col_empty = row_empty;
  for (int cell = 0; cell < n * n; ++cell) {
    if (it.reading.clues.at(cell) == 0 && it.reading.entries.at(cell) == 0 &&
        it.reading.confidence[cell] >= kConfident && it.best.visibility[cell] == Visibility::clear)
      continue;
    row_empty[static_cast<size_t>(cell / n)] = false;
    col_empty[static_cast<size_t>(cell % n)] = false;
  }
  return 2 * std::max(std::count(row_empty.begin(), row_empty.end(), true),
                      std::count(col_empty.begin(), col_empty.end(), true)) >
         n;
}

// Symbols of another alphabet than the rest: a word puzzle, a table. Two are enough where they are
// many of the symbols.
bool foreign_symbols(const Lattice& it) {
  const CellChoices& choices = it.best.choices;
  const auto are = [&](int fewest, double share) {
    return choices.foreign_cells >= fewest && choices.foreign_cells > share * choices.symbol_cells;
  };
  return are(3, 0.08) || are(2, 0.2);
}

enum class Ground {
  symbols,
  lack,  // where boxes are marked the rest of a puzzle may lie under a hand, or in too much light
  other_puzzle,  // OtherPuzzleSigns
};

// A condition that makes a lattice no Sudoku.
struct Rule {
  const char* name;
  const char* why;
  Ground ground;
  bool (*holds)(const Lattice& it);
  bool (*in_use)();
};

template <MechanismName name>
constexpr Rule rule(const char* why, Ground ground, bool (*holds)(const Lattice& it)) {
  return {name.text, why, ground, holds, in_use<name>};
}

constexpr Rule kRules[] = {
    rule<"no_symbols">("no symbols in the grid", Ground::lack,
                       [](const Lattice& it) {
                         return it.best.choices.symbol_cells <
                                kFewestSymbols * it.best.shape.cells();
                       }),
    rule<"junk">("the grid holds something other than symbols", Ground::symbols,
                 [](const Lattice& it) {
                   return it.best.choices.junk_cells > kMostJunk * it.best.choices.symbol_cells;
                 }),
    rule<"foreign_symbols">("the grid holds symbols of no one alphabet", Ground::symbols,
                            foreign_symbols),
    rule<"other_regions">(
        "the lines mark other regions than a Sudoku's boxes", Ground::other_puzzle,
        [](const Lattice& it) {
          return it.others.regions || (it.others.perhaps_regions && unmarked(it.best));
        }),
    rule<"line_signs">("there are signs between the cells, and no boxes", Ground::other_puzzle,
                       [](const Lattice& it) { return it.others.signs && unmarked(it.best); }),
    rule<"outside_numbers">(
        "there are numbers beside the rows and columns, and no boxes", Ground::other_puzzle,
        [](const Lattice& it) { return it.others.outside && unmarked(it.best); }),
};
constexpr Rule kRulesWithoutOneSolution[] = {
    // Entries are wrong now and then, but numbers that clash all over are no Sudoku's.
    rule<"clashes_at_random">(kNoSudoku, Ground::symbols, clash_at_random),
    rule<"clashes_all_over">(kNoSudoku, Ground::symbols, clash_all_over),
    rule<"too_few_kinds">("too few different symbols for a puzzle", Ground::symbols, too_few_kinds),
    rule<"too_few_symbols">("too few numbers for a puzzle", Ground::lack, too_few_symbols),
    rule<"mostly_empty">("most rows or columns are empty", Ground::lack, mostly_empty),
};

}  // namespace

Rejection why_rejected(const Decoded& best, const BoardReading& reading,
                       const OtherPuzzleSigns& others) {
  const Lattice it{best, reading, others};
  const bool one_solution = best.search.best.state == SolveState::unique;
  for (const std::span<const Rule> rules :
       {std::span<const Rule>(kRules), std::span<const Rule>(kRulesWithoutOneSolution)}) {
    for (const Rule& rule : rules)
      if (rule.holds(it) && rule.in_use())
        return {rule.name, rule.why, rule.ground == Ground::lack && !unmarked(best),
                rule.ground == Ground::other_puzzle};
    if (one_solution) break;
  }
  return {};
}

bool may_be_misprinted(const Decoded& best, const BoardReading& reading) {
  const SudokuOdds odds = odds_of_symbols(best, reading);
  const double boxes = log_odds_of_boxes(best);
  return boxes > 0 || (odds.log_odds + boxes >= 0 && odds.log_odds_latin + boxes >= 0);
}

}  // namespace gridlens
