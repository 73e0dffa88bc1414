// Typed entries of drawn boards: inks by their own colour, grounds under a lit cross.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/puzzle/rules.h"
#include "core/reading/ink_groups.h"
#include "core/reading/lit_grounds.h"
#include "core/reading/typed_entries.h"
#include "core/solver/solver.h"
#include "tests/unit/sample_puzzle.h"

namespace gridlens {
namespace {

constexpr double kFading = 16;  // as the traits have it

std::optional<Grid> only_solution(const Grid& clues) {
  Solver solver(classic_rules(clues.shape()));
  SolveResult solved = solver.solve(clues);
  if (solved.state != SolveState::unique) return std::nullopt;
  return solved.solutions.front();
}

struct Rgb {
  double red, green, blue;
};
Rgb mix(const Rgb& a, const Rgb& b, double share_of_b) {
  const auto of = [&](double x, double y) { return x + share_of_b * (y - x); };
  return {of(a.red, b.red), of(a.green, b.green), of(a.blue, b.blue)};
}

// A screenshot's board: givens, and every third empty cell filled in.
struct Screen {
  Grid all{Shape{3, 3}};
  std::vector<bool> entries = std::vector<bool>(81, false);
  std::vector<InkTraits> traits = std::vector<InkTraits>(81);

  Screen() {
    for (int i = 0; i < 81; ++i)
      if (kSamplePuzzle[i] != '.') all.set(i / 9, i % 9, kSamplePuzzle[i] - '0');
    const Grid right = *only_solution(all);
    for (int i = 0; i < 81; i += 3)
      if (kSamplePuzzle[i] == '.') {
        all.set(i / 9, i % 9, right.values()[static_cast<size_t>(i)]);
        entries[static_cast<size_t>(i)] = true;
      }
    for (size_t i = 0; i < 81; ++i) paint(i, {250, 250, 250});
  }

  [[nodiscard]] bool given(size_t i) const { return all.values()[i] != 0 && !entries[i]; }

  void paint(size_t cell, const Rgb& ground) {
    InkTraits& t = traits[cell];
    t.set(InkTraits::ground_red, std::log((ground.red + kFading) / (ground.green + kFading)));
    t.set(InkTraits::ground_blue, std::log((ground.blue + kFading) / (ground.green + kFading)));
    const double mean = (ground.red + ground.green + ground.blue) / 3;
    t.set(InkTraits::ground_light, std::log(mean + kFading));
    t.set(InkTraits::ground, std::log(mean + 4));
  }

  void write(size_t cell, const Rgb& ink) {
    InkTraits& t = traits[cell];
    t.set(InkTraits::own_red, std::log((ink.red + kFading) / (ink.green + kFading)));
    t.set(InkTraits::own_blue, std::log((ink.blue + kFading) / (ink.green + kFading)));
    t.set(InkTraits::own_light, std::log((ink.red + ink.green + ink.blue) / 3 + kFading));
  }
};

constexpr Rgb kSlate{52, 72, 97};
constexpr Rgb kBlue{50, 90, 175};
constexpr Rgb kWhite{250, 250, 250};

void expect_entries(const Screen& screen, const Screen& truth) {
  const auto entries = find_typed_entries(screen.all, screen.traits, only_solution, true);
  ASSERT_TRUE(entries.has_value());
  for (size_t i = 0; i < 81; ++i) EXPECT_NEAR((*entries)[i], truth.entries[i] ? 1 : 0, 0.01) << i;
}

// Slate and blue, each mixed with the ground by another share in every cell, as in thin strokes.
Screen slate_and_blue(bool lit = false) {
  Screen screen;
  for (size_t i = 0; i < 81; ++i) {
    // A chosen cell with its row and column.
    const Rgb ground = lit && i == 39                      ? Rgb{250, 210, 0}
                       : lit && (i / 9 == 4 || i % 9 == 3) ? Rgb{225, 235, 245}
                                                           : kWhite;
    screen.paint(i, ground);
    if (screen.all.values()[i] != 0)
      screen.write(
          i, mix(screen.entries[i] ? kBlue : kSlate, ground, 0.05 * static_cast<double>(i % 8)));
  }
  return screen;
}

TEST(InkGroups, PaleStrokesGoWithTheirInk) {
  const Screen screen = slate_and_blue();
  const std::vector<int> inks = ink_groups(screen.all, screen.traits);
  for (size_t i = 0; i < 81; ++i)
    EXPECT_EQ(inks[i], screen.all.values()[i] == 0 ? -1 : screen.entries[i] ? 1 : 0) << i;
}

TEST(DrawnEntries, AreFoundByTheirInkOnAnyGround) {
  const Screen screen = slate_and_blue(true);
  expect_entries(screen, screen);
}

TEST(DrawnEntries, ARedMistakeThatMarksNoClashIsOne) {
  Screen screen = slate_and_blue();
  const auto mistake = static_cast<size_t>(
      std::find(screen.entries.begin(), screen.entries.end(), true) - screen.entries.begin());
  screen.write(mistake, {220, 40, 40});
  expect_entries(screen, screen);
}

TEST(DrawnEntries, EqualsOfTheChosenSymbolInAnInkOfTheirOwnTellNothing) {
  Screen screen;
  for (size_t i = 0; i < 81; ++i)
    if (screen.all.values()[i] != 0)
      screen.write(i, screen.all.values()[i] == 3 ? Rgb{50, 100, 230} : Rgb{20, 20, 20});
  EXPECT_FALSE(find_typed_entries(screen.all, screen.traits, only_solution, true).has_value());
  for (size_t i = 0; i < 81; ++i)  // the givens' tiles do
    if (screen.given(i)) screen.paint(i, {205, 205, 205});
  expect_entries(screen, screen);
}

// All symbols equal to the chosen one stand on a ground of their own, the chosen cell on another,
// and the grounds of both are near enough to each other and to a lit row's to have company.
TEST(DrawnEntries, LitEqualsOfAnOtherwiseLitCellAreNone) {
  Screen screen;
  std::fill(screen.entries.begin(), screen.entries.end(), false);
  const int symbol = screen.all.values()[0];
  ASSERT_NE(symbol, 0);
  for (size_t i = 0; i < 81; ++i) {
    if (i / 9 == 0 || i % 9 == 0) screen.paint(i, {226, 235, 243});
    if (screen.all.values()[i] == symbol) screen.paint(i, {195, 215, 234});
    if (screen.all.values()[i] != 0) screen.write(i, kSlate);
  }
  screen.paint(0, {187, 222, 251});
  EXPECT_NE(split_of_inks(screen.all, screen.traits, true), InkSplit::mixed);
}

// White digits on tiles that get darker downwards: blank ones green, givens' brown; the row and the
// column of r5c4 mixed with blue, its box with light green.
Screen tiles_under_a_cross(bool lit) {
  Screen screen;
  for (size_t i = 0; i < 81; ++i) {
    const double down = 3.0 * static_cast<double>(i / 9);
    Rgb tile = screen.given(i) ? Rgb{165 - down, 115 - down, 30 - down}
                               : Rgb{110 - down, 125 - down, 85 - down};
    if (lit && (i / 9 == 4 || i % 9 == 3)) tile = mix(tile, {70, 150, 230}, 0.3);
    if (lit && i / 9 / 3 == 1 && i % 9 / 3 == 1) tile = mix(tile, {100, 220, 110}, 0.3);
    screen.paint(i, tile);
    if (screen.all.values()[i] != 0) screen.write(i, kWhite);
  }
  return screen;
}

TEST(DrawnEntries, StandOnWhatABlankCellWouldHaveInTheirPlace) {
  for (const bool lit : {false, true}) {
    const Screen screen = tiles_under_a_cross(lit);
    const OffBlanks off = off_lit_blanks(screen.all, screen.traits, std::vector<bool>(81, false));
    EXPECT_EQ(off.lit, lit);
    for (size_t i = 0; i < 81; ++i)
      if (screen.entries[i] && off.known[i]) {
        EXPECT_LT(off.grey_levels[i], 12) << i;
      }
    expect_entries(screen, screen);
  }
}

}  // namespace
}  // namespace gridlens
