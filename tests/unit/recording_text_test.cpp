#include "app/panels/recording_text.h"

#include <gtest/gtest.h>

namespace gridlens {
namespace {

TEST(RecordingText, TimesAndSizes) {
  EXPECT_EQ(clock_text(-5), "0:00");
  EXPECT_EQ(clock_text(7'900), "0:07");
  EXPECT_EQ(clock_text(754'000), "12:34");
  EXPECT_EQ(clock_text(3'723'000), "1:02:03");
  EXPECT_EQ(size_text(0), "0 B");
  EXPECT_EQ(size_text(812), "812 B");
  EXPECT_EQ(size_text(3'400'000), "3.4 MB");
  EXPECT_EQ(size_text(999'600), "1.0 MB");
  EXPECT_EQ(size_text(123'456'789), "123 MB");
}

}  // namespace
}  // namespace gridlens
