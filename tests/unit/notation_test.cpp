#include "core/puzzle/notation.h"

#include <gtest/gtest.h>

#include <string>

namespace gridlens {
namespace {

TEST(NotationTest, ReadsSymbols) {
  const PuzzleText puzzle = parse_puzzle("  12.4 3012 .... ");
  EXPECT_FALSE(puzzle.error.empty());  // spaces make it numbers, and 3012 is none
  const PuzzleText compact = parse_puzzle("12.43012........\r\n");
  EXPECT_EQ(compact.error, "");
  EXPECT_EQ(compact.n, 4);
  EXPECT_EQ(compact.values,
            (std::vector<std::uint8_t>{1, 2, 0, 4, 3, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(NotationTest, LettersGoOnAfterNine) {
  std::string text(35 * 35, '.');
  text[0] = 'A';
  text[1] = 'Z';
  text[2] = 'b';
  const PuzzleText puzzle = parse_puzzle(text);
  ASSERT_EQ(puzzle.error, "");
  EXPECT_EQ(puzzle.n, 35);
  EXPECT_EQ(puzzle.values[0], 10);
  EXPECT_EQ(puzzle.values[1], 35);
  EXPECT_EQ(puzzle.values[2], 11);
}

TEST(NotationTest, ReadsNumbersBySpacesAndCommas) {
  const PuzzleText puzzle = parse_puzzle("1,2, 3 4\t. ,0 1 2 0 0 0 0 4,.,.,.  # the end");
  EXPECT_EQ(puzzle.error, "");
  EXPECT_EQ(puzzle.values,
            (std::vector<std::uint8_t>{1, 2, 3, 4, 0, 0, 1, 2, 0, 0, 0, 0, 4, 0, 0, 0}));
}

TEST(NotationTest, CommentsAndBlankLinesHoldNothing) {
  EXPECT_EQ(puzzle_part("# a set"), "");
  EXPECT_EQ(puzzle_part(" \t\r\n"), "");
  EXPECT_EQ(puzzle_part("  1.2  # x\n"), "1.2");
}

TEST(NotationTest, SaysWhyALineIsMalformed) {
  EXPECT_EQ(parse_puzzle(std::string(80, '.')).error,
            "80 symbols: not a square board of 4x4 to 35x35");
  EXPECT_EQ(parse_puzzle(std::string(36 * 36, '.')).error,
            "1296 symbols: not a square board of 4x4 to 35x35");
  EXPECT_EQ(parse_puzzle("1").error, "1 symbol: not a square board of 4x4 to 35x35");
  EXPECT_EQ(parse_puzzle("....5...........").error,
            "symbol 5 (row 2 column 1) means 5, too large for a 4x4 board");
  EXPECT_EQ(parse_puzzle("....5...........").n, 4);
  EXPECT_EQ(parse_puzzle("....-...........").error, "'-' at symbol 5 is neither a symbol nor '.'");
  EXPECT_EQ(parse_puzzle(std::string("..\0.", 4)).error,
            "byte 0x00 at symbol 3 is neither a symbol nor '.'");
  EXPECT_EQ(parse_puzzle("1 2 x").error, "number 3: 'x' is neither a number nor '.'");
  EXPECT_EQ(parse_puzzle("1,,2").error, "number 2: nothing before the comma or end");
  EXPECT_EQ(parse_puzzle("1,2,").error, "number 3: nothing before the comma or end");
  EXPECT_EQ(parse_puzzle("1 99999999999999999999").error, "number 2: larger than 36");
  EXPECT_EQ(parse_puzzle("1 -3").error, "number 2: '-' is neither a number nor '.'");
  EXPECT_EQ(parse_puzzle("1 2.5").error, "number 2: '.' where a space or comma should be");
}

TEST(NotationTest, ReadsShapes) {
  EXPECT_EQ(parse_shape("3x4"), (Shape{3, 4}));
  EXPECT_EQ(parse_shape("6x6"), (Shape{6, 6}));
  for (const char* bad : {"", "3", "3x", "x3", "3x4x", "0x9", "-3x-3", "1x3", "6x7", "99999x99999"})
    EXPECT_FALSE(parse_shape(bad)) << bad;
}

TEST(NotationTest, FormatsWhatItReads) {
  const std::string small = "12.43.12........";
  EXPECT_EQ(format_puzzle(Grid({2, 2}, parse_puzzle(small).values)), small);
  Grid large(Shape{2, 5});
  large.set(0, 1, 10);
  const std::string text = format_puzzle(large);
  EXPECT_EQ(text.substr(0, 7), ".,10,.,");
  EXPECT_EQ(parse_puzzle(text).values, large.values());
}

}  // namespace
}  // namespace gridlens
