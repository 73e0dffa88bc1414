// The virtual camera on a device that is made up: formats, sizes, faults.
#include "core/virtual_camera/virtual_camera.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "core/virtual_camera/picture_packing.h"
#include "core/virtual_camera/video_output.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

// What a driver does, and what it was given. Outlives the camera that owns the device.
struct FakeDriver {
  std::vector<PixelLayout> takes{PixelLayout::yuyv};
  cv::Size only;    // the size that it takes; empty: any
  int padding = 0;  // bytes at the end of a row
  bool busy = false;
  int trouble = 0;  // errno of each write
  std::mutex mutex;
  std::condition_variable came;
  std::vector<std::vector<unsigned char>> pictures;

  // The newest picture once there are so many.
  std::vector<unsigned char> wait_for(std::size_t count) {
    std::unique_lock lock(mutex);
    came.wait_for(lock, std::chrono::seconds(30), [&] { return pictures.size() >= count; });
    return pictures.size() < count ? std::vector<unsigned char>{} : pictures.back();
  }
};

class FakeOutput : public VideoOutput {
 public:
  explicit FakeOutput(FakeDriver& driver) : driver_(driver) {}
  [[nodiscard]] std::string name() const override { return "/dev/video9 (Fake)"; }
  std::optional<OutputMode> set_mode(PixelLayout layout, cv::Size size_px) override {
    if (driver_.busy) throw std::runtime_error("/dev/video9 (Fake) is in use");
    if (std::find(driver_.takes.begin(), driver_.takes.end(), layout) == driver_.takes.end())
      return std::nullopt;
    OutputMode mode{layout, driver_.only.empty() ? size_px : driver_.only, 0, 0};
    mode.row_bytes = packed_row_bytes(layout, mode.size_px.width) + driver_.padding;
    return mode;
  }
  int write(std::span<const unsigned char> picture) override {
    if (driver_.trouble != 0) return driver_.trouble;
    const std::scoped_lock lock(driver_.mutex);
    driver_.pictures.emplace_back(picture.begin(), picture.end());
    driver_.came.notify_all();
    return 0;
  }

 private:
  FakeDriver& driver_;
};

const cv::Scalar kRed(0, 0, 255);

std::string wait_for_error(const VirtualCamera& camera) {
  for (int i = 0; i < 3000 && camera.status().error.empty(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return camera.status().error;
}

TEST(PicturePacking, LaysPixelsOutAsTheNamesSay) {
  std::vector<unsigned char> packed;
  const cv::Mat red(2, 4, CV_8UC3, kRed);
  pack_picture(red, PixelLayout::rgb24, 12, 0, packed);
  ASSERT_EQ(packed.size(), 24U);
  EXPECT_EQ(packed[0], 255);
  EXPECT_EQ(packed[2], 0);
  pack_picture(red, PixelLayout::bgr24, 12, 0, packed);
  EXPECT_EQ(packed[0], 0);
  EXPECT_EQ(packed[2], 255);
  // BT.601, limited range: red is Y 82, U 90, V 240.
  pack_picture(red, PixelLayout::yuyv, 8, 0, packed);
  ASSERT_EQ(packed.size(), 16U);
  EXPECT_NEAR(packed[0], 82, 2);
  EXPECT_NEAR(packed[1], 90, 2);
  EXPECT_NEAR(packed[2], 82, 2);
  EXPECT_NEAR(packed[3], 240, 2);
  pack_picture(red, PixelLayout::yuv420, 4, 0, packed);
  ASSERT_EQ(packed.size(), 12U);
  EXPECT_NEAR(packed[7], 82, 2);
  EXPECT_NEAR(packed[8], 90, 2);
  EXPECT_NEAR(packed[10], 240, 2);
}

TEST(PicturePacking, LeavesRoomAtTheEndsOfRowsAndOfThePicture) {
  std::vector<unsigned char> packed;
  pack_picture(cv::Mat(2, 4, CV_8UC3, kRed), PixelLayout::yuyv, 16, 100, packed);
  ASSERT_EQ(packed.size(), 100U);
  EXPECT_NEAR(packed[0], 82, 2);
  EXPECT_EQ(packed[8], 0);
  EXPECT_NEAR(packed[16], 82, 2);
}

TEST(ChooseMode, TakesTheFirstFormatThatTheDeviceTakes) {
  FakeDriver driver;
  FakeOutput output(driver);
  for (const PixelLayout layout :
       {PixelLayout::yuyv, PixelLayout::yuv420, PixelLayout::rgb24, PixelLayout::bgr24}) {
    driver.takes = {layout, PixelLayout::bgr24};
    EXPECT_EQ(choose_mode(output, {640, 480}).layout, layout);
  }
  driver.takes.clear();
  try {
    choose_mode(output, {640, 480});
    FAIL() << "no format was refused";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(std::string(error.what()),
              "/dev/video9 (Fake) refuses the format: it takes none of YUYV, YUV420, RGB24 and "
              "BGR24");
  }
}

TEST(ChooseMode, GivesYuvPicturesEvenSides) {
  FakeDriver driver;
  FakeOutput output(driver);
  EXPECT_EQ(choose_mode(output, {641, 479}).size_px, cv::Size(642, 480));
}

TEST(VirtualCameraTest, SendsPicturesAtTheDevicesOwnSize) {
  FakeDriver driver;
  driver.takes = {PixelLayout::bgr24};
  driver.only = {40, 40};
  VirtualCamera camera(std::make_unique<FakeOutput>(driver));
  camera.push(cv::Mat(20, 40, CV_8UC3, kRed));
  const auto picture = driver.wait_for(1);
  ASSERT_EQ(picture.size(), 40U * 40U * 3U);
  EXPECT_EQ(picture[2], 0);                          // black above
  EXPECT_EQ(picture[(20 * 40 + 20) * 3 + 2], 255U);  // red in the middle
  EXPECT_EQ(camera.status().error, "");
}

TEST(VirtualCameraTest, AStayingPictureIsSentAgain) {
  FakeDriver driver;
  driver.padding = 6;
  VirtualCamera camera(std::make_unique<FakeOutput>(driver));
  camera.push(cv::Mat(20, 40, CV_8UC3, kRed));
  EXPECT_EQ(driver.wait_for(3).size(), 20U * 86U);
  EXPECT_EQ(camera.status().mode->size_px, cv::Size(40, 20));
}

TEST(VirtualCameraTest, NothingIsSentBeforeThereIsAPicture) {
  FakeDriver driver;
  { const VirtualCamera camera(std::make_unique<FakeOutput>(driver)); }
  EXPECT_TRUE(driver.pictures.empty());
}

TEST(VirtualCameraTest, ADeviceWithoutRoomIsNoFault) {
  FakeDriver driver;
  driver.trouble = EAGAIN;
  VirtualCamera camera(std::make_unique<FakeOutput>(driver));
  camera.push(cv::Mat(20, 40, CV_8UC3, kRed));
  for (int i = 0; i < 1000 && !camera.status().mode; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_TRUE(camera.status().mode);
  EXPECT_EQ(camera.status().written, 0);
  EXPECT_EQ(camera.status().error, "");
}

TEST(VirtualCameraTest, FaultsAreTold) {
  const std::vector<std::pair<int, std::string>> faults{
      {EBUSY, "/dev/video9 (Fake) is in use: another program sends pictures there"},
      {ENODEV, "/dev/video9 (Fake) has gone"},
      {EIO, "/dev/video9 (Fake) takes no pictures: Input/output error"}};
  for (const auto& [trouble, told] : faults) {
    FakeDriver driver;
    driver.trouble = trouble;
    VirtualCamera camera(std::make_unique<FakeOutput>(driver));
    camera.push(cv::Mat(20, 40, CV_8UC3, kRed));
    EXPECT_EQ(wait_for_error(camera), told);
  }
  FakeDriver driver;
  driver.busy = true;
  VirtualCamera camera(std::make_unique<FakeOutput>(driver));
  camera.push(cv::Mat(20, 40, CV_8UC3, kRed));
  EXPECT_EQ(wait_for_error(camera), "/dev/video9 (Fake) is in use");
}

std::string refusal_of(const fs::path& node) {
  try {
    open_video_output(node);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(OpenVideoOutput, RefusesInOneLineWhatIsNone) {
  EXPECT_EQ(refusal_of("/dev/video987654"), "there is no /dev/video987654");
  EXPECT_EQ(refusal_of("/dev/null"), "/dev/null is not a video output");
  const fs::path file = fs::temp_directory_path() / "gridlens-no-video-output";
  std::ofstream(file) << "text";
  EXPECT_EQ(refusal_of(file), file.string() + " is not a video output (not a device at all)");
  fs::remove(file);
}

}  // namespace
}  // namespace gridlens
