#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>
#include <string>

#include "core/reading/board_reader.h"
#include "tests/unit/reading_scene.h"
#include "tests/unit/sample_puzzle.h"

namespace gridlens {
namespace {

using namespace reading_scene;

constexpr const char* kFirst = kSamplePuzzle;

TEST(BoardReader, SeesNoPuzzleInABlankGrid) {
  BoardReader reader(network(), candidate(9));
  reader.add(noisy(draw_rectified(std::string(81, '.'), 9), 3, 4));
  const BoardReading reading = reader.decode();
  EXPECT_FALSE(reading.is_puzzle);
  EXPECT_EQ(reading.state, ReadState::unreadable);
  ASSERT_EQ(reading.objections.size(), 1u);
  EXPECT_STREQ(reading.objections[0], "no_symbols");
}

TEST(BoardReader, NamesNothingAgainstASureReadingAndAllThatIsAgainstOneInDoubt) {
  BoardReader reader(network(), candidate(9));
  reader.add(draw_rectified(kFirst, 9));
  BoardReading reading = reader.decode();
  ASSERT_EQ(reading.state, ReadState::sure);
  EXPECT_TRUE(reading.objections.empty());
  CellFlags hidden(81);
  for (int cell = 0; cell < 27; ++cell) hidden[cell] = true;
  BoardReader of_a_part(network(), candidate(9));
  of_a_part.add(draw_rectified(kFirst, 9), hidden);
  reading = of_a_part.decode();
  EXPECT_NE(reading.state, ReadState::sure);
  EXPECT_FALSE(reading.objections.empty());
}

TEST(BoardReader, SeesNoPuzzleInATableOfNumbers) {
  std::string table;
  for (int i = 0; i < 81; ++i) table += static_cast<char>('1' + (i * i / 3) % 9);
  BoardReader reader(network(), candidate(9));
  reader.add(draw_rectified(table, 9));
  EXPECT_FALSE(reader.decode().is_puzzle);
}

TEST(BoardReader, SeesNoPuzzleInAGridOfAnyDigits) {
  // Some blank, fewer than half of the digits in a clash.
  BoardReader reader(network(), candidate(9));
  reader.add(draw_rectified(
      "..3....6.5...3.2.2.4.27...1..28.3..5..5....7.8..7....5.....923.1846.9285..7768"
      "2.2",
      9));
  EXPECT_FALSE(reader.decode().is_puzzle);
}

// A player of a program may be as wrong as they like, and the program may draw givens in the ink of
// clashes. In one ink it is no Sudoku.
TEST(BoardReader, SeesAPuzzleInAProgramsBoardThatClashesAllOver) {
  const std::string digits =
      ".871.5953"
      "3....7..5"
      "958.2.5.4"
      "816..6244"
      "7287627.8"
      "762.37593"
      "51929.324"
      "5..2..9.8"
      "823.64133";
  for (const bool in_two_inks : {true, false}) {
    RectifiedBoard rectified = draw_rectified(digits, 9);
    cv::cvtColor(rectified.grey, rectified.colour, cv::COLOR_GRAY2BGR);
    for (int cell = 0; cell < 81 && in_two_inks; ++cell) {
      if (digits[static_cast<size_t>(cell)] == '.' || cell % 2 == 0) continue;
      const cv::Rect place(RectifiedBoard::kMarginPx + cell % 9 * RectifiedBoard::kCellPx + 3,
                           RectifiedBoard::kMarginPx + cell / 9 * RectifiedBoard::kCellPx + 3,
                           RectifiedBoard::kCellPx - 6, RectifiedBoard::kCellPx - 6);
      cv::Mat channels[3];
      cv::split(rectified.colour(place), channels);
      channels[2].setTo(225);
      cv::Mat red;
      cv::merge(channels, 3, red);
      red.copyTo(rectified.colour(place));
    }
    BoardCandidate board = candidate(9);
    board.screenshot_quarter_turns = 0;
    board.shapes = {{Shape{3, 3}, 1, 20.0}};
    BoardReader reader(network(), board);
    reader.add(rectified);
    const BoardReading reading = reader.decode();
    EXPECT_EQ(reading.is_puzzle, in_two_inks);
    EXPECT_NE(reading.state, ReadState::sure);
  }
}

TEST(BoardReader, SeesNoPuzzleInAFewFilledRows) {
  const std::string blank(63, '.');
  const std::string rows = "..9748...7........" + blank;
  const std::string seen = "..9748...123...456" + blank;
  for (const std::string& board : {rows, seen}) {
    BoardReader reader(network(), candidate(9));
    for (int frame = 0; frame < 3; ++frame) reader.add(draw_rectified(board, 9));
    EXPECT_FALSE(reader.decode().is_puzzle) << board;
  }
}

TEST(BoardReader, SeesNoPuzzleInALatinSquare) {
  // As of a solved futoshiki: rows and columns hold no digit twice.
  std::string square;
  for (const int row : {0, 5, 2, 7, 4, 1, 8, 3, 6})
    for (const int column : {3, 7, 1, 0, 5, 8, 2, 6, 4})
      square += static_cast<char>('1' + (row + column) % 9);
  BoardReader reader(network(), candidate(9));
  for (int frame = 0; frame < 6; ++frame) reader.add(draw_rectified(square, 9));
  EXPECT_FALSE(reader.decode().is_puzzle);
}

TEST(BoardReader, SeesNoPuzzleInAFewDigitsAllOver) {
  // 14 of them, none twice in a row, column or box.
  const std::string few =
      "1....2........3...4.....5....6...7........8.2....1.....3......9.5......4....9....";
  BoardReader reader(network(), candidate(9));
  for (int frame = 0; frame < 6; ++frame) reader.add(draw_rectified(few, 9));
  const BoardReading reading = reader.decode();
  EXPECT_FALSE(reading.is_puzzle);
  BoardCandidate marked = candidate(9);  // thick lines around the boxes
  marked.shapes[0].box_evidence = 8;
  BoardReader in_boxes(network(), marked);
  for (int frame = 0; frame < 6; ++frame) in_boxes.add(draw_rectified(few, 9));
  EXPECT_TRUE(in_boxes.decode().is_puzzle);
  EXPECT_EQ(in_boxes.decode().proof, SolveState::multiple);
  EXPECT_EQ(in_boxes.decode().state, ReadState::sure);
}

TEST(BoardReader, SeesNoPuzzleInZerosAndOnes) {
  // Binary puzzles: in a soft picture no single symbol is quite clear, but nearly all clash.
  const std::string binary =
      "011.00..0..10.11..11.0.....1.....1..0..1.1.11..0.1..1..01..11....010..11.1.0...10010110.1."
      ".0000..1..";
  for (const double blur : {1.4, 2.0, 2.4})
    for (const bool drawn : {false, true}) {
      RectifiedBoard rectified = draw_rectified(binary, 10);
      cv::GaussianBlur(rectified.grey, rectified.grey, {}, blur);
      BoardCandidate board = candidate(10);
      board.screenshot_quarter_turns = drawn;
      BoardReader reader(network(), board);
      reader.add(rectified);
      EXPECT_FALSE(reader.decode().is_puzzle) << blur << (drawn ? ", drawn" : "");
    }
}

// Digits without one solution: with boxes marked they are a misprinted puzzle; where every line is
// alike they may be any digits, unless they are many.
TEST(BoardReader, WithoutMarkedBoxesAMisprintMustShowInTheDigits) {
  // Two digits a box, side by side.
  const std::string solution =
      "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
  std::string sparse(81, '.');
  for (int band = 0; band < 3; ++band)
    for (int box = 0; box < 3; ++box)
      for (int i = 0; i < 2; ++i) {
        const auto cell = static_cast<size_t>((3 * band + box) * 9 + 3 * box + band % 2 + i);
        sparse[cell] = solution[cell];
      }
  std::string misprint = kFirst;
  misprint[2] = '5';
  const auto read = [](const std::string& board, double marks) {
    BoardCandidate found = candidate(9);
    found.shapes[0].box_evidence = marks;
    BoardReader reader(network(), found);
    for (int frame = 0; frame < 6; ++frame) reader.add(draw_rectified(board, 9));
    return reader.decode();
  };
  EXPECT_TRUE(read(sparse, 8).is_puzzle);
  EXPECT_EQ(read(sparse, 8).state, ReadState::sure);
  EXPECT_FALSE(read(sparse, 0).is_puzzle);
  EXPECT_EQ(read(misprint, 8).state, ReadState::sure);
  EXPECT_EQ(read(kFirst, 0).state, ReadState::sure);
}

TEST(BoardReader, SeveralMisprintsLeaveAPuzzle) {
  std::string misprints = kFirst;
  misprints[2] = '5';
  misprints[13] = '1';
  misprints[80] = '2';
  BoardReader reader(network(), candidate(9));
  for (int frame = 0; frame < 6; ++frame) reader.add(draw_rectified(misprints, 9));
  const BoardReading reading = reader.decode();
  EXPECT_TRUE(reading.is_puzzle) << reading.message;
  EXPECT_EQ(reading.clues, grid_of(misprints, Shape{3, 3}));
}

TEST(BoardReader, LeavesASurelyPrintedContradictionAsItIs) {
  std::string misprint = kFirst;
  misprint[2] = '5';  // a second 5 in row 1
  BoardReader reader(network(), candidate(9));
  for (int frame = 0; frame < 6; ++frame) reader.add(draw_rectified(misprint, 9));
  const BoardReading reading = reader.decode();
  EXPECT_EQ(reading.clues, grid_of(misprint, Shape{3, 3}));
  EXPECT_EQ(reading.state, ReadState::sure) << reading.message;
}

}  // namespace
}  // namespace gridlens
