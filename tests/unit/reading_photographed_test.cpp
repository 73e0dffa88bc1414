// Typed entries of a screen, or a page, in a photo: every colour is off, and the light uneven.

#include <gtest/gtest.h>

#include <random>

#include "tests/unit/played_screen.h"

namespace gridlens {
namespace {

constexpr double kNoise = 5;  // grey levels, of a cell's colours

class Photo {
 public:
  explicit Photo(unsigned seed) : random_(seed) {}

  // Darker towards one corner, every channel off by itself.
  Rgb of(const Rgb& colour, size_t cell) {
    const double light = 1 - 0.02 * static_cast<double>(cell / 9 + cell % 9) / 2;
    return {off(colour.red * light), off(colour.green * light), off(colour.blue * light)};
  }

 private:
  double off(double level) { return std::clamp(level + kNoise * normal_(random_), 0.0, 255.0); }

  std::mt19937 random_;
  std::normal_distribution<double> normal_;
};

Screen photographed(const Rgb& background, const Rgb& givens, const Rgb& entries,
                    unsigned seed = 3) {
  Screen screen;
  Photo photo(seed);
  for (size_t i = 0; i < 81; ++i) {
    screen.paint(i, photo.of(background, i));
    if (screen.all.values()[i] != 0)
      screen.write(i, photo.of(screen.entries[i] ? entries : givens, i));
  }
  return screen;
}

size_t first_entry(const Screen& screen) {
  return static_cast<size_t>(std::find(screen.entries.begin(), screen.entries.end(), true) -
                             screen.entries.begin());
}

TEST(PhotographedEntries, AreFoundByTheirColour) {
  expect_entries(photographed(kWhite, kSlate, kBlue), Screen());
  expect_entries(photographed({40, 44, 48}, {235, 235, 235}, {110, 170, 250}), Screen());
}

TEST(PhotographedEntries, AMistakeAmongThemChangesNothing) {
  Screen screen = photographed(kWhite, kSlate, kBlue);
  const auto cell = static_cast<int>(first_entry(screen));
  screen.all.set(cell, screen.all.at(cell) % 9 + 1);
  expect_entries(screen, Screen());
}

TEST(PhotographedEntries, MayAllBeWrong) {
  Screen screen = photographed(kWhite, kSlate, kBlue);
  for (int i = 0; i < 81; ++i)
    if (screen.entries[static_cast<size_t>(i)]) screen.all.set(i, screen.all.at(i) % 9 + 1);
  expect_entries(screen, Screen());
}

TEST(PhotographedEntries, AreFoundByTheirTiles) {
  Screen screen = photographed(kWhite, kSlate, kSlate);
  Photo photo(5);
  for (size_t i = 0; i < 81; ++i)
    if (screen.given(i)) screen.paint(i, photo.of({200, 200, 205}, i));
  expect_entries(screen, Screen());
}

TEST(PhotographedEntries, APrintedPuzzleHasNone) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Screen page = photographed({215, 210, 200}, {60, 58, 55}, {60, 58, 55}, seed);
    for (int i = 0; i < 81; ++i)
      if (page.entries[static_cast<size_t>(i)]) page.all.set(i, 0);
    EXPECT_FALSE(find_typed_entries(page.all, page.features, only_solution).has_value()) << seed;
    EXPECT_NE(split_of_inks(page.all, page.features), InkSplit::mixed) << seed;
  }
}

// All 81 cells are printed, and the light makes some of them look otherwise.
TEST(PhotographedEntries, APrintedSolutionHasNone) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Screen page = photographed({215, 210, 200}, {60, 58, 55}, {60, 58, 55}, seed);
    page.all = *only_solution(page.all);
    Photo photo(seed + 100);
    for (size_t i = 0; i < 81; ++i) page.write(i, photo.of({60, 58, 55}, i));
    for (const size_t odd : {30U, 31U}) page.paint(odd, {185, 180, 168});
    EXPECT_FALSE(find_typed_entries(page.all, page.features, only_solution).has_value()) << seed;
  }
}

TEST(PhotographedEntries, ColouredGivensThatAreNeededAreNone) {
  Screen page = photographed(kWhite, kSlate, kSlate);
  Photo photo(7);
  for (size_t i = 0; i < 81; ++i) {
    if (page.entries[i]) page.all.set(static_cast<int>(i / 9), static_cast<int>(i % 9), 0);
    if (page.given(i) && i % 2 == 0) page.write(i, photo.of({170, 40, 40}, i));
  }
  EXPECT_FALSE(find_typed_entries(page.all, page.features, only_solution).has_value());
}

TEST(PhotographedEntries, ALitRowMakesNone) {
  Screen page = photographed(kWhite, kSlate, kSlate);
  Photo photo(9);
  for (size_t i = 0; i < 81; ++i) {
    if (page.entries[i]) page.all.set(static_cast<int>(i / 9), static_cast<int>(i % 9), 0);
    if (i / 9 == 4) page.paint(i, photo.of({225, 235, 245}, i));
  }
  EXPECT_FALSE(find_typed_entries(page.all, page.features, only_solution).has_value());
}

}  // namespace
}  // namespace gridlens
