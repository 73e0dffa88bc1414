// What can be known of cameras without one: choosing a mode, refusals, coming back after a loss.
// tests/webcam/ tries a real V4L2 device.
#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <thread>

#include "core/capture/camera_devices.h"
#include "core/capture/camera_mode.h"
#include "core/capture/capture_error.h"
#include "core/capture/frame_source.h"
#include "core/capture/reconnecting_source.h"

namespace gridlens {
namespace {

// As a common webcam lists them: uncompressed only comes slowly above 640x480.
const std::vector<CameraMode> kWebcam{
    {"MJPG", 1920, 1080, 30}, {"MJPG", 1280, 720, 30}, {"MJPG", 640, 480, 30},
    {"YUYV", 1920, 1080, 5},  {"YUYV", 1280, 720, 10}, {"YUYV", 640, 480, 30},
    {"H264", 1920, 1080, 60},
};

void expect_mode(const CameraWish& wish, const std::string& fourcc, int width, int height,
                 const std::vector<CameraMode>& modes = kWebcam) {
  const auto mode = choose_mode(modes, wish);
  ASSERT_TRUE(mode);
  EXPECT_EQ(mode->fourcc, fourcc);
  EXPECT_EQ(mode->width, width);
  EXPECT_EQ(mode->height, height);
}

TEST(CameraModeTest, MjpgWhereItIsFasterElseUncompressed) {
  expect_mode({1280, 720, 0}, "MJPG", 1280, 720);
  expect_mode({640, 480, 0}, "YUYV", 640, 480);
  expect_mode({1280, 720, 10}, "YUYV", 1280, 720);
}

TEST(CameraModeTest, WithoutAWishHdAtASmoothRate) {
  expect_mode({}, "MJPG", 1280, 720);
  expect_mode({}, "YUYV", 640, 480,
              {{"YUYV", 1280, 720, 10}, {"YUYV", 640, 480, 30}, {"YUYV", 320, 240, 30}});
  expect_mode({}, "YUYV", 1280, 720, {{"YUYV", 1280, 720, 10}, {"YUYV", 640, 480, 10}});
}

TEST(CameraModeTest, NearestSizeAndRate) {
  expect_mode({1600, 900, 0}, "MJPG", 1920, 1080);
  expect_mode({4000, 3000, 0}, "MJPG", 1920, 1080);
  const std::vector<CameraMode> fast{{"MJPG", 1280, 720, 60}, {"YUYV", 1280, 720, 30}};
  EXPECT_EQ(choose_mode(fast, {1280, 720, 60})->fps, 60);
  EXPECT_EQ(choose_mode(fast, {})->fps, 30);
}

TEST(CameraModeTest, NothingUsableIsNothing) {
  EXPECT_FALSE(choose_mode({}, {}));
  EXPECT_FALSE(choose_mode({{"H264", 1920, 1080, 30}}, {}));
}

TEST(CameraModeTest, UnknownRatesStillGiveAMode) {
  expect_mode({}, "YUYV", 1280, 720, {{"YUYV", 640, 480, 0}, {"YUYV", 1280, 720, 0}});
}

std::string refusal(const std::string& spec) {
  try {
    open_source(spec);
  } catch (const CaptureError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(CameraRefusalTest, MissingAndNotACamera) {
  EXPECT_NE(refusal("987").find("there is no camera 987"), std::string::npos) << refusal("987");
  EXPECT_NE(refusal("99999999999999999999").find("there is no camera"), std::string::npos);
  EXPECT_NE(refusal("/dev/null").find("is not a capture device"), std::string::npos)
      << refusal("/dev/null");
}

TEST(MovedCameraTest, FollowsTheOnlyCameraOfTheName) {
  const CameraDevice other{0, "/dev/video900", "Other"}, first{2, "/dev/video902", "Cam"},
      second{4, "/dev/video904", "Cam"};
  EXPECT_EQ(moved_camera("901", "Cam", {other, first}), "/dev/video902");
  EXPECT_EQ(moved_camera("/dev/video901", "Cam", {other, first}), "/dev/video902");
  EXPECT_FALSE(moved_camera("902", "Cam", {other, first})) << "still there";
  EXPECT_FALSE(moved_camera("902", "Cam", {first, second})) << "still there";
  EXPECT_FALSE(moved_camera("901", "Cam", {first, second})) << "which one?";
  EXPECT_FALSE(moved_camera("901", "Cam", {other}));
  EXPECT_FALSE(moved_camera("901", "Cam", {}));
}

TEST(MovedCameraTest, NeverTakesATwinThatWasThereBefore) {
  const CameraDevice twin{2, "/dev/video902", "Cam"}, back{4, "/dev/video904", "Cam"};
  EXPECT_FALSE(moved_camera("901", "Cam", {twin}, {"/dev/video902"}));
  EXPECT_EQ(moved_camera("901", "Cam", {twin, back}, {"/dev/video902"}), "/dev/video904");
  EXPECT_EQ(moved_camera("901", "Cam", {back, twin}, {"/dev/video902"}), "/dev/video904");
  const CameraDevice third{6, "/dev/video906", "Cam"};
  EXPECT_FALSE(moved_camera("901", "Cam", {twin, back, third}, {"/dev/video902"})) << "which one?";
}

// Gives `frames` pictures, then is lost.
class Flaky final : public FrameSource {
 public:
  explicit Flaky(int frames) : left_(frames) { info_.name = "Camera 7", info_.live = true; }
  ReadStatus read(Frame& frame) override {
    if (left_-- <= 0) return ReadStatus::lost;
    frame.bgr = cv::Mat(4, 4, CV_8UC3);
    frame.index = index_++;
    frame.captured_at = Clock::now();
    frame.time_ms = 0;
    return ReadStatus::frame;
  }
  [[nodiscard]] SourceInfo info() const override { return info_; }

 private:
  SourceInfo info_;
  int left_;
  std::int64_t index_ = 0;
};

TEST(ReconnectingSourceTest, ComesBackAndGoesOnCounting) {
  int opened = 0;
  std::vector<std::string> troubles;
  ReconnectingSource source(
      [&](const SourceOptions&, const SourceInfo* lost) -> std::unique_ptr<FrameSource> {
        EXPECT_EQ(lost == nullptr, opened == 0);
        if (++opened == 2) throw CaptureError("there is no camera 7");
        return std::make_unique<Flaky>(3);
      },
      [&](const std::string& text) { troubles.push_back(text); });
  const std::stop_source stop;
  Frame frame;
  double last_ms = -1;
  for (int i = 0; i < 6; ++i) {
    ASSERT_EQ(source.read(frame, stop.get_token()), ReadStatus::frame);
    EXPECT_EQ(frame.index, i);
    EXPECT_GT(frame.time_ms, last_ms);
    last_ms = frame.time_ms;
  }
  EXPECT_EQ(opened, 3);
  EXPECT_EQ(source.reopened(), 1);
  EXPECT_GE(last_ms, 1900) << "two waits of a second";
  EXPECT_EQ(troubles,
            (std::vector<std::string>{"Camera 7 stopped delivering; retrying (0 s)",
                                      "Camera 7 stopped delivering; retrying (1 s)", ""}));
}

TEST(ReconnectingSourceTest, StopEndsTheWait) {
  ReconnectingSource source(
      [](const SourceOptions&, const SourceInfo*) { return std::make_unique<Flaky>(0); }, nullptr);
  std::stop_source stop;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop.request_stop();
  });
  Frame frame;
  EXPECT_EQ(source.read(frame, stop.get_token()), ReadStatus::end);
}

TEST(ReconnectingSourceTest, FirstOpeningThrows) {
  const auto open = [](const SourceOptions&, const SourceInfo*) -> std::unique_ptr<FrameSource> {
    throw CaptureError("no");
  };
  EXPECT_THROW(ReconnectingSource(open, nullptr), CaptureError);
}

// Of a camera that delivers what it is asked for, but nothing at 1920 pixels.
class Sized final : public FrameSource {
 public:
  explicit Sized(const SourceOptions& options) : width_(options.width) {
    if (width_ == 1920) throw CaptureError("sends no pictures");
  }
  ReadStatus read(Frame& frame) override {
    frame.bgr = cv::Mat(4, width_, CV_8UC3);
    frame.index = index_++;
    frame.captured_at = Clock::now();
    return ReadStatus::frame;
  }
  [[nodiscard]] SourceInfo info() const override {
    SourceInfo info;
    info.width = width_, info.live = true, info.node = "/dev/video907";
    return info;
  }

 private:
  int width_;
  std::int64_t index_ = 0;
};

TEST(ReconnectingSourceTest, ACameraIsOpenedAgainAsWishedOrAsItWas) {
  std::vector<std::string> troubles;
  SourceOptions options;
  options.width = 640;
  ReconnectingSource source(
      [](const SourceOptions& wished, const SourceInfo*) -> std::unique_ptr<FrameSource> {
        return std::make_unique<Sized>(wished);
      },
      [&](const std::string& text) { troubles.push_back(text); }, options);
  const std::stop_source stop;
  Frame frame;
  std::int64_t index = 0;
  const auto expect_width = [&](int width) {
    for (int i = 0; i < 2; ++i) {
      ASSERT_EQ(source.read(frame, stop.get_token()), ReadStatus::frame);
      EXPECT_EQ(frame.bgr.cols, width);
      EXPECT_EQ(frame.index, index++);
      EXPECT_EQ(source.info().width, width);
    }
  };
  expect_width(640);
  source.change_camera({320, 240, 30});
  expect_width(320);
  source.change_camera({1920, 1080, 30});
  expect_width(320);
  source.change_camera({1280, 720, 30});
  source.change_camera({1920, 1080, 30});
  expect_width(320);
  EXPECT_TRUE(troubles.empty());
  EXPECT_EQ(source.reopened(), 0);
}

}  // namespace
}  // namespace gridlens
