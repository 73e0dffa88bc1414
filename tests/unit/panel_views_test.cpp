// What the panel shows beside the session's figures: pictures, grades, plots, what the stages saw.
#include "app/views/panel_views.h"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>
#include <thread>

#include "core/resources/resources.h"
#include "tests/unit/sample_board.h"

namespace gridlens {
namespace {

using std::chrono::milliseconds;

// The sample's place in grey, one cell of it red.
SessionView view_with(const BoardResult& board) {
  auto result = std::make_shared<FrameResult>();
  result->frame.bgr = cv::Mat(400, 400, CV_8UC3, cv::Scalar::all(128));
  cv::rectangle(result->frame.bgr, cv::Rect(20, 20, 40, 40), {0, 0, 255}, cv::FILLED);
  result->boards = {board};
  SessionView view;
  view.result = result;
  return view;
}

TEST(PanelViews, ABoardsPictureIsRectifiedAndMadeWhenTheReadingChanges) {
  PanelViews views;
  SessionView view = view_with(sample_board());
  views.add_to(view, false);
  ASSERT_EQ(view.cards.size(), 1u);
  const PanelPicture first = view.cards[0].picture;
  ASSERT_EQ(first.bgr.type(), CV_8UC3);
  const double unit = first.bgr.cols / 9.5;
  const auto at = [&](double x, double y) {  // in cells
    return first.bgr.at<cv::Vec3b>(static_cast<int>((y + 0.25) * unit),
                                   static_cast<int>((x + 0.25) * unit));
  };
  EXPECT_EQ(at(0.5, 0.5), cv::Vec3b(0, 0, 255));
  EXPECT_EQ(at(1.5, 0.5), cv::Vec3b(128, 128, 128));
  EXPECT_EQ(at(0.5, 1.5), cv::Vec3b(128, 128, 128));

  SessionView again = view_with(sample_board());
  views.add_to(again, false);
  EXPECT_EQ(again.cards[0].picture.serial, first.serial);
  BoardResult changed = sample_board();
  changed.entries->set(0, 3, 6);
  std::this_thread::sleep_for(milliseconds(600));
  SessionView later = view_with(changed);
  views.add_to(later, false);
  EXPECT_NE(later.cards[0].picture.serial, first.serial);
}

// Far larger than its picture, and partly out of the frame: nothing but a picture comes of it.
TEST(PanelViews, BoardsAnywhereHaveAPicture) {
  PanelViews views;
  BoardResult board = sample_board();
  for (const cv::Matx33d& place : {cv::Matx33d(400, 0, 20, 0, 400, 20, 0, 0, 1),
                                   cv::Matx33d(40, 0, -900, 0, 40, 0, 0, 0, 1)}) {
    board.id += 1;
    board.image_from_board = Homography(place);
    SessionView view = view_with(board);
    views.add_to(view, false);
    EXPECT_FALSE(view.cards.at(0).picture.bgr.empty());
  }
  board.n = 0;
  board.id += 1;
  SessionView view = view_with(board);
  views.add_to(view, false);
  EXPECT_TRUE(view.cards.at(0).picture.bgr.empty());
}

TEST(BoardGrader, GradesSolvedBoardsOnce) {
  BoardGrader grader;
  BoardResult board = sample_board();
  std::string grade = grader.grade(board);
  EXPECT_EQ(grade, "");  // on its way
  for (int i = 0; i < 600 && grade.empty(); ++i) {
    std::this_thread::sleep_for(milliseconds(50));
    grade = grader.grade(board);
  }
  EXPECT_EQ(grade, "easy");
  board.state = BoardState::reading;
  EXPECT_EQ(grader.grade(board), "");
}

TEST(PanelViews, PlotsHoldTheLastSeconds) {
  PanelViews views;
  const Clock::time_point start = Clock::now();
  StageTimes stages;
  stages.find = 2;
  stages.draw = 3;
  for (int i = 0; i < 400; ++i)
    views.was_shown(stages, 20 + i, i / 10, start + milliseconds(50 * i));
  SessionView view;
  views.add_to(view, false);
  const PerformanceView& last = view.performance;
  EXPECT_NEAR(static_cast<double>(last.fps.size()), 200, 2);  // ten seconds of twenty a second
  EXPECT_EQ(last.stages_ms.size(), last.fps.size());
  EXPECT_FLOAT_EQ(last.stages_ms.back(), 5);
  EXPECT_FLOAT_EQ(last.latency_ms.back(), 419);
  EXPECT_FLOAT_EQ(last.fps.back(), 20);
  float dropped = 0;
  for (const float one : last.dropped) dropped += one;
  EXPECT_NEAR(dropped, 20, 1);
}

// Nothing is looked at before it is wished for; then the stages' pictures come.
TEST(DebugLooker, ShowsWhatTheStagesSaw) {
  PanelViews views;
  SessionView view = view_with(sample_board());
  views.add_to(view, false);
  EXPECT_TRUE(view.debug.empty());
  for (int i = 0; i < 600 && view.debug.empty(); ++i) {
    views.add_to(view, true);
    std::this_thread::sleep_for(milliseconds(50));
  }
  ASSERT_FALSE(view.debug.empty());
  bool lattices = false;
  for (const DebugPicture& seen : view.debug) {
    EXPECT_EQ(seen.picture.bgr.type(), CV_8UC3) << seen.name;
    lattices |= seen.name == "lattices";
  }
  EXPECT_TRUE(lattices);
}

}  // namespace
}  // namespace gridlens
