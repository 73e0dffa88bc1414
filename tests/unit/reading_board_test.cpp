#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/reading/board_reader.h"
#include "core/reading/evidence/sheet_view.h"
#include "tests/unit/reading_scene.h"
#include "tests/unit/sample_puzzle.h"

namespace gridlens {
namespace {

using namespace reading_scene;

constexpr const char* kFirst = kSamplePuzzle;
constexpr const char* kSecond =
    "..9748...7.........2.1.9.....7...24..64.1.59..98...3.....8.3.2.........6...2759..";
// Mostly digits that are digits upside down, too.
constexpr const char* kHalfTurn =
    "..6..91..9.....8..1..86....6...1..9...89.61...1..8...6....68..1..1.....9..61..5..";

CellSheet noisy(const CellSheet& sheet, int seed, double sigma) {
  CellSheet result = sheet;
  cv::RNG rng(static_cast<std::uint64_t>(seed));
  cv::Mat noise(sheet.grey.size(), CV_16S);
  rng.fill(noise, cv::RNG::NORMAL, 0, sigma);
  cv::Mat wide;
  sheet.grey.convertTo(wide, CV_16S);
  wide += noise;
  wide.convertTo(result.grey, CV_8U);
  return result;
}

TEST(BoardReader, ReadsAPrintedBoardInEveryOrientation) {
  for (int turns = 0; turns < 4; ++turns) {
    BoardReader reader(network(), candidate(9));
    EXPECT_EQ(reader.add(turned(draw_sheet(kFirst, 9), turns)), SheetVerdict::agrees);
    const BoardReading reading = reader.decode();
    EXPECT_EQ(reading.state, ReadState::sure) << reading.message;
    EXPECT_TRUE(reading.is_puzzle);
    EXPECT_EQ(reading.quarter_turns, turns);
    EXPECT_EQ(reading.clues, grid_of(kFirst, Shape{3, 3}));
    EXPECT_EQ(reading.entries.count_filled(), 0);
    EXPECT_GT(reading.margin, 4);
  }
}

TEST(BoardReader, NeverReadsAnAmbiguousBoardWrongWayUp) {
  for (int turns = 0; turns < 4; ++turns) {
    BoardReader reader(network(), candidate(9));
    reader.add(turned(draw_sheet(kHalfTurn, 9), turns));
    const BoardReading reading = reader.decode();
    if (reading.state != ReadState::sure) continue;
    EXPECT_EQ(reading.quarter_turns, turns);
    EXPECT_EQ(reading.clues, grid_of(kHalfTurn, Shape{3, 3}));
  }
}

TEST(BoardReader, ADrawnBoardIsUprightUnlessItsDigitsSayOtherwise) {
  BoardCandidate drawn = candidate(9);
  drawn.turns_as_drawn = 0;
  for (int turns = 0; turns < 4; ++turns) {
    BoardReader reader(network(), drawn);
    reader.add(turned(draw_sheet(kFirst, 9), turns));
    const BoardReading reading = reader.decode();
    EXPECT_EQ(reading.state, ReadState::sure) << reading.message;
    EXPECT_EQ(reading.quarter_turns, turns);
  }
  // Where the digits read about as well either way, the picture's own way up counts.
  const auto read = [](const BoardCandidate& found) {
    BoardReader reader(network(), found);
    reader.add(draw_sheet(kHalfTurn, 9));
    return reader.decode();
  };
  const BoardReading reading = read(drawn);
  EXPECT_EQ(reading.quarter_turns, 0);
  EXPECT_GE(reading.margin, read(candidate(9)).margin);
}

// Turned by a half, a 1 is read as a 2, and a 2 as a 1 or 2: only a look at the way up tells.
TEST(BoardReader, AGlanceSettlesASmallBoardThatReadsEitherWay) {
  constexpr const char* kEitherWay = "0..1.1....2.2..0";
  for (int turns = 0; turns < 4; ++turns) {
    BoardReader reader(network(), candidate(4));
    reader.add(turned(draw_sheet(kEitherWay, 4), turns));
    const BoardReading reading = reader.decode();
    EXPECT_EQ(reading.state, ReadState::sure) << turns << ": " << reading.message;
    EXPECT_EQ(reading.quarter_turns, turns);
  }
}

TEST(BoardReader, ReadsSmallBoards) {
  const std::string six = "1..4.6.5..2..3...6.5..1..2..5..4.3..";
  BoardReader reader(network(), candidate(6));
  reader.add(draw_sheet(six, 6));
  const BoardReading reading = reader.decode();
  EXPECT_EQ(reading.clues, grid_of(six, Shape{2, 3}));
  BoardReader four_reader(network(), candidate(4));
  const std::string four = "1..4..2..3..2..1";
  four_reader.add(draw_sheet(four, 4));
  EXPECT_EQ(four_reader.decode().clues, grid_of(four, Shape{2, 2}));
}

TEST(BoardReader, ReadsFaintPrint) {
  BoardReader reader(network(), candidate(9));
  reader.add(draw_sheet(kFirst, 9, 170, 215));
  EXPECT_EQ(reader.decode().clues, grid_of(kFirst, Shape{3, 3}));
}

// Stripes of a photographed screen's moire: 0.4 of the print's ink.
TEST(BoardReader, StripesFarLighterThanEvenPrintAreMoreLikelyBlank) {
  const auto gain = [](bool even, size_t stripes) {
    CellSheet sheet = draw_sheet(kFirst, 9);
    const auto cell_of = [&](int cell) {
      return sheet.grey(cv::Rect(cell % 9 * CellSheet::kCellPx, cell / 9 * CellSheet::kCellPx,
                                 CellSheet::kCropPx, CellSheet::kCropPx));
    };
    std::vector<int> striped;
    int symbols = 0;
    for (int cell = 0; cell < 81; ++cell) {
      if (kFirst[cell] == '.') {
        if (striped.size() < stripes) striped.push_back(cell);
        continue;
      }
      // Half of the print at various darkness, where it is uneven.
      if (even || ++symbols % 2 == 0) continue;
      const cv::Mat middle = cell_of(cell)(cv::Rect(6, 6, 20, 20));
      cv::addWeighted(middle, 0.75 - 0.1 * (symbols % 4), middle, 0,
                      225 * (0.25 + 0.1 * (symbols % 4)), middle);
    }
    for (const int cell : striped) cv::line(cell_of(cell), {13, 8}, {18, 24}, 153, 3, cv::LINE_AA);
    const SheetView view = view_sheet(network(), sheet, {}, false, false);
    const auto at = std::find(view.inked.begin(), view.inked.end(), striped.front());
    EXPECT_NE(at, view.inked.end());
    const auto i = static_cast<size_t>(at - view.inked.begin());
    const float before = network().classify(view.ink, view.inked, 0)[i].symbols[0];
    return read_sheet(network(), view, 0)[i].symbols[0] - before;
  };
  EXPECT_GT(gain(true, 6), 0.5);
  EXPECT_FLOAT_EQ(gain(false, 6), 0);
  EXPECT_FLOAT_EQ(gain(true, 1), 0);  // a smeared symbol
}

// Moire over all of a photographed screen, half as dark as the print.
TEST(BoardReader, ReadsThroughStripesOnceTheyAreTakenOff) {
  CellSheet sheet = draw_sheet(kFirst, 9);
  BoardReader plain(network(), candidate(9));
  plain.add(sheet);
  EXPECT_FALSE(plain.ground_shows());

  for (int y = 0; y < sheet.grey.rows; ++y)
    for (int x = 0; x < sheet.grey.cols; ++x) {
      const double stripe = 0.5 + 0.5 * std::sin(0.9 * x + 0.5 * y + 4 * std::sin(0.02 * y));
      auto& grey = sheet.grey.at<std::uint8_t>(y, x);
      grey = cv::saturate_cast<std::uint8_t>(grey * (1 - 0.45 * stripe));
    }
  BoardReader reader(network(), candidate(9));
  reader.add(sheet);
  EXPECT_NE(reader.decode().state, ReadState::sure);
  EXPECT_TRUE(reader.ground_shows());
  reader.take_off_ground();
  reader.add(sheet);
  const BoardReading reading = reader.decode();
  EXPECT_EQ(reading.state, ReadState::sure);
  EXPECT_EQ(reading.clues, grid_of(kFirst, Shape{3, 3}));
}

TEST(BoardReader, SeesNoPuzzleInABlankGrid) {
  BoardReader reader(network(), candidate(9));
  reader.add(noisy(draw_sheet(std::string(81, '.'), 9), 3, 4));
  const BoardReading reading = reader.decode();
  EXPECT_FALSE(reading.is_puzzle);
  EXPECT_EQ(reading.state, ReadState::unreadable);
}

TEST(BoardReader, SeesNoPuzzleInATableOfNumbers) {
  std::string table;
  for (int i = 0; i < 81; ++i) table += static_cast<char>('1' + (i * i / 3) % 9);
  BoardReader reader(network(), candidate(9));
  reader.add(draw_sheet(table, 9));
  EXPECT_FALSE(reader.decode().is_puzzle);
}

TEST(BoardReader, SeesNoPuzzleInAGridOfAnyDigits) {
  // Some blank, fewer than half of the digits in a clash.
  BoardReader reader(network(), candidate(9));
  reader.add(
      draw_sheet("..3....6.5...3.2.2.4.27...1..28.3..5..5....7.8..7....5.....923.1846.9285..7768"
                 "2.2",
                 9));
  EXPECT_FALSE(reader.decode().is_puzzle);
}

TEST(BoardReader, SeesNoPuzzleInAFewFilledRows) {
  const std::string rows = std::string(kSecond).substr(0, 18) + std::string(63, '.');
  const std::string seen = rows.substr(0, 9) + "123...456" + std::string(63, '.');
  for (const std::string& board : {rows, seen}) {
    BoardReader reader(network(), candidate(9));
    for (int frame = 0; frame < 3; ++frame) reader.add(draw_sheet(board, 9));
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
  for (int frame = 0; frame < 6; ++frame) reader.add(draw_sheet(square, 9));
  EXPECT_FALSE(reader.decode().is_puzzle);
}

TEST(BoardReader, SeesNoPuzzleInAFewDigitsAllOver) {
  // 14 of them, none twice in a row, column or box.
  const std::string few =
      "1....2........3...4.....5....6...7........8.2....1.....3......9.5......4....9....";
  BoardReader reader(network(), candidate(9));
  for (int frame = 0; frame < 6; ++frame) reader.add(draw_sheet(few, 9));
  const BoardReading reading = reader.decode();
  EXPECT_FALSE(reading.is_puzzle);
}

TEST(BoardReader, SeesNoPuzzleInZerosAndOnes) {
  // Binary puzzles: in a soft picture no single symbol is quite clear, but nearly all clash.
  const std::string binary =
      "011.00..0..10.11..11.0.....1.....1..0..1.1.11..0.1..1..01..11....010..11.1.0...10010110.1."
      ".0000..1..";
  for (const double blur : {1.4, 2.0, 2.4})
    for (const bool drawn : {false, true}) {
      CellSheet sheet = draw_sheet(binary, 10);
      cv::GaussianBlur(sheet.grey, sheet.grey, {}, blur);
      BoardCandidate board = candidate(10);
      board.turns_as_drawn = drawn;
      BoardReader reader(network(), board);
      reader.add(sheet);
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
    found.shapes[0].marks = marks;
    BoardReader reader(network(), found);
    for (int frame = 0; frame < 6; ++frame) reader.add(draw_sheet(board, 9));
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
  for (int frame = 0; frame < 6; ++frame) reader.add(draw_sheet(misprints, 9));
  const BoardReading reading = reader.decode();
  EXPECT_TRUE(reading.is_puzzle) << reading.message;
  EXPECT_EQ(reading.clues, grid_of(misprints, Shape{3, 3}));
}

TEST(BoardReader, LeavesASurelyPrintedContradictionAsItIs) {
  std::string misprint = kFirst;
  misprint[2] = '5';  // a second 5 in row 1
  BoardReader reader(network(), candidate(9));
  for (int frame = 0; frame < 6; ++frame) reader.add(draw_sheet(misprint, 9));
  const BoardReading reading = reader.decode();
  EXPECT_EQ(reading.clues, grid_of(misprint, Shape{3, 3}));
  EXPECT_EQ(reading.state, ReadState::sure) << reading.message;
}

TEST(BoardReader, NoticesAnotherPageWithinFiveFrames) {
  BoardReader reader(network(), candidate(9));
  for (int frame = 0; frame < 30; ++frame)
    EXPECT_EQ(reader.add(noisy(draw_sheet(kFirst, 9), frame, 6)), SheetVerdict::agrees);
  int needed = 0;
  bool noticed = false;
  while (!noticed && needed < 5) {
    ++needed;
    noticed = reader.add(noisy(draw_sheet(kSecond, 9), 100 + needed, 6)) == SheetVerdict::restarted;
  }
  EXPECT_TRUE(noticed);
  EXPECT_EQ(reader.frames(), 1);
  EXPECT_EQ(reader.decode().clues, grid_of(kSecond, Shape{3, 3}));
}

TEST(BoardReader, AFewHiddenCellsDoNotUndoAReading) {
  BoardReader reader(network(), candidate(9));
  for (int frame = 0; frame < 4; ++frame) reader.add(draw_sheet(kFirst, 9));
  for (int frame = 0; frame < 3; ++frame) {
    CellSheet glare = draw_sheet(kFirst, 9);
    cv::circle(glare.grey, {60, 60}, 40, 250, -1);
    EXPECT_EQ(reader.add(glare), SheetVerdict::agrees);
  }
  EXPECT_EQ(reader.decode().clues, grid_of(kFirst, Shape{3, 3}));
}

TEST(BoardReader, CellsThatTheTrackerSeesHiddenSayNothing) {
  std::vector<std::uint8_t> hidden(81, 0);
  for (const int cell : {0, 1, 9, 10}) hidden[static_cast<size_t>(cell)] = 1;
  CellSheet covered = draw_sheet(kFirst, 9);
  covered.grey(cv::Rect(0, 0, 2 * CellSheet::kCellPx + 3, 2 * CellSheet::kCellPx + 3)).setTo(225);
  BoardReader reader(network(), candidate(9));
  reader.add(covered, hidden);
  const BoardReading before = reader.decode();
  EXPECT_NE(before.clues, grid_of(kFirst, Shape{3, 3}));
  EXPECT_LT(before.confidence[0], 0.99F);
  // One look at the uncovered board settles it, however long it was covered.
  for (int frame = 0; frame < 8; ++frame)
    EXPECT_EQ(reader.add(covered, hidden), SheetVerdict::agrees);
  reader.add(draw_sheet(kFirst, 9));
  const BoardReading after = reader.decode();
  EXPECT_EQ(after.clues, grid_of(kFirst, Shape{3, 3}));
  EXPECT_EQ(after.state, ReadState::sure) << after.message;
}

TEST(BoardReader, ACellThatNothingShowsIsNotCertain) {
  // The other clues have the one solution.
  constexpr int kCell = 1;
  std::vector<std::uint8_t> hidden(81, 0);
  hidden[kCell] = 1;
  BoardReader reader(network(), candidate(9));
  reader.add(draw_sheet(kFirst, 9), hidden);
  const BoardReading reading = reader.decode();
  EXPECT_EQ(reading.state, ReadState::sure) << reading.message;
  EXPECT_EQ(reading.clues.values()[kCell], 0);
  EXPECT_LT(reading.confidence[kCell], 0.97F);
  EXPECT_GT(reading.confidence[kCell + 1], 0.99F);
}

TEST(BoardReader, IsRepeatable) {
  const auto read = [] {
    BoardReader reader(network(), candidate(9));
    for (int frame = 0; frame < 3; ++frame) reader.add(noisy(draw_sheet(kSecond, 9), frame, 25));
    return reader.decode();
  };
  const BoardReading a = read();
  const BoardReading b = read();
  EXPECT_EQ(a.clues, b.clues);
  EXPECT_EQ(a.confidence, b.confidence);
  EXPECT_EQ(a.margin, b.margin);
}

}  // namespace
}  // namespace gridlens
