// Draws fixed scenes on Mesa's software rasteriser without a display and compares them with the
// pictures in images/. To take over a wanted change: tests/golden/update, then look at the
// pictures.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "tests/golden/scenes.h"
#include "tests/unit/render_fixture.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

// Other versions of the rasteriser round differently along edges. A digit at another place, of
// another size or missing changes far more than these.
constexpr int kNoticedDifference = 12;   // of 255, largest colour channel
constexpr int kLargestDifference = 80;   // in no pixel more
constexpr double kLargestShare = 0.002;  // of the pixels may differ noticeably

struct Difference {
  double largest = 0;
  double share = 0;
};

Difference compare(const cv::Mat& a, const cv::Mat& b) {
  cv::Mat difference;
  cv::absdiff(a, b, difference);
  cv::Mat worst = cv::Mat(difference.reshape(1, static_cast<int>(difference.total())));
  cv::Mat pixels;
  cv::reduce(worst, pixels, 1, cv::REDUCE_MAX);
  Difference result;
  cv::minMaxLoc(pixels, nullptr, &result.largest);
  result.share =
      cv::countNonZero(pixels > kNoticedDifference) / static_cast<double>(pixels.total());
  return result;
}

class Golden : public RenderTest {
 protected:
  static cv::Mat draw_scene(const golden::Scene& scene) {
    return draw(scene.picture, scene.boards, scene.mirror);
  }
};

TEST_F(Golden, ScenesLookAsAgreed) {
  const bool update = std::getenv("GRIDLENS_UPDATE_GOLDEN") != nullptr;
  for (const golden::Scene& scene : golden::scenes()) {
    SCOPED_TRACE(scene.name);
    const cv::Mat drawn = draw_scene(scene);
    const fs::path file = fs::path(GRIDLENS_GOLDEN_DIR) / (scene.name + ".png");
    if (update) {
      ASSERT_TRUE(cv::imwrite(file.string(), drawn, {cv::IMWRITE_PNG_COMPRESSION, 9}));
      continue;
    }
    const cv::Mat agreed = cv::imread(file.string());
    ASSERT_FALSE(agreed.empty()) << "no golden picture " << file;
    ASSERT_EQ(agreed.size(), drawn.size());
    const Difference difference = compare(agreed, drawn);
    if (difference.largest > kLargestDifference || difference.share > kLargestShare) {
      const std::string seen = testing::TempDir() + "golden_" + scene.name + "_seen.png";
      cv::imwrite(seen, drawn);
      ADD_FAILURE() << "differs by up to " << difference.largest << ", " << difference.share * 100
                    << " % of the pixels noticeably; drawn now: " << fs::absolute(seen);
    }
  }
}

// The comparison itself must be able to fail: a shift by one pixel is seen in every scene.
TEST_F(Golden, ComparisonSeesAShiftByOnePixel) {
  for (golden::Scene scene : golden::scenes()) {
    SCOPED_TRACE(scene.name);
    const cv::Mat agreed = draw_scene(scene);
    for (PlacedOverlay& board : scene.boards) {
      board.image_from_board =
          Homography(cv::Matx33d(1, 0, 1, 0, 1, 0, 0, 0, 1)) * board.image_from_board;
    }
    const Difference difference = compare(agreed, draw_scene(scene));
    EXPECT_TRUE(difference.largest > kLargestDifference || difference.share > kLargestShare);
  }
}

}  // namespace
}  // namespace gridlens
