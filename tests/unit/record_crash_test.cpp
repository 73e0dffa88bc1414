// What is left of a recording whose process dies or whose disk is full. The recording runs in a
// program of its own, record_child.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>

#include "tests/unit/media_fixture.h"

namespace gridlens {
namespace {

class RecordCrashTest : public MediaTest, public ::testing::WithParamInterface<const char*> {
 protected:
  // Exit status of the shell: 128 + signal when the child was killed.
  int run_child(const std::string& arguments) const {
    const std::string command =
        "'" RECORD_CHILD "' " + arguments + " > " + path("child.txt") + " 2>&1";
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  std::string said() const {
    std::ifstream file(path("child.txt"));
    return {std::istreambuf_iterator<char>(file), {}};
  }
};

TEST_P(RecordCrashTest, KilledRecordingPlaysToWithinTheLastSecond) {
  constexpr int kPictures = 160;  // not a whole number of clusters or of key-frame intervals
  const std::string file = path(std::string("killed") + GetParam());
  ASSERT_EQ(run_child("killed " + file + " " + std::to_string(kPictures)), 128 + 9) << said();
  const ReadBack back = read_back(file);
  EXPECT_EQ(back.numbers, counting(static_cast<int>(back.numbers.size())));
  // 30 pictures are a second; the room promises about a fifth of one.
  EXPECT_GE(back.numbers.size(), static_cast<size_t>(kPictures - 9));
  ASSERT_FALSE(back.times_ms.empty());
  EXPECT_NEAR(back.times_ms.back(), static_cast<double>(back.numbers.size() - 1) * 1000 / 30, 2);
}

TEST_P(RecordCrashTest, KilledSlowRecordingPlaysToWithinTheLastSecond) {
  const std::string file = path(std::string("slow") + GetParam());
  ASSERT_EQ(run_child("slow " + file + " 9"), 128 + 9) << said();
  const ReadBack back = read_back(file);
  ASSERT_FALSE(back.numbers.empty());
  EXPECT_GE(back.numbers.back(), 7) << "the last picture was at 4000 ms";
}

TEST_P(RecordCrashTest, FullDiskIsReportedAndTheRestPlays) {
  const std::string file = path(std::string("full") + GetParam());
  ASSERT_EQ(run_child("limited " + file + " 900"), 0) << said();
  EXPECT_NE(said().find("cannot be written: the file has reached its size limit"),
            std::string::npos)
      << said();
  const ReadBack back = read_back(file);
  EXPECT_EQ(back.numbers, counting(static_cast<int>(back.numbers.size())));
  EXPECT_GE(back.numbers.size(), 10u);
  EXPECT_NE(said().find(" written " + std::to_string(back.numbers.size()) + " "), std::string::npos)
      << said() << back.numbers.size() << " play";
}

INSTANTIATE_TEST_SUITE_P(Endings, RecordCrashTest, ::testing::Values(".mkv", ".mp4", ".avi"),
                         [](const auto& test) { return std::string(test.param + 1); });

}  // namespace
}  // namespace gridlens
