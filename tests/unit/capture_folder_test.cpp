// Folders and files that are gone through together.
#include <fstream>
#include <opencv2/imgcodecs.hpp>

#include "core/capture/capture_error.h"
#include "core/capture/natural_order.h"
#include "tests/unit/media_fixture.h"

namespace gridlens {
namespace {

using CaptureFolder = MediaTest;

TEST_F(CaptureFolder, FolderIsReadInNaturalOrderWithMixedSizes) {
  cv::imwrite(path("img10.png"), numbered_picture(2, {640, 480}));
  cv::imwrite(path("img2.png"), numbered_picture(1));
  cv::imwrite(path("IMG1.jpg"), numbered_picture(0, {160, 120}));
  std::ofstream(path("img3.dat")) << "9 9\n1 2 3\n";
  std::ofstream(path(".hidden.png")) << "x";
  const auto source = open_source(folder_.string() + "/");
  EXPECT_EQ(source->info().frames, 3);
  EXPECT_EQ(source->info().width, 160);
  EXPECT_EQ(source->info().fps, 1);
  Frame frame;
  std::vector<int> widths;
  while (source->read(frame) == ReadStatus::frame) {
    EXPECT_EQ(number_of(frame.bgr), static_cast<int>(frame.index));
    EXPECT_EQ(frame.time_ms, 1000.0 * static_cast<double>(frame.index));
    widths.push_back(frame.bgr.cols);
  }
  EXPECT_EQ(widths, (std::vector<int>{160, 320, 640}));
  EXPECT_EQ(source->info().trouble, "");
}

// Dropped in any order, with a folder and what is no picture among them.
TEST_F(CaptureFolder, FilesChosenTogetherAreGoneThroughLikeAFolder) {
  std::filesystem::create_directory(path("b"));
  cv::imwrite(path("c10.png"), numbered_picture(4));
  cv::imwrite(path("c9.png"), numbered_picture(3));
  cv::imwrite(path("b/x2.png"), numbered_picture(2));
  cv::imwrite(path("b/x1.png"), numbered_picture(1));
  cv::imwrite(path("a\nb.png"), numbered_picture(0));
  std::ofstream(path("notes.txt")) << "a text";
  SourceOptions options;
  options.files = {path("notes.txt"), path("c10.png"), path("b"), path("a\nb.png"), path("c9.png")};
  const auto source = open_source("files", options);
  EXPECT_TRUE(source->info().stills);
  EXPECT_EQ(source->info().frames, 5);
  EXPECT_EQ(source->info().note, "notes.txt left out: only pictures are gone through together");
  Frame frame;
  for (int i = 0; i < 5; ++i) {
    ASSERT_EQ(source->read(frame), ReadStatus::frame);
    EXPECT_EQ(number_of(frame.bgr), i);
  }
  EXPECT_EQ(source->read(frame), ReadStatus::end);
  ASSERT_TRUE(source->step(-4));
  ASSERT_EQ(source->read(frame), ReadStatus::frame);
  EXPECT_EQ(number_of(frame.bgr), 0);
}

TEST_F(CaptureFolder, FilesWithoutAPictureAreRefusedOrTheFirstIsOpened) {
  std::ofstream(path("a.txt")) << "a text";
  std::ofstream(path("b.txt")) << "a text";
  SourceOptions options;
  options.files = {path("b.txt"), path("a.txt"), path("missing.png")};
  try {
    open_source("files", options);
    FAIL() << "a text was opened";
  } catch (const CaptureError& error) {
    expect_says(error.what(), "a.txt");
  }
}

TEST_F(CaptureFolder, FolderRateCanBeWished) {
  cv::imwrite(path("a.png"), numbered_picture(0));
  cv::imwrite(path("b.png"), numbered_picture(1));
  SourceOptions options;
  options.fps = 25;
  EXPECT_EQ(read_back(folder_.string(), options).times_ms, (std::vector<double>{0, 40}));
}

TEST_F(CaptureFolder, DamagedPictureInAFolderIsLeftOutAndTold) {
  cv::imwrite(path("a.png"), numbered_picture(0));
  cv::imwrite(path("b.png"), numbered_picture(9));
  cv::imwrite(path("c.png"), numbered_picture(1));
  std::filesystem::resize_file(path("b.png"), 40);
  const auto source = open_source(folder_.string());
  Frame frame;
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(source->read(frame), ReadStatus::frame);
    EXPECT_EQ(number_of(frame.bgr), i);
  }
  EXPECT_EQ(source->read(frame), ReadStatus::end);
  expect_says(source->info().trouble, "1 picture left out");
  expect_says(source->info().trouble, "b.png ends before its picture does");
}

TEST_F(CaptureFolder, LoopOverDamagedPicturesEnds) {
  cv::imwrite(path("a.png"), numbered_picture(0));
  SourceOptions options;
  options.loop = true;
  const auto source = open_source(folder_.string(), options);
  Frame frame;
  for (int i = 0; i < 3; ++i) ASSERT_EQ(source->read(frame), ReadStatus::frame);
  std::filesystem::remove(path("a.png"));
  EXPECT_EQ(source->read(frame), ReadStatus::end);
}

TEST(NaturalOrderTest, NumbersCompareAsNumbers) {
  EXPECT_TRUE(natural_less("img2", "img10"));
  EXPECT_FALSE(natural_less("img10", "img2"));
  EXPECT_TRUE(natural_less("img002", "img10"));
  EXPECT_TRUE(natural_less("a", "B"));
  EXPECT_TRUE(natural_less("a", "a1"));
  EXPECT_TRUE(natural_less("img01", "img1"));  // equal as numbers: plain order
  EXPECT_FALSE(natural_less("img1", "img01"));
  EXPECT_FALSE(natural_less("x", "x"));
  EXPECT_TRUE(natural_less("99999999999999999999998", "99999999999999999999999"));
}

}  // namespace
}  // namespace gridlens
