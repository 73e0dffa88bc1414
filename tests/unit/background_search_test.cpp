#include "core/pipeline/background_search.h"

#include <gtest/gtest.h>

#include <chrono>
#include <exception>
#include <opencv2/imgproc.hpp>
#include <thread>

#include "core/pipeline/frame_processor.h"
#include "core/resources/resources.h"
#include "tests/unit/vision_scene.h"

namespace gridlens {
namespace {

using std::chrono::milliseconds;

class BackgroundSearchTest : public testing::Test {
 protected:
  void SetUp() override { cv::setNumThreads(1); }  // as the program does
};

std::optional<BackgroundSearch::Found> wait_for(BackgroundSearch& search) {
  for (int i = 0; i < 2000; ++i) {
    if (auto found = search.take()) return found;
    std::this_thread::sleep_for(milliseconds(10));
  }
  return std::nullopt;
}

// One board at rest and, from `second_from` on, another that moves by 3 px a frame.
cv::Mat picture(int frame, int second_from) {
  Scene scene;
  cv::Mat image(scene.size, CV_8UC1, cv::Scalar(150));
  Print print;
  render_board_into(image, print, pose(scene, 9, 300, 5, 10, 30, {-330, 0}), 1);
  print.seed = 7;
  if (frame >= second_from)
    render_board_into(image, print, pose(scene, 9, 300, 0, 0, 0, {250 + 3.0 * frame, 10}), 1);
  scene.noise_grey = 2;
  scene.seed = static_cast<unsigned>(frame);
  finish_scene(image, scene);
  return image;
}

// No grey picture: the search throws, and the next one goes on as if nothing had been.
TEST_F(BackgroundSearchTest, AFailedSearchIsThrownAndTheNextOneRuns) {
  BackgroundSearch search;
  ASSERT_TRUE(search.start(cv::Mat(480, 640, CV_32FC2, cv::Scalar::all(0)), 40, {}));
  EXPECT_THROW(wait_for(search), std::exception);
  EXPECT_TRUE(search.is_free());
  ASSERT_TRUE(search.start(picture(0, 0), 50, {}));
  EXPECT_TRUE(wait_for(search));
}

TEST_F(BackgroundSearchTest, FindsWhatASearchFinds) {
  const cv::Mat grey = picture(0, 0);
  BackgroundSearch search;
  EXPECT_FALSE(search.take());
  ASSERT_TRUE(search.start(grey, 40, {}));
  EXPECT_FALSE(search.start(grey, 50, {}));  // one at a time
  const auto found = wait_for(search);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->time_ms, 40);
  EXPECT_EQ(found->grey.data, grey.data);
  const auto boards = find_boards(grey);
  ASSERT_EQ(found->boards.size(), boards.size());
  ASSERT_EQ(boards.size(), 2U);
  for (size_t i = 0; i < boards.size(); ++i)
    EXPECT_EQ(max_corner_distance_px(found->boards[i].corners(), boards[i].corners()), 0);
  EXPECT_TRUE(search.start(grey, 60, {}));
}

TEST_F(BackgroundSearchTest, WhatWasDroppedNeverComes) {
  BackgroundSearch search;
  const cv::Mat grey = picture(0, 0);
  ASSERT_TRUE(search.start(grey, 40, {}));
  search.drop();
  int tries = 0;
  while (!search.start(grey, 60, {}) && ++tries < 2000)
    std::this_thread::sleep_for(milliseconds(10));
  const auto found = wait_for(search);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->time_ms, 60);
}

TEST_F(BackgroundSearchTest, EndsWhileSearching) {
  for (int i = 0; i < 3; ++i) {
    BackgroundSearch search;
    search.start(picture(0, 0), 0, {});
  }  // must return
}

// A board that comes into view while another is tracked is found, where it is by then.
TEST_F(BackgroundSearchTest, AFurtherBoardIsBridgedToTheFrameItComesInWith) {
  DigitNetwork network(find_resource("models/digits.onnx").string());
  InlineSolveService solver;
  ProcessorOptions options;
  options.search_in_background = true;
  options.search_interval = 3;
  options.session.readings_to_reject = options.session.readings_to_be_shown =
      100000;  // these hold no real puzzles
  FrameProcessor processor(network, solver, options);
  size_t most = 0;
  for (int i = 0; i < 60 && most < 2; ++i) {
    const cv::Mat grey = picture(i, 4);
    Frame frame;
    cv::cvtColor(grey, frame.bgr, cv::COLOR_GRAY2BGR);
    frame.index = i;
    frame.time_ms = i * 33;
    processor.process(frame);
    const std::vector<Quad> followed = processor.followed();
    most = std::max(most, followed.size());
    if (followed.size() < 2) {
      std::this_thread::sleep_for(milliseconds(15));
      continue;
    }
    const Quad truth = pose({}, 9, 300, 0, 0, 0, {250 + 3.0 * i, 10}).outline(9);
    EXPECT_LT(corner_error_px(followed.back(), truth), 1.0) << "frame " << i;
  }
  EXPECT_EQ(most, 2U);
}

}  // namespace
}  // namespace gridlens
