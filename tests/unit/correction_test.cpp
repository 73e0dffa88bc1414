// A person's corrections on their way through frames, losses and other pages, and on stills.
#include <gtest/gtest.h>

#include <filesystem>
#include <opencv2/core/utility.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>
#include <thread>

#include "core/pipeline/frame_processor.h"
#include "core/pipeline/live_pipeline.h"
#include "core/pipeline/still_reader.h"
#include "core/resources/resources.h"
#include "tests/unit/reading_scene.h"
#include "tests/unit/sample_puzzle.h"

namespace gridlens {
namespace {

using namespace reading_scene;
using Kind = Correction::Kind;

const cv::Size kPicture_px{900, 640};
const std::string kOther =
    "1.......9.5.3...2...7.4.6......8....2.4...9.1....6......3.5.7...8...2.4.6.......8";
constexpr int kCell = 0;  // holds a 5; kMisread has an 8 there, which no box of it allows
const Correction kTruth{kCell, 5, Kind::given};

std::string misread() {
  std::string puzzle = kSamplePuzzle;
  puzzle[kCell] = '8';
  return puzzle;
}

// A page with the puzzle on a desk; empty: the desk alone.
cv::Mat desk(const std::string& puzzle, cv::Point at_px = {80, 70}) {
  cv::Mat grey(kPicture_px, CV_8U, cv::Scalar(150));
  if (!puzzle.empty()) {
    const cv::Mat rectified = draw_rectified(puzzle, 9).grey;
    cv::Rect paper(at_px, rectified.size());
    grey(paper + cv::Size(40, 40) - cv::Point(20, 20)).setTo(225);
    rectified.copyTo(grey(paper));
  }
  cv::Mat bgr;
  cv::cvtColor(grey, bgr, cv::COLOR_GRAY2BGR);
  return bgr;
}

class CorrectionTest : public testing::Test {
 protected:
  void SetUp() override { cv::setNumThreads(1); }  // as the program does

  // So many frames of a picture; the boards of the last one.
  std::vector<BoardResult> show(const cv::Mat& picture, int frames) {
    FrameResult result;
    for (int i = 0; i < frames; ++i) {
      Frame frame;
      frame.bgr = picture;
      frame.index = index_;
      frame.time_ms = 33.0 * static_cast<double>(index_++);
      result = processor_.process(frame);
    }
    return result.boards;
  }

  // The misread page is in view and read.
  int show_misread() {
    const auto boards = show(desk(misread()), 6);
    EXPECT_EQ(boards.size(), 1U);
    if (boards.empty()) return 0;
    EXPECT_EQ(boards[0].state, BoardState::contradiction) << boards[0].message;
    EXPECT_TRUE(boards[0].corrections.empty());
    return boards[0].id;
  }

  static void expect_solved(const std::vector<BoardResult>& boards, int id) {
    ASSERT_EQ(boards.size(), 1U);
    EXPECT_EQ(boards[0].id, id);
    EXPECT_EQ(boards[0].state, BoardState::solved) << boards[0].message;
    EXPECT_EQ(boards[0].clues, grid_of(kSamplePuzzle));
    EXPECT_EQ(boards[0].corrections, (Corrections{kTruth}));
    EXPECT_EQ(boards[0].confidence[kCell], 1);
  }

  InlineSolveService solver_;
  FrameProcessor processor_{network(), solver_};
  std::int64_t index_ = 0;
};

TEST_F(CorrectionTest, TheSolutionFollowsAtOnceAndStays) {
  const int id = show_misread();
  processor_.correct(id, kTruth);
  expect_solved(processor_.report_again().boards, id);
  for (int i = 0; i < 12; ++i) expect_solved(show(desk(misread()), 1), id);
  // Taken back, the board is what it was.
  processor_.correct(id, {kCell, 0, Kind::as_read});
  const auto boards = show(desk(misread()), 3);
  ASSERT_EQ(boards.size(), 1U);
  EXPECT_EQ(boards[0].id, id);
  EXPECT_EQ(boards[0].state, BoardState::contradiction);
  EXPECT_TRUE(boards[0].corrections.empty());
}

TEST_F(CorrectionTest, WhatConcernsNoBoardOrCellChangesNothing) {
  const int id = show_misread();
  processor_.correct(id + 5, kTruth);
  processor_.correct(id, {81, 5, Kind::given});
  processor_.correct(id, {kCell, 10, Kind::given});
  EXPECT_EQ(show(desk(misread()), 1).at(0).state, BoardState::contradiction);
}

TEST_F(CorrectionTest, ItComesBackWhereTheBoardWasLostForAMoment) {
  const int id = show_misread();
  processor_.correct(id, kTruth);
  show(desk(misread()), 2);
  EXPECT_TRUE(show(desk(""), 5).empty());
  expect_solved(show(desk(misread()), 6), id);
}

TEST_F(CorrectionTest, ItComesBackWithThePageElsewhereSecondsLater) {
  const int id = show_misread();
  processor_.correct(id, kTruth);
  show(desk(misread()), 2);
  EXPECT_TRUE(show(desk(""), 90).empty());
  expect_solved(show(desk(misread(), {300, 120}), 8), id);
  // The page read rightly is the same page.
  EXPECT_TRUE(show(desk(""), 90).empty());
  expect_solved(show(desk(kSamplePuzzle), 8), id);
}

TEST_F(CorrectionTest, ItComesBackAnHourLater) {
  const int id = show_misread();
  processor_.correct(id, kTruth);
  show(desk(misread()), 2);
  show(desk(""), 60);
  index_ += 3600 * 30;
  show(desk(kOther), 6);
  show(desk(""), 60);
  expect_solved(show(desk(misread()), 8), id);
}

TEST_F(CorrectionTest, AnotherPageInItsPlaceHasNone) {
  const int id = show_misread();
  processor_.correct(id, kTruth);
  show(desk(misread()), 2);
  const auto boards = show(desk(kOther), 10);
  ASSERT_EQ(boards.size(), 1U);
  EXPECT_NE(boards[0].id, id);
  EXPECT_TRUE(boards[0].corrections.empty());
  EXPECT_EQ(boards[0].clues, grid_of(kOther));
  expect_solved(show(desk(misread()), 10), id);  // turned back
}

TEST_F(CorrectionTest, ACorrectionOfALostBoardWaitsForIt) {
  const int id = show_misread();
  show(desk(""), 60);
  processor_.correct(id, kTruth);
  expect_solved(show(desk(misread()), 8), id);
}

TEST_F(CorrectionTest, ReadingAfreshDropsIt) {
  const int id = show_misread();
  processor_.correct(id, kTruth);
  expect_solved(show(desk(misread()), 2), id);
  processor_.forget();
  const auto boards = show(desk(misread()), 6);
  ASSERT_EQ(boards.size(), 1U);
  EXPECT_EQ(boards[0].state, BoardState::contradiction);
}

TEST_F(CorrectionTest, AStillIsToldAgain) {
  Frame frame;
  frame.bgr = desk(misread());
  frame.still = true;
  const auto boards = processor_.process(frame).boards;
  ASSERT_EQ(boards.size(), 1U);
  EXPECT_EQ(boards[0].state, BoardState::contradiction);
  processor_.correct(boards[0].id, kTruth);
  expect_solved(processor_.report_again().boards, boards[0].id);
}

// A folder is leafed through: the next picture has no corrections of the one before, which gets its
// own back, whatever was said on the way.
TEST_F(CorrectionTest, APictureThatIsLeafedBackToHasItsCorrections) {
  Frame frame, next;
  frame.still = next.still = true;
  frame.bgr = desk(misread());
  next.bgr = desk(kOther);
  const int id = processor_.process(frame).boards.at(0).id;
  processor_.correct(id, kTruth);
  const BoardResult other = processor_.process(next).boards.at(0);
  EXPECT_NE(other.id, id);
  EXPECT_TRUE(other.corrections.empty());
  EXPECT_EQ(other.clues, grid_of(kOther));
  const Correction blank{1, 2, Kind::entry};
  processor_.correct(other.id, blank);
  next.time_ms = 3.6e6;
  expect_solved(processor_.process(frame).boards, id);
  EXPECT_EQ(processor_.process(next).boards.at(0).corrections, (Corrections{blank}));
  processor_.correct(id, {kCell, 0, Kind::as_read});  // of a picture that is not shown
  EXPECT_EQ(processor_.process(frame).boards.at(0).state, BoardState::contradiction);
  processor_.forget();
  EXPECT_TRUE(processor_.process(next).boards.at(0).corrections.empty());
}

std::shared_ptr<const FrameResult> answer_of(StillReader& reader) {
  std::shared_ptr<const FrameResult> result;
  for (int i = 0; i < 3000 && !(result = reader.take()); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return result;
}

// A frozen frame of a live stream: its boards keep their ids, and what was said of them holds.
TEST_F(CorrectionTest, AFrozenFrameIsCorrectedUnderTheIdsItWasShownBy) {
  show(desk(kOther, {350, 100}), 6);  // takes an id
  show(desk(""), 20);
  const int id = show_misread();
  FrameResult shown = processor_.report_again();
  ASSERT_GT(id, 1);
  StillReader reader(find_resource("models/digits.onnx"));
  shown.boards[0].corrections = {kTruth};
  reader.ask(shown);
  auto result = answer_of(reader);
  ASSERT_TRUE(result);
  expect_solved(result->boards, id);
  EXPECT_GT(result->stages.find, 0);

  // Further words on the same frame need no further look.
  shown = *result;
  shown.boards[0].corrections = {};
  reader.ask(shown);
  result = answer_of(reader);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->boards.at(0).id, id);
  EXPECT_EQ(result->boards.at(0).state, BoardState::contradiction);
  EXPECT_EQ(result->stages.find, 0);
}

// From another thread, while frames come.
TEST_F(CorrectionTest, TheLivePipelineTakesItWithTheNextFrame) {
  const auto clip = std::filesystem::temp_directory_path() /
                    ("gridlens-correction-" +
                     std::to_string(testing::UnitTest::GetInstance()->random_seed()) + ".avi");
  {
    cv::VideoWriter writer(clip.string(), cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), 30,
                           kPicture_px);
    for (int i = 0; i < 10; ++i) writer.write(desk(misread()));
  }
  LiveOptions options;
  options.source = clip.string();
  options.source_options.loop = true;
  options.model = find_resource("models/digits.onnx");
  LivePipeline pipeline(std::move(options));
  pipeline.wait_until_open();
  const auto wait_for = [&](BoardState state) {
    for (int i = 0; i < 600; ++i) {
      const auto result = pipeline.wait_result({}, std::chrono::milliseconds(100));
      if (result && result->boards.size() == 1 && result->boards[0].state == state)
        return result->boards;
    }
    return std::vector<BoardResult>();
  };
  const auto boards = wait_for(BoardState::contradiction);
  ASSERT_EQ(boards.size(), 1U);
  pipeline.correct(boards[0].id, kTruth);
  expect_solved(wait_for(BoardState::solved), boards[0].id);
  pipeline.rethrow_failure();
  std::filesystem::remove(clip);
}

}  // namespace
}  // namespace gridlens
