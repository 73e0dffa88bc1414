#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/puzzle/rules.h"
#include "core/reading/provenance/typed_entries.h"
#include "core/solver/solver.h"
#include "tests/unit/sample_puzzle.h"

namespace gridlens {

inline std::optional<Grid> only_solution(const Grid& clues) {
  Solver solver(classic_rules(clues.shape()));
  SolveResult solved = solver.solve(clues);
  if (solved.state != SolveState::unique) return std::nullopt;
  return solved.solutions.front();
}

struct Rgb {
  double red, green, blue;
};
inline Rgb mix(const Rgb& a, const Rgb& b, double share_of_b) {
  const auto of = [&](double x, double y) { return x + share_of_b * (y - x); };
  return {of(a.red, b.red), of(a.green, b.green), of(a.blue, b.blue)};
}

// A screenshot's board: givens, and every third empty cell filled in.
struct Screen {
  Grid all{Shape{3, 3}};
  CellFlags entries = CellFlags(81);
  CellMap<InkFeatures> features = CellMap<InkFeatures>(81);

  Screen() {
    for (int i = 0; i < 81; ++i)
      if (kSamplePuzzle[i] != '.') all.set(i, kSamplePuzzle[i] - '0');
    const Grid right = *only_solution(all);
    for (int i = 0; i < 81; i += 3)
      if (kSamplePuzzle[i] == '.') {
        all.set(i, right.at(i));
        entries[i] = true;
      }
    for (size_t i = 0; i < 81; ++i) paint(i, {250, 250, 250});
  }

  [[nodiscard]] bool given(size_t i) const { return all.values()[i] != 0 && !entries[i]; }

  void paint(int cell, const Rgb& background) {
    InkFeatures& t = features[cell];
    t.set_colour(InkFeatures::background_red, {background.blue, background.green, background.red});
    t.set(InkFeatures::background,
          std::log((background.red + background.green + background.blue) / 3 + 4));
  }

  void write(int cell, const Rgb& ink) {
    features[cell].set_colour(InkFeatures::own_red, {ink.blue, ink.green, ink.red});
  }

  // As strokes so thin that `share` of the background shows through them.
  void write_thin(int cell, const Rgb& background, const Rgb& ink, double share) {
    write(cell, mix(ink, background, share));
    const Rgb taken{background.red - ink.red, background.green - ink.green,
                    background.blue - ink.blue};
    const double length =
        std::sqrt(taken.red * taken.red + taken.green * taken.green + taken.blue * taken.blue);
    features[cell].set(InkFeatures::taken_red, taken.red / length);
    features[cell].set(InkFeatures::taken_green, taken.green / length);
    features[cell].set(InkFeatures::taken_blue, taken.blue / length);
  }
};

constexpr Rgb kSlate{52, 72, 97};
constexpr Rgb kBlue{50, 90, 175};
constexpr Rgb kWhite{250, 250, 250};

inline void expect_entries(const Screen& screen, const Screen& truth) {
  const auto entries = find_typed_entries(screen.all, screen.features, only_solution);
  ASSERT_TRUE(entries.has_value());
  for (size_t i = 0; i < 81; ++i)
    EXPECT_NEAR(entries->by_hand[i], truth.entries[i] ? 1 : 0, 0.01) << i;
}

}  // namespace gridlens
