// Recordings whose clock jumps or whose file is taken away.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <thread>

#include "core/record/video_recorder.h"
#include "tests/unit/media_fixture.h"

namespace gridlens {
namespace {

RecorderOptions offline(const std::string& path) {
  RecorderOptions options;
  options.path = path;
  options.width = 320;
  options.height = 240;
  options.blocking = true;
  return options;
}

class RecordFaultsTest : public MediaTest, public ::testing::WithParamInterface<const char*> {};

TEST_P(RecordFaultsTest, HoursWithoutPicturesTakeNoRoom) {
  // A camera that was away for 20 hours: more than a 32-bit count of MP4's ticks.
  const std::string file = path(std::string("away") + GetParam());
  constexpr double kAwayMs = 20 * 3600 * 1000.0;
  const auto time_of = [](int i) { return i * 1000 / 30.0 + (i >= 20 ? kAwayMs : 0); };
  VideoRecorder recorder(offline(file));
  for (int i = 0; i < 40; ++i) recorder.push(numbered_picture(i), time_of(i));
  recorder.finish();
  const RecorderStatus status = recorder.status();
  EXPECT_FALSE(status.failed) << status.error;
  EXPECT_EQ(status.written, 40);
  EXPECT_LT(std::filesystem::file_size(file), 2'000'000u);
  const ReadBack back = read_back(file);
  EXPECT_EQ(back.numbers, counting(40));
  const bool cut = std::string(GetParam()) == ".avi";
  EXPECT_NEAR(status.cut_ms, cut ? kAwayMs : 0, 1);
  ASSERT_EQ(back.times_ms.size(), 40u);
  for (size_t i = 0; i < 40; ++i)
    EXPECT_NEAR(back.times_ms[i] + (i >= 20 ? status.cut_ms : 0), time_of(static_cast<int>(i)), 18)
        << i;
  EXPECT_NEAR(status.elapsed_ms + status.cut_ms, time_of(39), 18);
}

TEST_P(RecordFaultsTest, ALongGapIsKeptWhileItCostsNothing) {
  const std::string file = path(std::string("minutes") + GetParam());
  const auto time_of = [](int i) { return i * 1000 / 30.0 + (i >= 5 ? 200'000 : 0); };
  VideoRecorder recorder(offline(file));
  for (int i = 0; i < 10; ++i) recorder.push(numbered_picture(i), time_of(i));
  recorder.finish();
  EXPECT_LT(std::filesystem::file_size(file), 1'000'000u);
  EXPECT_EQ(recorder.status().cut_ms, 0);
  const ReadBack back = read_back(file);
  EXPECT_EQ(back.numbers, counting(10));
  for (size_t i = 0; i < back.times_ms.size(); ++i)
    EXPECT_NEAR(back.times_ms[i], time_of(static_cast<int>(i)), 18) << i;
}

TEST_P(RecordFaultsTest, AClockSetBackCostsNoPictures) {
  // Another source was chosen while recording, or a stream began anew.
  const std::string file = path(std::string("back") + GetParam());
  VideoRecorder recorder(offline(file));
  for (int i = 0; i < 40; ++i)
    recorder.push(numbered_picture(i),
                  i < 20 ? 3'600'000 + i * 1000 / 30.0 : (i - 20) * 1000 / 30.0);
  recorder.push(numbered_picture(40), std::nan(""));
  recorder.finish();
  EXPECT_EQ(recorder.status().written, 41);
  const ReadBack back = read_back(file);
  EXPECT_EQ(back.numbers, counting(41));
  for (size_t i = 0; i < back.times_ms.size(); ++i)
    EXPECT_NEAR(back.times_ms[i], static_cast<double>(i) * 1000 / 30, 18) << i;
}

TEST_P(RecordFaultsTest, AFileThatIsTakenAwayIsTold) {
  namespace fs = std::filesystem;
  struct Case {
    const char* name;
    std::function<void(const fs::path&)> harm;
    const char* said;
    bool left;  // under its name, when all is over
  };
  const std::vector<Case> cases{
      {"deleted", [](const fs::path& file) { fs::remove(file); }, "was deleted or replaced", false},
      {"truncated", [](const fs::path& file) { fs::resize_file(file, 0); }, "was cut short", true},
      {"moved", [](const fs::path& file) { fs::rename(file, file.string() + ".moved"); },
       "was moved", false},
      {"replaced",
       [](const fs::path& file) {
         std::ofstream(file.string() + ".new") << "precious";
         fs::rename(file.string() + ".new", file);
       },
       "was deleted or replaced", true}};
  for (const Case& harm : cases) {
    SCOPED_TRACE(harm.name);
    const std::string file = path(harm.name + std::string(GetParam()));
    VideoRecorder recorder(offline(file));
    for (int i = 0; i < 30; ++i) recorder.push(numbered_picture(i), i * 1000 / 30.0);
    while (recorder.status().written < 30) std::this_thread::yield();
    harm.harm(file);
    for (int i = 30; i < 60; ++i) recorder.push(numbered_picture(i), i * 1000 / 30.0);
    recorder.finish();
    const RecorderStatus status = recorder.status();
    EXPECT_TRUE(status.failed);
    EXPECT_NE(status.error.find(harm.said), std::string::npos) << status.error;
    EXPECT_EQ(status.written, 0) << "none of it is under that name";
    EXPECT_EQ(status.dropped, 60);
    EXPECT_EQ(fs::exists(file), harm.left);
    if (std::string(harm.name) == "replaced") {
      EXPECT_EQ(fs::file_size(file), 8u);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Endings, RecordFaultsTest, ::testing::Values(".mkv", ".mp4", ".avi"),
                         [](const auto& test) { return std::string(test.param + 1); });

}  // namespace
}  // namespace gridlens
