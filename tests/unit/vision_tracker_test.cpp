#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/vision/board_tracker.h"
#include "tests/unit/vision_scene.h"

namespace gridlens {
namespace {

constexpr double kFrameMs = 1000.0 / 30;

BoardCandidate candidate(const Homography& image_from_board, int n) {
  BoardCandidate c;
  c.image_from_board = image_from_board;
  c.n = n;
  return c;
}

Scene camera(int seed) {
  Scene scene;
  scene.noise_grey = 3;
  scene.blur_px = 0.7;
  scene.seed = static_cast<unsigned>(seed);
  return scene;
}

TEST(BoardTrackerTest, HandHeldToSubPixel) {
  const Homography start = pose(camera(0), 9, 420, 0, 20, 30);
  BoardTracker tracker(candidate(start, 9));
  std::vector<double> errors;
  for (int i = 0; i < 20; ++i) {
    const Homography truth = pose(camera(i), 9, 420 + 1.5 * i, 6 * std::sin(0.3 * i), 20 + 0.7 * i,
                                  30 + 2 * i, {25 * std::sin(0.4 * i), 14 * std::sin(0.55 * i)});
    const auto seen = tracker.track(render_board({}, truth, camera(i)), i * kFrameMs);
    ASSERT_TRUE(seen.has_value()) << i;
    errors.push_back(max_corner_distance_px(seen->image_from_board.outline(9), truth.outline(9)));
    EXPECT_LT(errors.back(), 1.0) << i;
    EXPECT_GT(seen->lattice_score, 0.9);
    EXPECT_EQ(std::count(seen->occluded.begin(), seen->occluded.end(), 1), 0);
  }
  std::sort(errors.begin(), errors.end());
  EXPECT_LE(errors[errors.size() / 2], 0.35);
}

TEST(BoardTrackerTest, FastStartWithoutSlippingACell) {
  // 40 px from one frame to the next is about a whole cell; then back, against the prediction.
  const std::vector<double> xs = {0, 0, 40, 80, 45, 0, -52, -52};
  BoardTracker tracker(candidate(pose(camera(0), 9, 400, 4, 15, 60), 9));
  for (std::size_t i = 0; i < xs.size(); ++i) {
    Scene scene = camera(static_cast<int>(i));
    scene.motion_blur_px = i >= 2 && i < 7 ? 7 : 0;
    const Homography truth = pose(scene, 9, 400, 4, 15, 60, {xs[i], 0.3 * xs[i]});
    const auto seen =
        tracker.track(render_board({}, truth, scene), static_cast<double>(i) * kFrameMs);
    ASSERT_TRUE(seen.has_value()) << i;
    EXPECT_LT(max_corner_distance_px(seen->image_from_board.outline(9), truth.outline(9)), 2.0)
        << i;
  }
}

TEST(BoardTrackerTest, HandOverAThirdOfTheBoard) {
  const Homography truth = pose(camera(0), 9, 420, 10, 20, 30);
  BoardTracker tracker(candidate(truth, 9));
  ASSERT_TRUE(tracker.track(render_board({}, truth, camera(0)), 0).has_value());
  for (int i = 1; i < 8; ++i) {
    cv::Mat image = render_board({}, truth, camera(i));
    // Comes in from the lower right corner.
    const cv::Point2d tip = truth({9 - 0.6 * i, 9 - 0.6 * i});
    cv::line(image, tip, truth({16, 15}), cv::Scalar(120), 110, cv::LINE_AA);
    const auto seen = tracker.track(image, i * kFrameMs);
    ASSERT_TRUE(seen.has_value()) << i;
    EXPECT_LT(max_corner_distance_px(seen->image_from_board.outline(9), truth.outline(9)), 1.0)
        << i;
    if (i >= 5) {
      EXPECT_EQ(seen->occluded[8 * 9 + 8], 1) << i;
      EXPECT_EQ(seen->occluded[0], 0) << i;
    }
  }
}

TEST(BoardTrackerTest, LostAtOnceWhenThePageIsGone) {
  const Homography truth = pose(camera(0), 9, 420, 10, 20, 30);
  BoardTracker tracker(candidate(truth, 9));
  ASSERT_TRUE(tracker.track(render_board({}, truth, camera(0)), 0).has_value());
  cv::Mat desk(720, 1280, CV_8UC1, cv::Scalar(150));
  cv::RNG random(5);
  cv::Mat noise(desk.size(), CV_16SC1);
  random.fill(noise, cv::RNG::NORMAL, 0, 6);
  cv::add(desk, noise, desk, cv::noArray(), CV_8UC1);
  EXPECT_FALSE(tracker.track(desk, kFrameMs).has_value());
}

TEST(BoardTrackerTest, DoesNotAcceptAPlaceOneCellAside) {
  // Started one cell off, the tracker must say lost or come back to the truth, never stay.
  const Homography truth = pose(camera(0), 9, 420, 10, 0, 0);
  const Homography aside(truth.matrix() * cv::Matx33d(1, 0, 1, 0, 1, 0, 0, 0, 1));
  BoardTracker tracker(candidate(aside, 9));
  for (int i = 0; i < 3; ++i) {
    const auto seen = tracker.track(render_board({}, truth, camera(i)), i * kFrameMs);
    if (!seen) return;
    EXPECT_LT(max_corner_distance_px(seen->image_from_board.outline(9), truth.outline(9)), 2.0);
  }
}

TEST(BoardTrackerTest, LeavingFastItIsNeverTakenForTheBoardACellInwards) {
  // 40 px a frame, a cell: what has left the picture tells nothing of the place.
  const double side_px = 380;
  const auto at = [&](int i) { return pose(camera(i), 9, side_px, 12, 15, 30, {40.0 * i, 0}); };
  BoardTracker tracker(candidate(at(0), 9));
  int tracked = 0;
  for (int i = 0; i < 20; ++i) {
    Scene scene = camera(i);
    scene.motion_blur_px = i == 0 ? 0 : 8;
    const auto seen = tracker.track(render_board({}, at(i), scene), i * kFrameMs);
    if (!seen) break;
    ++tracked;
    EXPECT_LT(cv::norm(seen->image_from_board({4.5, 4.5}) - at(i)({4.5, 4.5})), 5) << i;
  }
  EXPECT_GE(tracked, 12);  // two thirds of it are inside then
}

TEST(BoardTrackerTest, StillBoardDoesNotTremble) {
  const Homography truth = pose(camera(0), 9, 420, 10, 20, 30);
  BoardTracker tracker(candidate(truth, 9));
  std::vector<Quad> quads;
  for (int i = 0; i < 10; ++i) {
    const auto seen = tracker.track(render_board({}, truth, camera(i)), i * kFrameMs);
    ASSERT_TRUE(seen.has_value());
    quads.push_back(seen->image_from_board.outline(9));
  }
  double sum = 0;
  for (std::size_t i = 1; i < quads.size(); ++i)
    sum += max_corner_distance_px(quads[i], quads[i - 1]);
  EXPECT_LT(sum / 9, 0.15);
}

}  // namespace
}  // namespace gridlens
