// Recordings as the window makes them: pauses, and what the pictures hold.
#include "app/session/recording.h"

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "core/capture/video_decoder.h"
#include "tests/unit/render_fixture.h"
#include "tests/unit/sample_board.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

class RecordingTest : public RenderTest {
 protected:
  void SetUp() override {
    RenderTest::SetUp();
    if (IsSkipped()) return;
    folder_ =
        fs::temp_directory_path() / ("gridlens-recording-test-" + std::to_string(::getpid()) + "-" +
                                     testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }

  // A grey picture whose level tells its number; a board in its left half where `size` has room.
  static FrameResult frame(int number, double time_ms, cv::Size size = {320, 240}) {
    FrameResult result;
    result.frame.bgr = cv::Mat(size, CV_8UC3, cv::Scalar::all(40 + 4 * number));
    result.frame.index = number;
    result.frame.time_ms = time_ms;
    return result;
  }
  static int number_of(const cv::Mat& bgr) {
    return static_cast<int>(std::lround((cv::mean(bgr)[0] - 40) / 4));
  }

  std::vector<VideoDecoder::Picture> read_back(const fs::path& path) const {
    std::vector<VideoDecoder::Picture> pictures;
    VideoDecoder decoder(path.string(), path.string(), {});
    while (auto picture = decoder.read()) pictures.push_back(std::move(*picture));
    return pictures;
  }

  RecordingOptions options(const std::string& name,
                           RecordedPicture picture = RecordedPicture::annotated) const {
    RecordingOptions wished;
    wished.path = folder_ / name;
    wished.blocking = true;
    wished.picture = picture;
    return wished;
  }

  fs::path folder_;
  HelpDesk help_;
  StageTimes stages_;
  Settings settings_;
};

TEST_F(RecordingTest, APauseIsLeftOutOfTheFilesTime) {
  for (const RecordedPicture picture :
       {RecordedPicture::annotated, RecordedPicture::captured, RecordedPicture::side_by_side}) {
    const std::string name = "pause" + std::to_string(static_cast<int>(picture)) + ".mkv";
    Recording recording(scene(), help_, options(name, picture));
    const auto add = [&](int from, int to, double late_ms) {
      for (int i = from; i < to; ++i)
        recording.add(frame(i, 7000 + i * 1000 / 30.0 + late_ms), settings_, stages_);
    };
    add(0, 10, 0);
    recording.pause(true);
    recording.pause(true);
    EXPECT_TRUE(recording.view().running);
    EXPECT_TRUE(recording.view().paused);
    add(10, 20, 0);  // left out
    recording.pause(false);
    EXPECT_FALSE(recording.view().paused);
    add(20, 30, 60'000);
    recording.pause(true);
    recording.pause(false);
    add(30, 40, 0);  // another source, whose clock begins anew
    recording.finish();
    EXPECT_EQ(recording.view().frames, 30);
    EXPECT_EQ(recording.view().dropped, 0);
    EXPECT_EQ(recording.view().cut_ms, 0);
    EXPECT_NEAR(recording.view().elapsed_ms, 29 * 1000 / 30.0, 2);
    const auto back = read_back(folder_ / name);
    ASSERT_EQ(back.size(), 30u);
    for (int i = 0; i < 30; ++i) {
      EXPECT_EQ(number_of(back[static_cast<size_t>(i)].bgr), i < 10 ? i : i + 10);
      EXPECT_NEAR(back[static_cast<size_t>(i)].time_ms.value(), i * 1000 / 30.0, 2);
    }
  }
}

TEST_F(RecordingTest, TheTimeStandsStillInAPauseAndStoppingInItClosesTheFile) {
  Recording recording(scene(), help_, options("stop.mkv"));
  for (int i = 0; i < 6; ++i) recording.add(frame(i, i * 100), settings_, stages_);
  recording.pause(true);
  for (int i = 6; i < 12; ++i) recording.add(frame(i, i * 100), settings_, stages_);
  recording.finish();
  EXPECT_FALSE(recording.view().running);
  EXPECT_NEAR(recording.view().elapsed_ms, 500, 1);
  EXPECT_EQ(read_back(folder_ / "stop.mkv").size(), 6u);
}

TEST_F(RecordingTest, APauseBeforeTheFirstPicture) {
  Recording recording(scene(), help_, options("first.mkv"));
  recording.pause(true);
  recording.add(frame(0, 0), settings_, stages_);
  EXPECT_FALSE(fs::exists(folder_ / "first.mkv"));
  recording.pause(false);
  recording.add(frame(1, 9000), settings_, stages_);
  recording.finish();
  const auto back = read_back(folder_ / "first.mkv");
  ASSERT_EQ(back.size(), 1u);
  EXPECT_EQ(number_of(back[0].bgr), 1);
}

// With the overlay, without, and both: the sizes, and where the pictures differ.
TEST_F(RecordingTest, WhatThePicturesHold) {
  const auto board_frame = [](int i, cv::Size size) {
    FrameResult result = frame(i, i * 40, size);
    result.frame.bgr.setTo(cv::Scalar::all(230));
    result.frame.bgr.colRange(0, 20).setTo(cv::Scalar::all(0));  // tells the left
    BoardResult board = sample_board();
    Quad quad;
    quad.corners = {{{60, 40}, {220, 40}, {220, 200}, {60, 200}}};
    board.image_from_board = Homography::image_from_board(quad, 9);
    result.boards = {board};
    return result;
  };
  const auto last = [&](RecordedPicture picture, cv::Size size, bool mirror) {
    const std::string name = "holds" + std::to_string(static_cast<int>(picture)) +
                             std::to_string(size.width) + (mirror ? "m" : "") + ".mkv";
    Recording recording(scene(), help_, options(name, picture));
    Settings settings;
    settings.mirror = mirror;
    for (int i = 0; i < 4; ++i) recording.add(board_frame(i, size), settings, stages_);
    recording.finish();
    EXPECT_EQ(recording.view().frames, 4);
    return read_back(folder_ / name).back().bgr;
  };
  const cv::Size size(320, 240);
  const cv::Rect board(58, 38, 165, 165);
  const auto painted = [&](const cv::Mat& picture) {
    cv::Mat grey;
    cv::cvtColor(picture, grey, cv::COLOR_BGR2GRAY);
    return cv::countNonZero(grey(board) < 180);
  };
  const cv::Mat with = last(RecordedPicture::annotated, size, false);
  EXPECT_EQ(with.size(), size);
  EXPECT_GT(painted(with), 300);
  const cv::Mat without = last(RecordedPicture::captured, size, false);
  EXPECT_EQ(without.size(), size);
  EXPECT_EQ(painted(without), 0);
  const cv::Mat both = last(RecordedPicture::side_by_side, size, false);
  ASSERT_EQ(both.size(), cv::Size(640, 240));
  EXPECT_EQ(painted(both.colRange(0, 320)), 0);
  EXPECT_GT(painted(both.colRange(320, 640)), 300);
  // Odd sides: the video has even ones.
  EXPECT_EQ(last(RecordedPicture::side_by_side, {321, 239}, false).size(), cv::Size(642, 240));
  // As captured means not mirrored; side by side, both are the same way round.
  EXPECT_LT(cv::mean(last(RecordedPicture::captured, size, true).col(5))[0], 60);
  const cv::Mat mirrored = last(RecordedPicture::side_by_side, size, true);
  EXPECT_LT(cv::mean(mirrored.col(315))[0], 60);
  EXPECT_LT(cv::mean(mirrored.col(635))[0], 60);
}

}  // namespace
}  // namespace gridlens
