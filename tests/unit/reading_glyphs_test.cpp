#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <opencv2/imgproc.hpp>
#include <random>
#include <string>

#include "core/reading/glyphs/glyph_classes.h"
#include "core/reading/glyphs/glyph_picture.h"
#include "core/reading/glyphs/glyph_reading.h"
#include "core/reading/glyphs/glyph_space.h"

namespace gridlens {
namespace {

// A board of n x n cells, a letter or nothing in each, drawn straight onto an ink rectified board:
// value v is the v-th of `letters`. Every copy lies and is blurred a little differently.
InkMap draw_board(const std::vector<int>& values, int n, const std::string& letters) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  const int side = n * RectifiedBoard::kCellPx + 2 * RectifiedBoard::kMarginPx;
  InkMap ink_map{cv::Mat::zeros(side, side, CV_8U), n};
  for (int cell = 0; cell < n * n; ++cell) {
    const int value = values[static_cast<size_t>(cell)];
    if (value == 0) continue;
    constexpr int kScale = 8;
    cv::Mat large = cv::Mat::zeros(32 * kScale, 32 * kScale, CV_8U);
    const cv::Point place(cvRound((9 + 0.4 * normal(random)) * kScale),
                          cvRound((22 + 0.4 * normal(random)) * kScale));
    cv::putText(large, std::string(1, letters[static_cast<size_t>(value - 1)]), place,
                cv::FONT_HERSHEY_SIMPLEX, 4, 160, 16, cv::LINE_AA);
    cv::GaussianBlur(large, large, {}, kScale * (0.5 + 0.1 * std::abs(normal(random))));
    cv::Mat crop;
    cv::resize(large, crop, {32, 32}, 0, 0, cv::INTER_AREA);
    cv::Mat there = ink_map.crop(cell);
    cv::max(there, crop, there);
  }
  return ink_map;
}

constexpr int kN = 12;
const std::string kLetters = "ABCDEFGHIJKL";

// Three cells in five of a Latin square.
std::vector<int> board_values() {
  std::vector<int> values;
  for (int r = 0; r < kN; ++r)
    for (int c = 0; c < kN; ++c)
      values.push_back((7 * r + 3 * c) % 5 < 3 ? (r + 5 * c) % kN + 1 : 0);
  return values;
}

// Choices as single cells tell them: each cell seems to hold `seen_as`, with log-odds of `odds`
// against its true value where that is another.
CellChoices choices_of(const std::vector<int>& values, double odds,
                       const std::function<int(int cell, int value)>& seen_as) {
  CellChoices choices;
  choices.n = kN;
  choices.alphabet = {AlphabetKind::letters, kN};
  choices.by_hand = CellMap<double>(values.size());
  for (size_t cell = 0; cell < values.size(); ++cell) {
    const int seen = values[cell] == 0 ? 0 : seen_as(static_cast<int>(cell), values[cell]);
    std::vector<double> odds_of(kN + 1, seen == 0 ? -12 : -odds - 2);
    odds_of[0] = -12;
    odds_of[static_cast<size_t>(values[cell])] = -odds;
    odds_of[static_cast<size_t>(seen)] = 0;
    double sum = 0;
    for (const double x : odds_of) sum += std::exp(x);
    for (const double x : odds_of) choices.values.push_back(x - std::log(sum));
  }
  choices.set_clues();
  return choices;
}

int best_value(const CellChoices& choices, int cell) {
  int best = 0;
  for (int v = 1; v <= kN; ++v)
    if (choices.value(cell, v) > choices.value(cell, best)) best = v;
  return best;
}

GlyphPictures pictures_of(const InkMap& ink_map) {
  FrameObservation observed;
  observed.ink = ink_map;
  observed.visibility = CellVisibility(ink_map.n * ink_map.n, Visibility::clear);
  observed.weight = 1;
  GlyphPictures pictures;
  pictures.offer(observed);
  return pictures;
}

std::vector<int> as_they_lie() {
  std::vector<int> cells(kN * kN);
  for (int i = 0; i < kN * kN; ++i) cells[static_cast<size_t>(i)] = i;
  return cells;
}

TEST(Glyphs, CopiesLieTogetherAndOtherLettersApart) {
  const std::vector<int> values = board_values();
  const InkMap ink_map = draw_board(values, kN, kLetters);
  std::vector<GlyphPicture> pictures;
  std::vector<int> symbols;
  for (int cell = 0; cell < kN * kN; ++cell) {
    if (values[static_cast<size_t>(cell)] == 0) {
      EXPECT_TRUE(glyph_picture(ink_map, cell).empty());
      continue;
    }
    pictures.push_back(glyph_picture(ink_map, cell));
    symbols.push_back(values[static_cast<size_t>(cell)]);
  }
  const GlyphSpace space =
      fit_glyph_space(pictures, symbols, std::vector<double>(symbols.size(), 1.0));
  ASSERT_GT(space.directions(), 4U);
  for (size_t i = 0; i < symbols.size(); ++i) {
    double nearest = 1e18;
    int of = 0;
    for (size_t j = 0; j < symbols.size(); ++j) {
      if (i == j) continue;
      double distance = 0;
      for (size_t k = 0; k < space.directions(); ++k)
        distance += std::pow(space.points[i][k] - space.points[j][k], 2);
      if (distance < nearest) nearest = distance, of = symbols[j];
    }
    EXPECT_EQ(of, symbols[i]);
  }
}

// Every F is read as E, with odds of e^3: the glyphs tell them apart, and F is what is left.
TEST(Glyphs, OneLetterTakenForAnotherAllOverTheBoard) {
  SearchBudget budget(1e6);
  const std::vector<int> values = board_values();
  GlyphPictures pictures = pictures_of(draw_board(values, kN, kLetters));
  CellChoices choices =
      choices_of(values, 3, [](int, int value) { return value == 6 ? 5 : value; });
  ASSERT_TRUE(settle_glyphs(choices, pictures, as_they_lie(), false, budget));
  for (int cell = 0; cell < kN * kN; ++cell)
    EXPECT_EQ(best_value(choices, cell), values[static_cast<size_t>(cell)]) << cell;
}

// Entries by hand are no copies of the print: they stay as they were read, and do not keep the
// print from being told.
TEST(Glyphs, PrintIsToldAmongHandwriting) {
  SearchBudget budget(1e6);
  const std::vector<int> values = board_values();
  GlyphPictures pictures = pictures_of(draw_board(values, kN, kLetters));
  CellChoices choices =
      choices_of(values, 3, [](int, int value) { return value == 6 ? 5 : value; });
  for (int cell = 0; cell < kN * kN; cell += 3) choices.by_hand[cell] = 0.9;
  const CellChoices before = choices;
  ASSERT_TRUE(settle_glyphs(choices, pictures, as_they_lie(), false, budget));
  for (int cell = 0; cell < kN * kN; ++cell) {
    if (choices.by_hand[cell] == 0) {
      EXPECT_EQ(best_value(choices, cell), values[static_cast<size_t>(cell)]) << cell;
    } else {
      for (int v = 0; v <= kN; ++v) EXPECT_EQ(choices.value(cell, v), before.value(cell, v));
    }
  }
}

// Two letters of one look cannot be told apart: that no cell says which is which must not become
// certainty.
TEST(Glyphs, LettersOfOneLookStayInDoubt) {
  SearchBudget budget(1e6);
  const std::vector<int> values = board_values();
  GlyphPictures pictures = pictures_of(draw_board(values, kN, "ABCDEEGHIJKL"));
  CellChoices choices = choices_of(values, 0.3, [](int, int value) { return value; });
  ASSERT_TRUE(settle_glyphs(choices, pictures, as_they_lie(), false, budget));
  EXPECT_LT(choices.glyph_margin, 4);
}

// What sets the pictures of two letters apart is something else (a shade, where they fall between
// the pixels): the cells that are clear by themselves bear witness against such classes.
TEST(Glyphs, ClassesThatChangeClearCellsAreWorthLittle) {
  SearchBudget budget(1e6);
  const std::vector<int> values = board_values();
  std::vector<int> drawn = values;
  for (size_t cell = 0; cell < drawn.size(); cell += 2)
    if (drawn[cell] == 5 || drawn[cell] == 6) drawn[cell] = 11 - drawn[cell];
  GlyphPictures pictures = pictures_of(draw_board(drawn, kN, kLetters));
  CellChoices choices = choices_of(values, 2, [](int, int value) { return value; });
  ASSERT_TRUE(settle_glyphs(choices, pictures, as_they_lie(), false, budget));
  for (int cell = 0; cell < kN * kN; ++cell) {
    const int value = values[static_cast<size_t>(cell)];
    if (value != 5 && value != 6) continue;
    EXPECT_GT(choices.reliable_value(cell, value), choices.reliable_value(cell, 11 - value))
        << cell;
  }
}

TEST(Glyphs, NothingIsDoneWhereNothingIsInDoubt) {
  SearchBudget budget(1e6);
  const std::vector<int> values = board_values();
  GlyphPictures pictures = pictures_of(draw_board(values, kN, kLetters));
  CellChoices choices = choices_of(values, 10, [](int, int value) { return value; });
  const std::vector<double> before = choices.values;
  EXPECT_FALSE(settle_glyphs(choices, pictures, as_they_lie(), false, budget));
  EXPECT_EQ(choices.values, before);
}

TEST(Glyphs, NothingIsDoneWithoutBudget) {
  const std::vector<int> values = board_values();
  GlyphPictures pictures = pictures_of(draw_board(values, kN, kLetters));
  CellChoices choices = choices_of(values, 0.3, [](int, int value) { return value; });
  const std::vector<double> before = choices.values;
  SearchBudget little(100);
  EXPECT_FALSE(settle_glyphs(choices, pictures, as_they_lie(), false, little));
  EXPECT_EQ(choices.values, before);
  EXPECT_EQ(little.left(), 100);
  SearchBudget enough(1e5);
  EXPECT_TRUE(settle_glyphs(choices, pictures, as_they_lie(), false, enough));
  EXPECT_LT(enough.left(), 1e5);
}

TEST(Glyphs, FewPicturesTellNothing) {
  EXPECT_EQ(fit_glyph_space({}, {}, {}).directions(), 0U);
  EXPECT_EQ(fit_glyph_space({{1, 2, 3}}, {1}, {1.0}).directions(), 0U);
  EXPECT_EQ(fit_glyph_space({{1, 2, 3}, {3, 2, 1}}, {1, 2}, {1.0, 1.0}).directions(),
            0U);  // no copies
}

}  // namespace
}  // namespace gridlens
