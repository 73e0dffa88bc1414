#include "core/formats/puzzle_reader.h"

#include <gtest/gtest.h>

#include "core/formats/grid_text.h"
#include "core/puzzle/notation.h"

namespace gridlens {
namespace {

std::vector<PuzzleLine> read_all(const std::string& text, const BoardWish& wish = {}) {
  LineReader lines(text, "text");
  PuzzleReader reader(lines, wish);
  std::vector<PuzzleLine> puzzles;
  for (PuzzleLine puzzle; reader.next(puzzle);) puzzles.push_back(puzzle);
  return puzzles;
}

// A board of every size that is thinly and unevenly filled, with its largest value.
Grid sample_grid(Shape shape) {
  Grid grid(shape);
  const int n = shape.n();
  for (int i = 0; i < n; ++i) grid.set(i, (3 * i + 1) % n, i + 1);
  return grid;
}

std::string line_of(const Grid& grid) {
  return format_puzzle(grid) + "\n";
}

TEST(PuzzleReaderTest, WhatReadPrintsIsReadBackInEverySizeAndAlphabet) {
  int boards = 0;
  for (int n = 4; n <= 25; ++n)
    for (const Shape shape : possible_shapes(n))
      for (const Alphabet& alphabet : possible_alphabets(n)) {
        const Grid givens = sample_grid(shape);
        const std::string heading = format_heading("a: #1, 9x9.jpg", {shape, alphabet},
                                                   "multiple (more than one solution)");
        const std::string grids = "givens\n" + grid_text(givens, alphabet) + "handwritten\n" +
                                  grid_text(Grid(shape), alphabet) + "solution\n" +
                                  grid_text(givens, alphabet);
        const std::string more =
            "doubtful r1c1: 3 or empty\ncheck 1 of 2 is wrong\ncheck r1c2 is not 3: so\nhint "
            "none\n";
        SCOPED_TRACE(heading);
        const auto read = read_all(heading + "\n" + grids + more + "\nb.jpg: no puzzle found\n" +
                                   heading + "\n" + grids);
        ASSERT_EQ(read.size(), 2u);
        for (const PuzzleLine& puzzle : read) {
          EXPECT_EQ(puzzle.error, "");
          ASSERT_TRUE(puzzle.givens);
          EXPECT_EQ(*puzzle.givens, givens);
        }
        EXPECT_EQ(read[0].number, 3);
        ++boards;
      }
  EXPECT_GT(boards, 60);
}

TEST(PuzzleReaderTest, HeadingsOfOtherTextsAreNone) {
  for (const char* line :
       {"photo.jpg: 9x9, boxes 3x3", "photo.jpg: 8x8, boxes 3x3, solved", "9x9, boxes 3x3, solved",
        "photo.jpg: 9x9, boxes 0x9, solved", "photo.jpg: 9x9, boxes 3x3, symbols A-Z, solved",
        "photo.jpg: 16x16, unreadable (3 doubtful cells)"})
    EXPECT_FALSE(parse_heading(line)) << line;
  EXPECT_EQ(format_heading("x", {{3, 3}, {AlphabetKind::numerals, 9}}, "solved"),
            "x: 9x9, boxes 3x3, solved");
  EXPECT_EQ(format_heading("x", {{4, 4}, {AlphabetKind::hexadecimal, 16}}, "solved"),
            "x: 16x16, boxes 4x4, symbols 0-F, solved");
}

const std::string kRows[9] = {"53..7....", "6..195...", ".98....6.", "8...6...3", "4..8.3..1",
                              "7...2...6", ".6....28.", "...419..5", "....8..79"};

std::string all_rows() {
  std::string text;
  for (const std::string& row : kRows) text += row;
  return text;
}

// With a separator between the cells, a bar after each third column and rules.
std::string framed(const std::string& between, const std::string& bar, const std::string& rule,
                   bool closed) {
  std::string text = closed ? rule + "\n" : "";
  for (int row = 0; row < 9; ++row) {
    if (closed) text += bar;
    for (int col = 0; col < 9; ++col) {
      if (col > 0) text += col % 3 == 0 ? bar : between;
      text += kRows[row][static_cast<size_t>(col)];
    }
    if (closed) text += bar;
    text += "\n";
    if (row % 3 == 2 && (row < 8 || closed)) text += rule + "\n";
  }
  return text;
}

TEST(PuzzleReaderTest, GridsOverSeveralLines) {
  std::string without_rules;
  for (const std::string& row : kRows) without_rules += row + "\n";
  for (const std::string& text :
       {without_rules, framed("", "|", "---+---+---", false),
        framed(" ", " | ", "------+-------+------", false),
        framed(" ", " | ", "+-------+-------+-------+", true),
        framed("", "|", "+===+===+===+", true), framed(" ", " ", "- - - - - - - - -", false),
        framed(",", ",", "---------", false)}) {
    SCOPED_TRACE(text);
    for (const std::string& all : {text, text + text, "# two\n\n" + text + "\n" + text}) {
      const auto read = read_all(all);
      ASSERT_EQ(read.size(), all == text ? 1u : 2u);
      for (const PuzzleLine& puzzle : read) {
        EXPECT_EQ(puzzle.error, "");
        ASSERT_TRUE(puzzle.givens);
        EXPECT_EQ(line_of(*puzzle.givens), all_rows() + "\n");
      }
    }
  }
}

TEST(PuzzleReaderTest, TheFrameShowsTheBox) {
  const std::string text = "12|34|56\n3.|..|..\n..|..|..\n--+--+--\n..|..|..\n..|..|..\n..|..|1.\n";
  auto read = read_all(text);
  ASSERT_EQ(read.size(), 1u);
  ASSERT_TRUE(read[0].givens) << read[0].error;
  EXPECT_EQ(read[0].givens->shape(), (Shape{3, 2}));
  // What the person says comes first.
  read = read_all(text, {.fixed_n = {}, .box = Shape{2, 3}});
  EXPECT_EQ(read[0].givens->shape(), (Shape{2, 3}));
  read = read_all(text, {.fixed_n = {}, .box = Shape{3, 3}});
  EXPECT_EQ(read[0].error, "a 6x6 board, but boxes of 3x3 make one of 9x9");
}

TEST(PuzzleReaderTest, ABoxInFrontOfALine) {
  const std::string cells(36, '.');
  auto read = read_all("3x2:" + cells + "\n 2X3 : " + cells + "\n" + cells + "\n");
  ASSERT_EQ(read.size(), 3u);
  EXPECT_EQ(read[0].givens->shape(), (Shape{3, 2}));
  EXPECT_EQ(read[1].givens->shape(), (Shape{2, 3}));
  EXPECT_EQ(read[2].givens->shape(), (Shape{2, 3}));
  // A line's own box goes before --box.
  read = read_all("3x2:" + cells + "\n" + cells + "\n", {.fixed_n = {}, .box = Shape{1, 6}});
  EXPECT_EQ(read[0].givens->shape(), (Shape{3, 2}));
  EXPECT_EQ(read[1].givens->shape(), (Shape{1, 6}));
  read = read_all("3x:" + cells + "\n3x3:" + cells + "\n:" + cells + "\n");
  ASSERT_EQ(read.size(), 3u);
  EXPECT_EQ(read[0].error, "'3x' before the puzzle is not RxC with R * C from 4 to 36");
  EXPECT_EQ(read[1].error, "a 6x6 board, but boxes of 3x3 make one of 9x9");
  EXPECT_EQ(read[2].error, "'' before the puzzle is not RxC with R * C from 4 to 36");
}

TEST(PuzzleReaderTest, LinesOf16And25And36SymbolsArePuzzlesByThemselves) {
  std::string text;
  for (int i = 0; i < 16; ++i) text += "1...............\n";
  EXPECT_EQ(read_all(text).size(), 16u);
  // With a frame they are rows.
  text.clear();
  for (int i = 0; i < 16; ++i) {
    text += i == 0 ? "1...|....|....|...G\n" : "....|....|....|....\n";
    if (i % 4 == 3) text += "----+----+----+----\n";
  }
  const auto read = read_all(text);
  ASSERT_EQ(read.size(), 1u);
  ASSERT_TRUE(read[0].givens) << read[0].error;
  EXPECT_EQ(read[0].givens->at(0, 15), 16);
  EXPECT_EQ(read[0].givens->shape(), (Shape{4, 4}));
}

TEST(PuzzleReaderTest, WhatIsNoGridIsTold) {
  // Without a frame each line speaks for itself.
  auto read = read_all("53..7....\n6..195...\n");
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[1].error, "9 symbols: not a square board of 4x4 to 35x35");
  EXPECT_EQ(read[1].number, 2);
  read = read_all("53.|.7.|...\n6..|195|...\n\n" + all_rows());
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[0].error, "a grid of 9 columns with 2 rows");
  EXPECT_TRUE(read[1].givens);
  EXPECT_EQ(read[1].number, 4);
  std::string text = framed(" ", " | ", "---+---+---", false);
  text[0] = 'K';
  read = read_all(text);
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].error, "row 1 column 1 holds 'K', which is no symbol of a 9x9 board");
  read = read_all("x.jpg: 9x9, boxes 3x3, solved\ngivens\nsolution\n");
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].error, "the givens of 9x9 cells do not follow");
}

TEST(PuzzleReaderTest, ArgumentsThatArePuzzles) {
  EXPECT_TRUE(is_puzzle_text(all_rows()));
  EXPECT_TRUE(is_puzzle_text("2x2:1.3..4.22.4..3.1"));
  EXPECT_TRUE(is_puzzle_text(framed(" ", " | ", "---+---+---", false)));
  EXPECT_TRUE(is_puzzle_text("12345")) << "too short, which is told";
  EXPECT_FALSE(is_puzzle_text(""));
  EXPECT_FALSE(is_puzzle_text(".."));
  EXPECT_FALSE(is_puzzle_text("-"));
  EXPECT_FALSE(is_puzzle_text("puzzles-of-the-week.txt"));
  EXPECT_FALSE(is_puzzle_text("/data/1234567890.123456789"));
  EXPECT_FALSE(is_puzzle_text("1234.txt"));
}

}  // namespace
}  // namespace gridlens
