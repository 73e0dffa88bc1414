#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "core/capture/frame_source.h"
#include "tests/unit/numbered_picture.h"

namespace gridlens {

// A folder of its own for each test, removed afterwards.
class MediaTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              (std::string("gridlens_") + test->test_suite_name() + "_" + test->name() + "_" +
               std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }

  std::filesystem::path folder_;
};

struct ReadBack {
  std::vector<int> numbers;
  std::vector<double> times_ms;
  cv::Mat last;
};

inline ReadBack read_back(const std::string& spec, const SourceOptions& options = {}) {
  ReadBack result;
  const auto source = open_source(spec, options);
  Frame frame;
  while (source->read(frame) == ReadStatus::frame) {
    EXPECT_EQ(frame.bgr.type(), CV_8UC3);
    EXPECT_EQ(frame.index, static_cast<std::int64_t>(result.numbers.size()));
    result.numbers.push_back(number_of(frame.bgr));
    result.times_ms.push_back(frame.time_ms);
    result.last = frame.bgr;
  }
  return result;
}

inline void expect_says(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
  EXPECT_EQ(text.find('\n'), std::string::npos) << "more than one line: " << text;
}

inline std::vector<int> counting(int n) {
  std::vector<int> numbers(static_cast<size_t>(n));
  for (int i = 0; i < n; ++i) numbers[static_cast<size_t>(i)] = i;
  return numbers;
}

}  // namespace gridlens
