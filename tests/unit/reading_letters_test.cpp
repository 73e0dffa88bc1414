#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "core/reading/decoding/alphabet_fit.h"
#include "core/reading/decoding/cell_choices.h"
#include "core/reading/ink/enlarged_ink.h"
#include "core/reading/observation/alphabet_choice.h"

namespace gridlens {
namespace {

// What the network would say of a cell: likelihoods of labels, the rest spread evenly.
CellScores cell_of(const std::vector<std::pair<std::string, double>>& seen) {
  const size_t labels = DigitNetwork::labels().size();
  CellScores scores{std::vector<float>(labels, -14), std::vector<float>(kCellKinds, -14)};
  for (const auto& [label, p] : seen)
    scores.symbols[static_cast<size_t>(label.empty() ? 0 : DigitNetwork::label_of(label))] =
        static_cast<float>(std::log(p));
  const bool blank = seen.front().first.empty();
  scores.kinds[static_cast<size_t>(blank ? CellKind::blank : CellKind::printed)] = -1e-5F;
  return scores;
}

bool is_filled(int r, int c) {
  return (31 * r + 17 * c + r * c) % 7 < 3;
}

// About three cells in seven of a Latin square.
std::vector<CellScores> board_of(const Alphabet& alphabet,
                                 const std::function<CellScores(const std::string&)>& seen_as) {
  std::vector<CellScores> cells;
  for (int r = 0; r < alphabet.n; ++r)
    for (int c = 0; c < alphabet.n; ++c)
      cells.push_back(is_filled(r, c) ? seen_as(alphabet.symbol((r + c) % alphabet.n + 1))
                                      : cell_of({{"", 0.9999}}));
  return cells;
}

TEST(Alphabets, AnUnusedSymbolTellsAgainstOne) {
  // 0-9 A-O, where a 0 looks nearly like an O: in 1-9 A-P there would be no P, and twice as many
  // Os.
  const Alphabet truth{AlphabetKind::hexadecimal, 25};
  const auto cells = board_of(truth, [](const std::string& symbol) {
    return symbol == "0" ? cell_of({{"0", 0.55}, {"O", 0.44}}) : cell_of({{symbol, 0.9999}});
  });
  EXPECT_EQ(likely_alphabets(cells, 25).front().labelled.alphabet().kind, truth.kind);
}

TEST(Alphabets, OnesThatTheCellsAloneCannotTellAreAllNamed) {
  const Alphabet truth{AlphabetKind::hexadecimal, 25};
  const auto cells = board_of(truth, [](const std::string& symbol) {
    return symbol == "0" ? cell_of({{"O", 0.96}, {"0", 0.03}}) : cell_of({{symbol, 0.9999}});
  });
  const auto likely = likely_alphabets(cells, 25);
  ASSERT_EQ(likely.size(), 2U);
  EXPECT_NE(likely[0].labelled.alphabet().kind, likely[1].labelled.alphabet().kind);
  for (const AlphabetChoice& choice : likely)
    EXPECT_TRUE(choice.labelled.alphabet().kind == truth.kind ||
                choice.labelled.alphabet().kind == AlphabetKind::digits_then_letters);
}

// A typeface misleads in every copy alike: many copies do not make it certain.
TEST(Alphabets, ManyCopiesOfOneMisleadingSymbolLeaveTheOtherAlphabetInTheRace) {
  const Alphabet truth{AlphabetKind::digits_then_letters, 16};
  const auto cells = board_of(truth, [](const std::string& symbol) {
    return symbol == "G" ? cell_of({{"O", 0.6}, {"0", 0.25}, {"G", 0.1}})
                         : cell_of({{symbol, 0.9999}});
  });
  const auto likely = likely_alphabets(cells, 16);
  EXPECT_TRUE(std::any_of(likely.begin(), likely.end(), [&](const AlphabetChoice& choice) {
    return choice.labelled.alphabet().kind == truth.kind;
  }));
}

TEST(Alphabets, TheOneThatCellsSpeakForClearlyComesAlone) {
  const auto clear = [](const std::string& symbol) { return cell_of({{symbol, 0.9999}}); };
  for (const Alphabet& truth : possible_alphabets(16)) {
    const auto likely = likely_alphabets(board_of(truth, clear), 16);
    ASSERT_FALSE(likely.empty());
    EXPECT_EQ(likely.front().labelled.alphabet().kind, truth.kind);
  }
}

TEST(Alphabets, MoreWaysWhereSymbolsAreEquallyFrequent) {
  EXPECT_GT(log_ways({0, 3, 3, 3, 3}), log_ways({0, 4, 4, 4, 0}));
  EXPECT_GT(log_ways({0, 4, 4, 4, 0}), log_ways({0, 6, 4, 2, 0}));  // five of one kind clash
}

TEST(Alphabets, NoReadingFitsBetterThanTheBestOne) {
  const Alphabet truth{AlphabetKind::digits_then_letters, 16};
  const auto cells = board_of(truth, [](const std::string& symbol) {
    return cell_of({{symbol, 0.98}});
  });
  const LabelledAlphabet labelled(truth);
  const AlphabetFit fit(cells, labelled);
  CellChoices choices;
  choices.n = 16;
  choices.alphabet = truth;
  choices.by_hand = CellMap<double>(256);
  choices.values.assign(256 * 17, -1);
  const auto fit_of = [&](int wrong) {
    ClueSearchResult found;
    found.best.clues = Grid(squarest_shape(16));
    for (int r = 0; r < 16; ++r)
      for (int c = 0; c < 16; ++c)
        if (is_filled(r, c)) found.best.clues.set(r, c, wrong-- > 0 ? 7 : (r + c) % 16 + 1);
    return fit.of(choices, found);
  };
  EXPECT_LE(fit_of(0), fit.at_most());
  EXPECT_LT(fit_of(3), fit_of(0));
}

InkMap board_of_discs(double radius_px) {
  constexpr int kN = 4;
  const int side = kN * RectifiedBoard::kCellPx + 2 * RectifiedBoard::kMarginPx;
  InkMap ink_map{cv::Mat::zeros(side, side, CV_8U), kN};
  for (int line = 0; line <= kN; ++line) {
    const int at = RectifiedBoard::kMarginPx + line * RectifiedBoard::kCellPx;
    cv::line(ink_map.ink, {at, 0}, {at, side}, 160);
    cv::line(ink_map.ink, {0, at}, {side, at}, 160);
  }
  for (int cell = 0; cell < kN * kN; ++cell) {
    const auto middle = [](int i) {
      return RectifiedBoard::kMarginPx + i * RectifiedBoard::kCellPx + RectifiedBoard::kCellPx / 2;
    };
    cv::circle(ink_map.ink, {middle(cell % kN), middle(cell / kN)}, cvRound(radius_px), 160, -1);
  }
  return ink_map;
}

// On a screen a cross in a blank cell is the program's; an 8 on a board of six symbols is none.
TEST(CellChoices, ACrossOnAScreenIsBlankAForeignDigitIsNot) {
  const AlphabetChoice chosen{LabelledAlphabet({AlphabetKind::numerals, 6}), 0};
  CellMap<CellScores> cells;
  for (int cell = 0; cell < 36; ++cell)
    cells.push_back(cell % 3 == 0 ? cell_of({{std::to_string(cell % 6 + 1), 0.9999}})
                                  : cell_of({{"", 0.9999}}));
  cells[7] = cell_of({{"8", 0.9999}});
  cells[13] = cell_of({{"X", 0.9999}});
  const CellChoices choices = make_choices(cells, 1, chosen, CellMap<InkFeatures>(36), true,
                                           CellFlags(36), WritingAssumed::nothing);
  EXPECT_LT(choices.value(7, 0), std::log(0.5));
  EXPECT_GT(choices.value(13, 0), std::log(0.9));
  EXPECT_EQ(choices.foreign_cells, 1);
}

TEST(CellChoices, SmallCellsTellLessOfTheSymbolAndNoLessOfBlank) {
  const AlphabetChoice chosen{LabelledAlphabet({AlphabetKind::numerals, 6}), 0};
  CellMap<CellScores> cells;
  for (int cell = 0; cell < 36; ++cell)
    cells.push_back(cell_of({{"", 0.1}, {std::to_string(cell % 6 + 1), 0.882}, {"1", 0.018}}));
  const auto choices = [&](double legibility) {
    return make_choices(cells, legibility, chosen, CellMap<InkFeatures>(36), false, CellFlags(36),
                        WritingAssumed::nothing);
  };
  const CellChoices full = choices(1);
  const CellChoices half = choices(0.5);
  EXPECT_NEAR(half.value(1, 0), full.value(1, 0), 1e-6);
  const auto odds = [](const CellChoices& its) { return its.value(1, 2) - its.value(1, 1); };
  EXPECT_GT(odds(half), 0.3 * odds(full));  // symbols are balanced after that
  EXPECT_LT(odds(half), 0.7 * odds(full));
}

TEST(EnlargedInk, SmallSymbolsAreEnlargedLargeOnesAreNot) {
  EXPECT_DOUBLE_EQ(room_to_enlarge(board_of_discs(8), {0, 5, 10}), 1);
  const double room = room_to_enlarge(board_of_discs(5), {0, 5, 10});
  EXPECT_GT(room, 1.2);
  EXPECT_DOUBLE_EQ(room_to_enlarge(board_of_discs(5), {}), 1);
}

TEST(EnlargedInk, WhatACellHoldsGrowsInPlaceAndItsLinesVanish) {
  const InkMap before = board_of_discs(5);
  const InkMap after = enlarged(before, 1.3);
  const cv::Rect cell(RectifiedBoard::kMarginPx, RectifiedBoard::kMarginPx, RectifiedBoard::kCellPx,
                      RectifiedBoard::kCellPx);
  const cv::Rect inside = cell - cv::Size(6, 6) + cv::Point(3, 3);
  for (int i = 0; i < 16; ++i) {
    const double grown = cv::sum(after.crop(i)(cell))[0] / cv::sum(before.crop(i)(inside))[0];
    EXPECT_NEAR(grown, 1.3 * 1.3, 0.12);
    const cv::Moments ink = cv::moments(after.crop(i)(cell));
    EXPECT_NEAR(ink.m10 / ink.m00, 13, 0.3);
    EXPECT_NEAR(ink.m01 / ink.m00, 13, 0.3);
  }
}

}  // namespace
}  // namespace gridlens
