#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/reading/board_reader.h"
#include "core/reading/observation/frame_observation.h"
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

TEST(BoardReader, ReadsAPrintedBoardInEveryOrientation) {
  for (int turns = 0; turns < 4; ++turns) {
    BoardReader reader(network(), candidate(9));
    EXPECT_EQ(reader.add(turned(draw_rectified(kFirst, 9), turns)), LookVerdict::agrees);
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
    reader.add(turned(draw_rectified(kHalfTurn, 9), turns));
    const BoardReading reading = reader.decode();
    if (reading.state != ReadState::sure) continue;
    EXPECT_EQ(reading.quarter_turns, turns);
    EXPECT_EQ(reading.clues, grid_of(kHalfTurn, Shape{3, 3}));
  }
}

TEST(BoardReader, ADrawnBoardIsUprightUnlessItsDigitsSayOtherwise) {
  BoardCandidate drawn = candidate(9);
  drawn.screenshot_quarter_turns = 0;
  for (int turns = 0; turns < 4; ++turns) {
    BoardReader reader(network(), drawn);
    reader.add(turned(draw_rectified(kFirst, 9), turns));
    const BoardReading reading = reader.decode();
    EXPECT_EQ(reading.state, ReadState::sure) << reading.message;
    EXPECT_EQ(reading.quarter_turns, turns);
  }
  // Where the digits read about as well either way, the picture's own way up counts.
  const auto read = [](const BoardCandidate& found) {
    BoardReader reader(network(), found);
    reader.add(draw_rectified(kHalfTurn, 9));
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
    reader.add(turned(draw_rectified(kEitherWay, 4), turns));
    const BoardReading reading = reader.decode();
    EXPECT_EQ(reading.state, ReadState::sure) << turns << ": " << reading.message;
    EXPECT_EQ(reading.quarter_turns, turns);
  }
}

TEST(BoardReader, ReadsSmallBoards) {
  const std::string six = "1..4.6.5..2..3...6.5..1..2..5..4.3..";
  BoardReader reader(network(), candidate(6));
  reader.add(draw_rectified(six, 6));
  const BoardReading reading = reader.decode();
  EXPECT_EQ(reading.clues, grid_of(six, Shape{2, 3}));
  BoardReader four_reader(network(), candidate(4));
  const std::string four = "1..4..2..3..2..1";
  four_reader.add(draw_rectified(four, 4));
  EXPECT_EQ(four_reader.decode().clues, grid_of(four, Shape{2, 2}));
}

// 1 to 10, 1 to A and 0 to 9 read alike here; the likeliest one by itself is taken.
TEST(BoardReader, AnAlphabetsLastSymbolNeedNotBeOnTheBoard) {
  const std::string without_ten =
      ".9.4.75.6....6..8..37..594..8236.28.1.7........2.42...4.3..76..3..4..594..51.6.84.9.63.12..3"
      ".72..8..";
  BoardCandidate found = candidate(10);
  found.shapes = {{Shape{2, 5}, 1.0, {}}};
  BoardReader reader(network(), found);
  reader.add(draw_rectified(without_ten, 10));
  const BoardReading reading = reader.decode();
  EXPECT_EQ(reading.state, ReadState::sure) << reading.message;
  EXPECT_EQ(reading.proof, SolveState::unique);
  EXPECT_EQ(reading.alphabet.kind, AlphabetKind::numerals);
}

TEST(BoardReader, ReadsFaintPrint) {
  BoardReader reader(network(), candidate(9));
  reader.add(draw_rectified(kFirst, 9, 170, 215));
  EXPECT_EQ(reader.decode().clues, grid_of(kFirst, Shape{3, 3}));
}

// Stripes of a photographed screen's moire: 0.4 of the print's ink.
TEST(BoardReader, StripesFarLighterThanEvenPrintAreMoreLikelyBlank) {
  const auto gain = [](bool even, size_t stripes) {
    RectifiedBoard rectified = draw_rectified(kFirst, 9);
    const auto cell_of = [&](int cell) {
      return rectified.grey(cv::Rect(cell % 9 * RectifiedBoard::kCellPx,
                                     cell / 9 * RectifiedBoard::kCellPx, RectifiedBoard::kCropPx,
                                     RectifiedBoard::kCropPx));
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
    const FrameObservation observed = observe(rectified, {}, false);
    const auto at = std::find(observed.inked.begin(), observed.inked.end(), striped.front());
    EXPECT_NE(at, observed.inked.end());
    const auto i = static_cast<size_t>(at - observed.inked.begin());
    const float before = network().classify(observed.ink, observed.inked, 0)[i].symbols[0];
    return read_cells(network(), observed, 0)[i].symbols[0] - before;
  };
  EXPECT_GT(gain(true, 6), 0.5);
  EXPECT_FLOAT_EQ(gain(false, 6), 0);
  EXPECT_FLOAT_EQ(gain(true, 1), 0);  // a smeared symbol
}

// Moire over all of a photographed screen, half as dark as the print.
TEST(BoardReader, ReadsThroughStripesOnceTheyAreTakenOff) {
  RectifiedBoard rectified = draw_rectified(kFirst, 9);
  BoardReader plain(network(), candidate(9));
  plain.add(rectified);
  EXPECT_FALSE(plain.background_shows());

  for (int y = 0; y < rectified.grey.rows; ++y)
    for (int x = 0; x < rectified.grey.cols; ++x) {
      const double stripe = 0.5 + 0.5 * std::sin(0.9 * x + 0.5 * y + 4 * std::sin(0.02 * y));
      auto& grey = rectified.grey.at<std::uint8_t>(y, x);
      grey = cv::saturate_cast<std::uint8_t>(grey * (1 - 0.45 * stripe));
    }
  BoardReader reader(network(), candidate(9));
  reader.add(rectified);
  EXPECT_NE(reader.decode().state, ReadState::sure);
  EXPECT_TRUE(reader.background_shows());
  reader.subtract_background();
  reader.add(rectified);
  const BoardReading reading = reader.decode();
  EXPECT_EQ(reading.state, ReadState::sure);
  EXPECT_EQ(reading.clues, grid_of(kFirst, Shape{3, 3}));
}

TEST(BoardReader, NoticesAnotherPageWithinFiveFrames) {
  BoardReader reader(network(), candidate(9));
  for (int frame = 0; frame < 30; ++frame)
    EXPECT_EQ(reader.add(noisy(draw_rectified(kFirst, 9), frame, 6)), LookVerdict::agrees);
  int needed = 0;
  bool noticed = false;
  while (!noticed && needed < 5) {
    ++needed;
    noticed =
        reader.add(noisy(draw_rectified(kSecond, 9), 100 + needed, 6)) == LookVerdict::restarted;
  }
  EXPECT_TRUE(noticed);
  EXPECT_EQ(reader.frames(), 1);
  EXPECT_EQ(reader.decode().clues, grid_of(kSecond, Shape{3, 3}));
}

TEST(BoardReader, AFewHiddenCellsDoNotUndoAReading) {
  BoardReader reader(network(), candidate(9));
  for (int frame = 0; frame < 4; ++frame) reader.add(draw_rectified(kFirst, 9));
  for (int frame = 0; frame < 3; ++frame) {
    RectifiedBoard glare = draw_rectified(kFirst, 9);
    cv::circle(glare.grey, {60, 60}, 40, 250, -1);
    EXPECT_EQ(reader.add(glare), LookVerdict::agrees);
  }
  EXPECT_EQ(reader.decode().clues, grid_of(kFirst, Shape{3, 3}));
}

TEST(BoardReader, CellsThatTheTrackerSeesHiddenSayNothing) {
  CellFlags hidden(81);
  for (const int cell : {0, 1, 9, 10}) hidden[static_cast<size_t>(cell)] = 1;
  RectifiedBoard covered = draw_rectified(kFirst, 9);
  covered.grey(cv::Rect(0, 0, 2 * RectifiedBoard::kCellPx + 3, 2 * RectifiedBoard::kCellPx + 3))
      .setTo(225);
  BoardReader reader(network(), candidate(9));
  reader.add(covered, hidden);
  const BoardReading before = reader.decode();
  EXPECT_NE(before.clues, grid_of(kFirst, Shape{3, 3}));
  EXPECT_LT(before.confidence[0], 0.99F);
  // One look at the uncovered board settles it, however long it was covered.
  for (int frame = 0; frame < 8; ++frame)
    EXPECT_EQ(reader.add(covered, hidden), LookVerdict::agrees);
  reader.add(draw_rectified(kFirst, 9));
  const BoardReading after = reader.decode();
  EXPECT_EQ(after.clues, grid_of(kFirst, Shape{3, 3}));
  EXPECT_EQ(after.state, ReadState::sure) << after.message;
}

TEST(BoardReader, ACellThatNothingShowsIsNotCertain) {
  // The other clues have the one solution.
  constexpr int kCell = 1;
  CellFlags hidden(81);
  hidden[kCell] = 1;
  BoardReader reader(network(), candidate(9));
  reader.add(draw_rectified(kFirst, 9), hidden);
  const BoardReading reading = reader.decode();
  EXPECT_EQ(reading.state, ReadState::sure) << reading.message;
  EXPECT_EQ(reading.clues.values()[kCell], 0);
  EXPECT_LT(reading.confidence[kCell], 0.97F);
  EXPECT_GT(reading.confidence[kCell + 1], 0.99F);
}

TEST(BoardReader, IsRepeatable) {
  const auto read = [] {
    BoardReader reader(network(), candidate(9));
    for (int frame = 0; frame < 3; ++frame)
      reader.add(noisy(draw_rectified(kSecond, 9), frame, 25));
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
