// Typed entries of drawn boards: inks by their own colour, backgrounds under a lit cross.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>

#include "core/reading/ink/colour_clusters.h"
#include "core/reading/ink/selection_highlight.h"
#include "core/reading/ink/split_ink_clusters.h"
#include "tests/unit/played_screen.h"

namespace gridlens {
namespace {

// Slate and blue, each mixed with the background by another share in every cell, as in thin
// strokes.
Screen slate_and_blue(bool lit = false) {
  Screen screen;
  for (size_t i = 0; i < 81; ++i) {
    // A chosen cell with its row and column.
    const Rgb background = lit && i == 39                      ? Rgb{250, 210, 0}
                           : lit && (i / 9 == 4 || i % 9 == 3) ? Rgb{225, 235, 245}
                                                               : kWhite;
    screen.paint(i, background);
    if (screen.all.values()[i] != 0)
      screen.write(i, mix(screen.entries[i] ? kBlue : kSlate, background,
                          0.05 * static_cast<double>(i % 8)));
  }
  return screen;
}

TEST(InkGroups, PaleStrokesGoWithTheirInk) {
  const Screen screen = slate_and_blue();
  const CellMap<int> inks = ink_colour_clusters(screen.all, screen.features);
  for (size_t i = 0; i < 81; ++i)
    EXPECT_EQ(inks[i], screen.all.values()[i] == 0 ? -1 : screen.entries[i] ? 1 : 0) << i;
}

// Navy and blue lie nearly on one line to white: what is seen of pale strokes would do for both.
TEST(InkGroups, HairlinesOfTwoHuesAreTwoInks) {
  Screen screen;
  for (size_t i = 0; i < 81; ++i)
    if (screen.all.values()[i] != 0)
      screen.write_thin(i, kWhite, screen.entries[i] ? kBlue : Rgb{26, 35, 126},
                        0.4 + 0.05 * static_cast<double>(i % 7));
  const CellMap<int> inks = ink_colour_clusters(screen.all, screen.features);
  for (size_t i = 0; i < 81; ++i)
    EXPECT_EQ(inks[i], screen.all.values()[i] == 0 ? -1 : screen.entries[i] ? 1 : 0) << i;
  expect_entries(screen, screen);
}

// A lit background shines through the thin strokes of a black symbol: it looks bluish, and is as
// near to the blue ones on white as to the black ones there.
TEST(InkGroups, ASymbolOnALitCellIsNoBridge) {
  Screen screen;
  const Rgb lit{237, 253, 268};
  for (size_t i = 0; i < 81; ++i) {
    const Rgb background = i / 9 == 4 || i % 9 == 3 ? lit : kWhite;
    screen.paint(i, background);
    if (screen.all.values()[i] != 0)
      screen.write_thin(i, background, screen.entries[i] ? Rgb{40, 110, 200} : Rgb{50, 50, 50},
                        0.45 + 0.04 * static_cast<double>(i % 6));
  }
  const CellMap<int> inks = ink_colour_clusters(screen.all, screen.features);
  for (size_t i = 0; i < 81; ++i)
    EXPECT_EQ(inks[i], screen.all.values()[i] == 0 ? -1 : screen.entries[i] ? 1 : 0) << i;
}

// Copies of one symbol have the same strokes: those of the other ink are paler by one step, which
// is less than symbols differ from each other.
TEST(InkGroups, CopiesOfASymbolTellInksOfNearlyOneHue) {
  Screen screen;
  CellMap<int> group(81, -1);
  for (size_t i = 0; i < 81; ++i) {
    const int symbol = screen.all.values()[i];
    if (symbol == 0) continue;
    group[i] = 0;
    const Rgb ink = screen.entries[i] ? Rgb{90, 125, 180} : Rgb{70, 85, 150};
    screen.write_thin(i, kWhite, ink, 0.06 * symbol);
  }
  split_ink_clusters(screen.all, screen.features, group);
  for (size_t i = 0; i < 81; ++i)
    EXPECT_EQ(group[i], screen.all.values()[i] == 0 ? -1 : screen.entries[i] ? 1 : 0) << i;

  // Paler by where they lie between the pixels: no other hue, and no other ink.
  for (size_t i = 0; i < 81; ++i) {
    if (screen.all.values()[i] == 0) continue;
    group[i] = 0;
    screen.write_thin(i, kWhite, {70, 85, 150},
                      0.06 * screen.all.values()[i] + (screen.entries[i] ? 0.2 : 0));
  }
  split_ink_clusters(screen.all, screen.features, group);
  for (size_t i = 0; i < 81; ++i) EXPECT_LE(group[i], 0) << i;
}

// A camera spreads both hues until the nearest of one is near the other; all of them lie in two
// heaps nevertheless. One heap, as wide, is one ink.
TEST(InkGroups, TwoHeapsOfHuesAreTwoInks) {
  std::mt19937 random(1);
  std::normal_distribution<double> noise(0, 12);
  const auto noisy = [&](Rgb ink) {
    return Rgb{ink.red + noise(random), ink.green + noise(random), ink.blue + noise(random)};
  };
  for (const bool two : {true, false}) {
    Screen screen;
    CellMap<int> group(81, -1);
    for (size_t i = 0; i < 81; ++i) {
      if (screen.all.values()[i] == 0) continue;
      group[i] = 0;
      screen.write_thin(i, kWhite,
                        noisy(two && screen.entries[i] ? Rgb{60, 150, 70} : Rgb{60, 60, 60}), 0);
    }
    split_ink_clusters(screen.all, screen.features, group);
    for (size_t i = 0; i < 81; ++i)
      EXPECT_EQ(group[i], screen.all.values()[i] == 0 ? -1 : two && screen.entries[i] ? 1 : 0) << i;
  }
}

// Green on a lit row, two entries among many givens: nearer to the black there than two inks of a
// few cells would be, but the green of the other rows itself.
TEST(InkGroups, TwoSymbolsOfALitRowGoWithTheirInkOfTheOtherRows) {
  Screen screen;
  for (int i = 0; i < 81; ++i) {
    const Rgb background = i / 9 == 4 ? Rgb{222, 235, 250} : kWhite;
    screen.paint(i, background);
    if (screen.all.at(i) != 0)
      screen.write_thin(i, background, screen.entries[i] ? Rgb{60, 105, 70} : Rgb{50, 50, 55}, 0.1);
  }
  const auto lit = [](const CellFlags& flags) {
    return std::count(flags.begin() + 36, flags.begin() + 45, true);
  };
  ASSERT_GE(lit(screen.entries), 1);
  ASSERT_LE(lit(screen.entries), 2);
  const CellMap<int> inks = ink_colour_clusters(screen.all, screen.features);
  for (int i = 0; i < 81; ++i)
    EXPECT_EQ(inks[i], screen.all.at(i) == 0 ? -1 : screen.entries[i] ? 1 : 0) << i;
}

// A light laid over the tiles of givens and entries leaves five grey levels between them. The
// picture is exact, so they are two tones.
TEST(TileTones, FiveGreyLevelsAreTwoTonesInAnExactPicture) {
  Screen screen;
  for (int i = 0; i < 81; ++i)
    screen.paint(i, screen.given(static_cast<size_t>(i)) ? Rgb{52, 57, 67} : Rgb{49, 57, 71});
  CellMap<cv::Vec3d> colours;
  for (const InkFeatures& its : screen.features) colours.push_back(background_colour(its));
  const CellMap<int> tones = background_clusters(screen.all, screen.features, colours);
  for (int i = 0; i < 81; ++i)
    EXPECT_EQ(tones[i] == tones[0], screen.given(static_cast<size_t>(i)) == screen.given(0)) << i;
}

// Grey has black's hue, but is much paler than any place between the pixels makes it. What stands
// on a lit row goes with the ink of its colour.
TEST(InkGroups, GreyBesideBlackIsAnInkOnLitRowsToo) {
  Screen screen;
  for (size_t i = 0; i < 81; ++i) {
    const Rgb background = i / 9 == 4 || i % 9 == 3 ? Rgb{232, 232, 232} : kWhite;
    screen.paint(i, background);
    if (screen.all.values()[i] != 0)
      screen.write_thin(i, background, screen.entries[i] ? Rgb{125, 125, 125} : Rgb{0, 0, 0},
                        0.02 * screen.all.values()[i]);
  }
  const CellMap<int> inks = ink_colour_clusters(screen.all, screen.features);
  for (size_t i = 0; i < 81; ++i)
    EXPECT_EQ(inks[i], screen.all.values()[i] == 0 ? -1 : screen.entries[i] ? 1 : 0) << i;
  expect_entries(screen, screen);
}

TEST(DrawnEntries, AreFoundByTheirInkOnAnyBackground) {
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

// All of them wrong, one, a few or many: so that all symbols together have no solution.
Screen with_wrong_entries(int count, const Rgb& ink) {
  Screen screen;
  std::fill(screen.entries.begin(), screen.entries.end(), false);
  Grid givens = screen.all;
  for (int i = 0; i < 81; ++i)
    if (kSamplePuzzle[i] == '.') givens.set(i, 0);
  screen.all = givens;
  const Grid right = *only_solution(givens);
  for (int i = 0; i < 81 && count > 0; i += 2) {
    if (kSamplePuzzle[i] != '.') continue;
    screen.all.set(i, right.at(i) % 9 + 1);
    screen.entries[static_cast<size_t>(i)] = true;
    --count;
  }
  for (size_t i = 0; i < 81; ++i)
    if (screen.all.values()[i] != 0) screen.write(i, screen.entries[i] ? ink : Rgb{20, 20, 20});
  return screen;
}

TEST(DrawnEntries, MayAllBeWrong) {
  for (const int count : {1, 2, 3, 6, 20}) {
    const Screen screen = with_wrong_entries(count, {0, 140, 0});
    expect_entries(screen, screen);
  }
}

TEST(DrawnEntries, ASingleMistakeStandsOnATileOfItsOwn) {
  Screen screen = with_wrong_entries(1, {20, 20, 20});
  for (size_t i = 0; i < 81; ++i) {
    if (screen.given(i)) screen.paint(i, {205, 205, 205});
    if (screen.entries[i]) screen.paint(i, {110, 20, 20});
  }
  expect_entries(screen, screen);
}

// Every symbol of a clash is red, the givens among them: their tiles tell.
TEST(DrawnEntries, OfAMarkedClashAreToldByTheBackground) {
  Screen screen = with_wrong_entries(3, {20, 20, 20});
  int marked = 0;
  for (size_t i = 0; i < 81; ++i) {
    if (screen.given(i)) screen.paint(i, {205, 205, 205});
    for (size_t j = 0; j < 81; ++j) {
      const bool see =
          i / 9 == j / 9 || i % 9 == j % 9 || (i / 27 == j / 27 && i % 9 / 3 == j % 9 / 3);
      const bool clash = i != j && see && screen.all.values()[i] != 0 &&
                         screen.all.values()[i] == screen.all.values()[j];
      if (!clash) continue;
      screen.write(i, {220, 20, 20});
      marked += screen.given(i) ? 1 : 0;
    }
  }
  ASSERT_GT(marked, 0);
  expect_entries(screen, screen);
}

// Six clashes of a given and a mistake, all red: without the red ones the givens have more than one
// solution, and they do not lie symmetrically.
TEST(DrawnEntries, OfManyMarkedClashesAreToldByTheSolution) {
  Screen screen = slate_and_blue();
  Grid givens = screen.all;
  for (int i = 0; i < 81; ++i)
    if (screen.entries[i]) givens.set(i, 0);
  for (int i = 0, removed = 0; i < 40 && removed < 3; ++i) {
    Grid fewer = givens;
    fewer.set(i, 0);
    if (fewer == givens || !only_solution(fewer)) continue;
    givens = fewer;
    screen.all.set(i, 0);
    ++removed;
  }
  CellFlags red(81);
  const auto sees = [](int i, int j) {
    return i != j &&
           (i / 9 == j / 9 || i % 9 == j % 9 || (i / 27 == j / 27 && i % 9 / 3 == j % 9 / 3));
  };
  int clashes = 0;
  for (int i = 0; i < 81 && clashes < 6; ++i) {
    for (int value = 1; value <= 9 && screen.all.at(i) == 0; ++value) {
      std::vector<int> equals;
      for (int j = 0; j < 81; ++j)
        if (sees(i, j) && screen.all.at(j) == value) equals.push_back(j);
      if (equals.size() != 1 || screen.entries[equals[0]] || red[equals[0]]) continue;
      screen.all.set(i, value);
      screen.entries[i] = red[i] = red[equals[0]] = true;
      for (const int cell : {i, equals[0]}) screen.write(cell, {220, 20, 20});
      ++clashes;
    }
  }
  ASSERT_EQ(clashes, 6);
  Grid plain = screen.all;
  for (int i = 0; i < 81; ++i)
    if (red[i] || screen.entries[i]) plain.set(i, 0);
  ASSERT_FALSE(only_solution(plain).has_value());
  const auto entries = find_typed_entries(screen.all, screen.features, only_solution);
  ASSERT_TRUE(entries.has_value());
  for (int i = 0; i < 81; ++i)
    EXPECT_NEAR(entries->by_hand[i], screen.entries[i] ? 1 : 0, 0.1) << i;
}

// The chosen symbol's cells, all inverted: the look does not tell a right entry among them from a
// given, but this puzzle's givens lie symmetrically.
TEST(DrawnEntries, AmongInvertedEqualsAreToldByTheGivensOpposite) {
  Screen screen = slate_and_blue();
  const auto entry = static_cast<size_t>(
      std::find(screen.entries.begin(), screen.entries.end(), true) - screen.entries.begin());
  int givens = 0;
  for (size_t i = 0; i < 81; ++i) {
    if (screen.all.values()[i] != screen.all.values()[entry]) continue;
    screen.paint(i, {40, 90, 200});
    screen.write(i, kWhite);
    givens += screen.given(i) ? 1 : 0;
  }
  ASSERT_GT(givens, 0);
  const auto entries = find_typed_entries(screen.all, screen.features, only_solution);
  ASSERT_TRUE(entries.has_value());
  for (size_t i = 0; i < 81; ++i)
    EXPECT_NEAR(entries->by_hand[i], screen.entries[i] ? 1 : 0, 0.08) << i;
}

// Swapped inks: the coloured symbols alone have the solution as well, as all of them are right.
TEST(DrawnEntries, AreTheColouredOnesWhereBothInksHaveTheSolution) {
  Screen screen;
  const Grid right = *only_solution(screen.all);
  for (int i = 0; i < 81; ++i)
    if (kSamplePuzzle[i] == '.') {
      screen.all.set(i, right.at(i));
      screen.entries[static_cast<size_t>(i)] = true;
    }
  for (size_t i = 0; i < 81; ++i) screen.write(i, screen.entries[i] ? kBlue : Rgb{30, 30, 30});
  expect_entries(screen, screen);
}

// Stories of who wrote what that lead elsewhere, or nowhere, speak against a solution.
TEST(DrawnEntries, TellHowSurelyTheGivensHaveASolution) {
  const Grid right = *only_solution(Screen().all);
  Grid other = right;
  other.set(0, right.at(1));
  const TypedEntries told{{}, {{right, 0.5}, {right, 0.3}, {other, 0.05}, {std::nullopt, 0.15}}};
  EXPECT_NEAR(told.log_odds_of(right), std::log(0.8 / 0.2), 1e-6);
  EXPECT_NEAR(told.log_odds_of(other), std::log(0.05 / 0.95), 1e-6);

  Screen screen = slate_and_blue();
  const auto clear = find_typed_entries(screen.all, screen.features, only_solution);
  ASSERT_TRUE(clear.has_value());
  EXPECT_GT(clear->log_odds_of(right), 6);
}

TEST(DrawnEntries, EqualsOfTheChosenSymbolInAnInkOfTheirOwnTellNothing) {
  Screen screen;
  for (size_t i = 0; i < 81; ++i)
    if (screen.all.values()[i] != 0)
      screen.write(i, screen.all.values()[i] == 3 ? Rgb{50, 100, 230} : Rgb{20, 20, 20});
  EXPECT_FALSE(find_typed_entries(screen.all, screen.features, only_solution).has_value());
  for (size_t i = 0; i < 81; ++i)  // the givens' tiles do
    if (screen.given(i)) screen.paint(i, {205, 205, 205});
  expect_entries(screen, screen);
}

// All symbols equal to the chosen one stand on a background of their own, the chosen cell on
// another. Both backgrounds are near enough to each other and to a lit row's to have company.
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
  EXPECT_NE(split_of_inks(screen.all, screen.features), InkSplit::mixed);
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
    const auto off = background_offsets(screen.all, screen.features, CellFlags(81));
    for (size_t i = 0; i < 81; ++i)
      if (screen.entries[i]) {
        EXPECT_LT(cv::norm(off[i]), 12) << i;
      }
    expect_entries(screen, screen);
  }
}

}  // namespace
}  // namespace gridlens
