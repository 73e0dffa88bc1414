// Symbols outside of a grid: a skyscrapers puzzle's numbers, the rest of a larger grid.
#include "core/reading/observation/outside_symbols.h"

#include <gtest/gtest.h>

#include <string>

#include "core/reading/board_reader.h"
#include "tests/unit/reading_scene.h"

namespace gridlens {
namespace {

constexpr int kN = 6;

// The board of a solved 6x6 with what stands outside, from left to right and from top to bottom.
RectifiedBoard around(const std::string& top, const std::string& right, const std::string& bottom,
                      const std::string& left) {
  const std::string solution = "542613361254136542425361613425254136";
  std::string cells = "." + top + ".";
  for (int row = 0; row < kN; ++row)
    cells += left.substr(static_cast<size_t>(row), 1) +
             solution.substr(static_cast<size_t>(row * kN), kN) +
             right.substr(static_cast<size_t>(row), 1);
  cells += "." + bottom + ".";
  return reading_scene::draw_rectified(cells, kN + 2);
}

OutsideSymbols outside(const RectifiedBoard& rectified) {
  OutsideSymbols symbols(kN);
  symbols.add(reading_scene::network(), rectified, 0);
  return symbols;
}

bool found(const RectifiedBoard& rectified) {
  return outside(rectified).number_lines();
}

TEST(OutsideSymbols, AreFoundOnTwoSidesOrMore) {
  EXPECT_TRUE(found(around("5...44", "4.26.1", "11.626", ".5.2.4")));
  EXPECT_TRUE(found(around("5.2.44", "......", "......", "15.2.4")));
}

TEST(OutsideSymbols, OneSideOrAFewNumbersAreChance) {
  EXPECT_FALSE(found(around("......", "......", "312645", "......")));  // a program's keys
  EXPECT_FALSE(found(around("5.....", "......", "...2..", ".....4")));
}

TEST(OutsideSymbols, ThatCountRowsAndColumnsAreLabels) {
  EXPECT_FALSE(found(around("123456", "......", "......", "123456")));
  EXPECT_FALSE(found(around("123456", "654321", "123456", "654321")));
}

TEST(OutsideSymbols, WordsAreNone) {
  EXPECT_FALSE(found(around("THECAT", "ANDITS", "KITTEN", "PLAYED")));
  EXPECT_FALSE(found(around("1HE2AT", "3NDI4S", "KI5TEN", "PL6YED")));
}

bool go_on(const RectifiedBoard& rectified) {
  return outside(rectified).go_on_both_ways();
}

TEST(OutsideSymbols, GoOnBesideRowsAndColumnsOfAPiece) {
  EXPECT_TRUE(go_on(around("......", "......", "4CA.1E", "..5E..")));
  EXPECT_TRUE(go_on(around("8....3", "...2.7", "......", "......")));
  EXPECT_FALSE(go_on(around("......", "..7.A9", "......", "5..E4."))) << "beside rows alone";
  EXPECT_FALSE(go_on(around("......", "......", "4.....", ".....5"))) << "chance";
  EXPECT_FALSE(go_on(around("ABCDEF", "......", "......", "123456"))) << "labels";
}

TEST(OutsideSymbols, MakeAPieceOfALargerGridNoSudokuUnlessItIsSolved) {
  const auto read = [&](const std::string& cells, bool with_surroundings) {
    BoardReader reader(reading_scene::network(), reading_scene::candidate(kN));
    reader.add(reading_scene::draw_rectified(cells, kN));
    if (with_surroundings) reader.add_surroundings(around("......", "......", "352.16", "..51.."));
    return reader.decode();
  };
  const std::string several = "5.2..3.6....25....4.....3.25.....36";
  EXPECT_TRUE(read(several, false).is_puzzle);
  EXPECT_FALSE(read(several, true).is_puzzle);
  EXPECT_TRUE(read("542.13361.5413654.42536.6.34252541.6", true).is_puzzle);
}

TEST(OutsideSymbols, MakeALatinSquareNoSudokuWhereNothingMarksBoxes) {
  const std::string puzzle = "542.13361.5413654.42536.6.34252541.6";
  const auto read = [&](bool with_surroundings) {
    BoardCandidate unmarked = reading_scene::candidate(kN);
    unmarked.shapes.front().box_evidence = 0;
    BoardReader reader(reading_scene::network(), unmarked);
    reader.add(reading_scene::draw_rectified(puzzle, kN));
    if (with_surroundings) reader.add_surroundings(around("5...44", "4.26.1", "11.626", ".5.2.4"));
    return reader.decode();
  };
  EXPECT_TRUE(read(false).is_puzzle);
  const BoardReading reading = read(true);
  EXPECT_FALSE(reading.is_puzzle);
  EXPECT_TRUE(reading.other_puzzle);
}

}  // namespace
}  // namespace gridlens
