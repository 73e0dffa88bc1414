// The picture fuzz target's checks on damaged pictures of every format, for builds without a
// fuzzer.
#include <gtest/gtest.h>

#include <random>

#include "core/capture/videoio_setup.h"
#include "tests/fuzz/picture_check.h"
#include "tests/fuzz/picture_samples.h"

namespace gridlens {
namespace {

TEST(PictureRandomTest, EverySampleIsReadWhole) {
  for (const auto& [name, bytes] : picture_samples()) {
    std::istringstream in(bytes);
    EXPECT_NO_THROW({
      const Picture picture = read_picture(in, name);
      EXPECT_EQ(picture.note, "");
    }) << name;
  }
}

TEST(PictureRandomTest, DamagedPicturesAreReadOrRefusedCleanly) {
  prepare_videoio();
  testing::internal::CaptureStderr();
  std::mt19937 random(7);
  for (const auto& sample : picture_samples())
    for (int round = 0; round < 120; ++round) {
      std::string bytes = sample.bytes;
      for (size_t changes = 1 + random() % 4; changes > 0; --changes)
        bytes[random() % bytes.size()] = static_cast<char>(random());
      if (random() % 4 == 0) bytes.resize(random() % bytes.size());
      check_picture(bytes);
    }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "") << "a library printed a line";
}

}  // namespace
}  // namespace gridlens
