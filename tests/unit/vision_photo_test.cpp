// Photographs by the generator's camera in which the search once went wrong.
#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "core/vision/finding/board_finder.h"
#include "tests/simulator/clip.h"
#include "tests/simulator/random.h"
#include "tests/unit/vision_scene.h"

namespace gridlens {
namespace {

struct Photo {
  const char* scenario;
  std::uint64_t seed;
  const char* what;
  cv::Size size{1280, 720};
};

class VisionPhotoTest : public testing::TestWithParam<Photo> {};

TEST_P(VisionPhotoTest, ShowsItsBoardsAndNothingElse) {
  const Photo& photo = GetParam();
  generator::ClipOptions options;
  options.size = photo.size;
  options.seed = photo.seed;
  options.frames = 90;
  const int moment = generator::Random(photo.seed).fork("moment").integer(10, 80);
  const auto frame = generator::Clip(photo.scenario, options).frame(moment);
  cv::Mat grey;
  cv::cvtColor(frame.bgr, grey, cv::COLOR_BGR2GRAY);
  const auto boards = find_boards(grey);
  ASSERT_EQ(boards.size(), frame.truth.boards.size()) << photo.what;
  for (const auto& truth : frame.truth.boards) {
    int found = 0;
    for (const BoardCandidate& board : boards)
      found += board.n == truth.shape.n() &&
               corner_error_px(board.corners(), truth.corners) < 0.01 * photo.size.width;
    EXPECT_EQ(found, 1) << photo.what;
  }
}

// A thin border with a thick frame close around it: the border is seen from the inside.
TEST(DoubleFrameTest, TheInnerOfTwoFramesIsTheBoards) {
  for (const std::uint64_t seed : {871012U, 340010U}) {
    generator::ClipOptions options;
    options.seed = seed;
    options.frames = 1;
    const auto frame = generator::Clip("double_frame", options).frame(0);
    cv::Mat grey;
    cv::cvtColor(frame.bgr, grey, cv::COLOR_BGR2GRAY);
    const auto boards = find_boards(grey);
    ASSERT_EQ(boards.size(), 1U) << seed;
    EXPECT_LT(corner_error_px(boards[0].corners(), frame.truth.boards[0].corners), 1) << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Seeds, VisionPhotoTest,
    testing::Values(Photo{"four_boards", 90000, "the boxes of four boards are no cells of one"},
                    Photo{"inverted", 99110, "rims beside light lines are no dark lines"},
                    Photo{"sizes", 99324, "boxes of 16 cells with faint lines are no cells"},
                    Photo{"covered_corner", 94013, "faint cells are closed in faint ink"},
                    Photo{"covered_side", 91018, "an arm over a side"},
                    Photo{"small_board", 96024, "hairlines of blue", {640, 480}}),
    [](const auto& photo) { return std::string(photo.param.scenario); });

}  // namespace
}  // namespace gridlens
