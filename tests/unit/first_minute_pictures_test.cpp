// Made-up pictures before a camera that stands still, through the whole live pipeline: what is
// told.
#include <gtest/gtest.h>

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "app/session/first_minute.h"
#include "core/pipeline/frame_processor.h"
#include "core/resources/resources.h"
#include "tests/simulator/page.h"
#include "tests/simulator/scene.h"

namespace gridlens {
namespace {

using generator::Clutter;
using generator::PageKind;
using generator::Random;

const cv::Size kFrame{1280, 720};

cv::Mat page(PageKind kind, std::optional<Clutter> clutter = {}, std::uint64_t seed = 5) {
  generator::PageOptions options;
  options.kind = kind;
  options.negative = clutter;
  Random random(seed);
  return generator::make_page(options, random).bgr;
}

cv::Mat desk() {
  Random random(3);
  const cv::Mat linear = generator::desk_top(kFrame, generator::Desk::wood, random);
  cv::Mat light, bgr;
  cv::pow(linear, 1 / 2.2, light);
  light.convertTo(bgr, CV_8UC3, 255);
  return bgr;
}

// The page on a desk, `height_px` high.
cv::Mat on_desk(const cv::Mat& page, int height_px) {
  cv::Mat frame = desk(), small;
  const double scale = std::min(double(height_px) / page.rows, double(kFrame.width) / page.cols);
  cv::resize(page, small, {}, scale, scale, cv::INTER_AREA);
  small.copyTo(frame(cv::Rect((kFrame.width - small.cols) / 2, (kFrame.height - small.rows) / 2,
                              small.cols, small.rows)));
  return frame;
}

// Noise as a camera has, and the blur of its lens.
cv::Mat photographed(const cv::Mat& bgr, double light, double blur_px, int seed) {
  cv::Mat picture;
  cv::GaussianBlur(bgr, picture, {}, std::max(0.7, blur_px));
  cv::Mat noise(bgr.size(), CV_16SC3);
  cv::RNG random(static_cast<std::uint64_t>(seed) + 1);
  random.fill(noise, cv::RNG::NORMAL, 0, 2.5);
  cv::Mat out;
  picture.convertTo(out, CV_16SC3, light);
  out += noise;
  out.convertTo(out, CV_8UC3);
  return out;
}

struct Told {
  TipKind kind;
  std::string text;
  ViewConditions seen;
};

Told live(const cv::Mat& bgr, double light = 1, double blur_px = 0) {
  static DigitNetwork network(find_resource("models/digits.onnx"));
  InlineSolveService solver;
  FrameProcessor processor(network, solver);
  FirstMinute minute;
  FrameResult result;
  for (int i = 0; i < 30; ++i) {
    Frame frame;
    frame.bgr = photographed(bgr, light, blur_px, i);
    frame.index = i;
    frame.time_ms = 200.0 * i;  // a slow camera: five seconds in few frames
    result = processor.process(frame);
    minute.see(result, TipFor::camera, frame.time_ms);
  }
  const Tip tip = tip_for(result);
  std::cout << "          light " << result.conditions.bright_grey << ", edges "
            << result.conditions.edge_px << " px, moved " << result.conditions.moved_grey
            << ", outline " << result.conditions.largest_outline_px << " px, lattices "
            << result.conditions.lattices.size() << "; " << minute.text() << std::endl;
  return {tip.kind, minute.text(), result.conditions};
}

TEST(FirstMinutePictures, AGoodViewNeedsNoTip) {
  EXPECT_EQ(live(on_desk(page(PageKind::puzzle), 700)).text, "");
}

TEST(FirstMinutePictures, Dark) {
  const Told told = live(on_desk(page(PageKind::puzzle), 700), 0.01);  // at 0.02 it is read
  EXPECT_EQ(told.text, "It is too dark; more light would help");
}

TEST(FirstMinutePictures, Blurred) {
  for (const double blur_px : {9.0, 14.0}) {
    const Told told = live(on_desk(page(PageKind::puzzle), 700), 1, blur_px);
    EXPECT_EQ(told.text, "The picture is blurred; hold still, or move back until it gets sharp");
  }
}

TEST(FirstMinutePictures, Small) {
  const Told told = live(on_desk(page(PageKind::puzzle), 100));
  EXPECT_TRUE(told.kind == TipKind::too_small || told.kind == TipKind::far_away) << told.text;
  EXPECT_NE(told.text.find("closer"), std::string::npos) << told.text;
}

TEST(FirstMinutePictures, Tiny) {
  const Told told = live(on_desk(page(PageKind::puzzle), 50));
  EXPECT_TRUE(told.kind == TipKind::no_grid || told.kind == TipKind::far_away) << told.text;
}

TEST(FirstMinutePictures, EmptyDesk) {
  EXPECT_EQ(live(desk()).text, "No grid is seen; show the whole puzzle, flat and from the front");
}

TEST(FirstMinutePictures, Jigsaw) {
  const Told told = live(on_desk(page(PageKind::negative, Clutter::jigsaw), 700));
  EXPECT_EQ(told.kind, TipKind::other_puzzle) << told.text;
}

TEST(FirstMinutePictures, BlankGrid) {
  const Told told = live(on_desk(page(PageKind::negative, Clutter::blank_grid), 700));
  EXPECT_EQ(told.kind, TipKind::no_sudoku) << told.text;
}

TEST(FirstMinutePictures, APageOfText) {
  const Told told = live(on_desk(page(PageKind::negative, Clutter::text_column), 700));
  EXPECT_EQ(told.kind, TipKind::no_grid) << told.text;
}

}  // namespace
}  // namespace gridlens
