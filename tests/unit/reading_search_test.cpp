#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/puzzle/rules.h"
#include "core/reading/decoding/clue_search.h"
#include "tests/unit/sample_puzzle.h"

namespace gridlens {
namespace {

Grid puzzle() {
  return grid_of(kSamplePuzzle);
}

// Cells read as `grid` with the given probability, the rest spread over the other values.
CellChoices sure_choices(const Grid& grid, double probability = 0.9999) {
  CellChoices choices;
  choices.alphabet = {AlphabetKind::numerals, 9};
  choices.n = 9;
  choices.clues.assign(81 * 10, std::log((1 - probability) / 9));
  for (int i = 0; i < 81; ++i)
    choices.clues[static_cast<size_t>(i * 10 + grid.at(i))] = std::log(probability);
  choices.values = choices.clues;
  choices.by_hand = CellMap<double>(81);
  return choices;
}

void set_probability(CellChoices& choices, int cell, int value, double probability) {
  choices.clues[static_cast<size_t>(cell * 10 + value)] = std::log(probability);
}

ClueSearchResult search(ClueSearch clue_search, const CellChoices& choices) {
  SearchBudget budget(1e9);
  return clue_search.run(choices, 0, budget);
}

TEST(ClueSearch, KeepsASureReading) {
  const ClueSearchResult result = search(ClueSearch(Shape{3, 3}), sure_choices(puzzle()));
  EXPECT_EQ(result.best.clues, puzzle());
  EXPECT_EQ(result.best.state, SolveState::unique);
  EXPECT_EQ(result.margin, ClueSearchOptions{}.enough_margin);
  EXPECT_TRUE(result.doubtful.empty());
}

// A smudge that looks like what the solution has there may be a clue, but not a sure one.
TEST(ClueSearch, ACoincidenceMakesNoClueSure) {
  const Grid solution = *search(ClueSearch(Shape{3, 3}), sure_choices(puzzle())).best.solution;
  const int cell = 2;
  ASSERT_EQ(puzzle().values()[cell], 0);
  CellChoices choices = sure_choices(puzzle());
  set_probability(choices, cell, solution.values()[cell], 0.93);
  set_probability(choices, cell, 0, 0.07);
  const ClueSearchResult result = search(ClueSearch(Shape{3, 3}), choices);
  EXPECT_EQ(result.best.clues.values()[cell], solution.values()[cell]);
  EXPECT_NEAR(result.margin, std::log(0.93 / 0.07), 0.05);
  EXPECT_EQ(result.doubtful, std::vector<int>{cell});
}

// Where a clue may lie in a cell that was never seen, that there are several solutions does not
// speak for a misreading which has one.
TEST(ClueSearch, HiddenCluesMakeNoMisreadingSure) {
  ClueSearch solver(Shape{3, 3});
  SearchBudget budget(1e9);
  int misleading = 0;
  for (int hidden = 0; hidden < 81; ++hidden) {
    Grid seen = puzzle();
    if (seen.at(hidden) == 0) continue;
    seen.set(hidden, 0);
    if (solver.only_solution(seen, budget)) continue;  // the others are enough
    for (int cell = 0; cell < 81 && misleading < 5; ++cell) {
      const int value = seen.at(cell);
      if (value == 0) continue;
      Grid misread = seen;
      misread.set(cell, value % 9 + 1);
      if (!solver.only_solution(misread, budget)) continue;
      ++misleading;
      CellChoices choices = sure_choices(seen);
      set_probability(choices, cell, value, 0.8);
      set_probability(choices, cell, value % 9 + 1, 0.2);
      EXPECT_EQ(search(ClueSearch(Shape{3, 3}), choices).best.clues, misread);
      choices.may_hide_clues = true;
      const ClueSearchResult result = search(ClueSearch(Shape{3, 3}), choices);
      EXPECT_LT(result.margin, ClueSearchOptions{}.doubtful_margin);
      EXPECT_NE(std::find(result.doubtful.begin(), result.doubtful.end(), cell),
                result.doubtful.end());
    }
  }
  EXPECT_GT(misleading, 0);
}

TEST(ClueSearch, RepairsAMisreadDigitThatClashes) {
  CellChoices choices = sure_choices(puzzle());
  set_probability(choices, 0, 5, 0.3);  // r1c1 is 5, but 8 looks likelier, and r3c3 is 8
  set_probability(choices, 0, 8, 0.69);
  const ClueSearchResult result = search(ClueSearch(Shape{3, 3}), choices);
  EXPECT_EQ(result.best.clues, puzzle());
  EXPECT_GT(result.margin, 4);
}

// Work is counted: a search that has to end early claims less, and the same each time.
TEST(ClueSearch, ClaimsNothingThatItsBudgetDidNotSuffice) {
  CellChoices choices = sure_choices(puzzle());
  for (int i = 0; i < 81; ++i)  // every 6 may as well be an 8
    if (puzzle().at(i) == 6) {
      set_probability(choices, i, 6, 0.45);
      set_probability(choices, i, 8, 0.54);
    }
  SearchBudget plenty(1e9);
  const ClueSearchResult all = ClueSearch(Shape{3, 3}).run(choices, 0, plenty);
  EXPECT_EQ(all.best.clues, puzzle());
  const double needed = 1e9 - plenty.left();
  ASSERT_GT(needed, 20);
  for (const double units : {0.0, needed / 20, needed / 4}) {
    SearchBudget little(units);
    const ClueSearchResult some = ClueSearch(Shape{3, 3}).run(choices, 0, little);
    EXPECT_TRUE(little.spent()) << units;
    EXPECT_LT(some.margin, 4) << units;
    SearchBudget again(units);
    const ClueSearchResult same = ClueSearch(Shape{3, 3}).run(choices, 0, again);
    EXPECT_EQ(same.best.clues, some.best.clues);
    EXPECT_EQ(same.margin, some.margin);
  }
}

TEST(ClueSearch, RepairsAMisreadDigitThatLeavesNoSolution) {
  CellChoices choices = sure_choices(puzzle());
  // r5c1 is 4; 2 does not clash with any clue.
  Grid misread = puzzle();
  misread.set(4, 0, 2);
  ASSERT_FALSE(find_clash(classic_rules(Shape{3, 3}), misread).has_value());
  set_probability(choices, 36, 4, 0.2);
  set_probability(choices, 36, 2, 0.79);
  const ClueSearchResult result = search(ClueSearch(Shape{3, 3}), choices);
  EXPECT_EQ(result.best.clues, puzzle());
  EXPECT_EQ(result.best.state, SolveState::unique);
}

TEST(ClueSearch, FindsADigitReadAsBlank) {
  int tried = 0;
  for (int cell = 0; cell < 81; ++cell) {
    const int value = puzzle().at(cell);
    Grid without = puzzle();
    without.set(cell, 0);
    if (value == 0 ||
        Solver(classic_rules(Shape{3, 3})).solve(without).state != SolveState::multiple)
      continue;
    ++tried;
    CellChoices choices = sure_choices(puzzle());
    set_probability(choices, cell, value, 0.2);
    set_probability(choices, cell, 0, 0.79);
    EXPECT_EQ(search(ClueSearch(Shape{3, 3}), choices).best.clues, puzzle()) << cell;
  }
  EXPECT_GT(tried, 0);
}

TEST(ClueSearch, RepairsASymbolMistakenAllOverTheBoard) {
  CellChoices choices = sure_choices(puzzle());
  int mistaken = 0;
  for (int i = 0; i < 81; ++i)  // every 6 looks more like an 8
    if (puzzle().at(i) == 6) {
      ++mistaken;
      set_probability(choices, i, 6, 0.35);
      set_probability(choices, i, 8, 0.64);
    }
  ASSERT_GT(mistaken, 3);
  const ClueSearchResult result = search(ClueSearch(Shape{3, 3}), choices);
  EXPECT_EQ(result.best.clues, puzzle());
  EXPECT_EQ(result.best.state, SolveState::unique);
  EXPECT_GT(result.margin, 4);
}

TEST(ClueSearch, LeavesASurelyReadMisprintAsPrinted) {
  Grid misprint = puzzle();
  misprint.set(0, 0, 8);  // r3c3 is 8, too
  const ClueSearchResult result = search(ClueSearch(Shape{3, 3}), sure_choices(misprint, 0.999999));
  EXPECT_EQ(result.best.clues, misprint);
  EXPECT_EQ(result.best.state, SolveState::invalid);
}

TEST(ClueSearch, TellsWhichCellsAreDoubtful) {
  CellChoices choices = sure_choices(puzzle());
  // Two values that both leave one solution would be needed for doubt with rules; without them the
  // doubt is told when the alternatives are blank or another set of equal standing.
  Grid full = puzzle();
  const SolveResult solved = Solver(classic_rules(Shape{3, 3})).solve(full);
  ASSERT_EQ(solved.state, SolveState::unique);
  const int true_value = solved.solutions[0].at(0, 2);  // an empty cell, half read as its solution
  set_probability(choices, 2, 0, 0.5);
  set_probability(choices, 2, true_value, 0.5);
  const ClueSearchResult result = search(ClueSearch(Shape{3, 3}), choices);
  EXPECT_LT(result.margin, 1);
  EXPECT_EQ(result.doubtful, std::vector<int>{2});
}

TEST(ClueSearch, StaysWithinItsBudgetOnNoise) {
  CellChoices choices = sure_choices(Grid(Shape{3, 3}), 0.12);
  ClueSearchOptions options;
  options.most_sets = 300;
  options.most_solves = 20;
  const ClueSearchResult result = search(ClueSearch(Shape{3, 3}, options), choices);
  EXPECT_LT(result.margin, 1);
}

}  // namespace
}  // namespace gridlens
