#include <fstream>
#include <opencv2/imgcodecs.hpp>

#include "core/capture/capture_error.h"
#include "core/capture/natural_order.h"
#include "core/capture/picture.h"
#include "core/record/video_recorder.h"
#include "tests/unit/media_fixture.h"

namespace gridlens {
namespace {

class CaptureTest : public MediaTest {
 protected:
  // A video of numbered pictures at these times.
  std::string make_video(const std::string& name, const std::vector<double>& times_ms) const {
    RecorderOptions options;
    options.path = path(name);
    options.width = 320;
    options.height = 240;
    options.blocking = true;
    VideoRecorder recorder(options);
    for (size_t i = 0; i < times_ms.size(); ++i)
      recorder.push(numbered_picture(static_cast<int>(i)), times_ms[i]);
    return path(name);
  }

  static std::string refusal(const std::string& spec) {
    try {
      open_source(spec);
    } catch (const CaptureError& error) {
      return error.what();
    }
    return "accepted";
  }
};

std::vector<double> regular(int n) {
  std::vector<double> times(static_cast<size_t>(n));
  for (int i = 0; i < n; ++i) times[static_cast<size_t>(i)] = i * 1000 / 30.0;
  return times;
}

void expect_says(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
  EXPECT_EQ(text.find('\n'), std::string::npos) << "more than one line: " << text;
}

TEST_F(CaptureTest, VideoTellsWhatItIs) {
  const auto source = open_source(make_video("clip.mkv", regular(45)));
  const SourceInfo info = source->info();
  EXPECT_EQ(info.name, "clip.mkv");
  EXPECT_EQ(info.width, 320);
  EXPECT_EQ(info.height, 240);
  EXPECT_NEAR(info.fps, 30, 0.1);
  EXPECT_EQ(info.format, "H264");
  EXPECT_EQ(open_source(make_video("clip.mp4", regular(9)))->info().format, "H264");
  EXPECT_FALSE(info.live);
  ASSERT_TRUE(info.frames);
  EXPECT_NEAR(static_cast<double>(*info.frames), 45, 1);
}

TEST_F(CaptureTest, VariableFrameRateIsRespected) {
  const std::vector<double> times{0, 33, 66, 500, 533, 566, 600, 633, 2000};
  const ReadBack back = read_back(make_video("vfr.mkv", times));
  ASSERT_EQ(back.times_ms.size(), times.size());
  for (size_t i = 0; i < times.size(); ++i) EXPECT_NEAR(back.times_ms[i], times[i], 1) << i;
}

TEST_F(CaptureTest, FramesAreNotOverwrittenByLaterOnes) {
  const auto source = open_source(make_video("clip.mkv", regular(3)));
  Frame first, second;
  ASSERT_EQ(source->read(first), ReadStatus::frame);
  ASSERT_EQ(source->read(second), ReadStatus::frame);
  EXPECT_EQ(number_of(first.bgr), 0);
  EXPECT_EQ(number_of(second.bgr), 1);
}

TEST_F(CaptureTest, EndStaysTheEnd) {
  const auto source = open_source(make_video("clip.mkv", regular(1)));
  Frame frame;
  EXPECT_EQ(source->read(frame), ReadStatus::frame);
  EXPECT_EQ(source->read(frame), ReadStatus::end);
  EXPECT_EQ(source->read(frame), ReadStatus::end);
}

TEST_F(CaptureTest, LoopGoesOnRising) {
  SourceOptions options;
  options.loop = true;
  const auto source = open_source(make_video("clip.mkv", regular(10)), options);
  Frame frame;
  double last_ms = -1;
  for (int i = 0; i < 25; ++i) {
    ASSERT_EQ(source->read(frame), ReadStatus::frame);
    EXPECT_EQ(frame.index, i);
    EXPECT_EQ(number_of(frame.bgr), i % 10);
    EXPECT_NEAR(frame.time_ms, i * 1000 / 30.0, 2);
    EXPECT_GT(frame.time_ms, last_ms);
    last_ms = frame.time_ms;
  }
}

TEST_F(CaptureTest, FlipUndoesAMirror) {
  const std::string file = path("mirrored.png");
  cv::Mat mirrored;
  cv::flip(numbered_picture(12345), mirrored, 1);
  cv::imwrite(file, mirrored);
  SourceOptions options;
  options.flip = true;
  EXPECT_EQ(read_back(file, options).numbers, std::vector<int>{12345});
  EXPECT_NE(read_back(file).numbers, std::vector<int>{12345});
}

TEST_F(CaptureTest, TruncatedVideoGivesWhatIsThere) {
  const std::string file = make_video("clip.mkv", regular(90));
  std::filesystem::resize_file(file, std::filesystem::file_size(file) * 6 / 10);
  const ReadBack back = read_back(file);
  EXPECT_GE(back.numbers.size(), 20u);
  EXPECT_LT(back.numbers.size(), 90u);
  EXPECT_EQ(back.numbers, counting(static_cast<int>(back.numbers.size())));
}

TEST_F(CaptureTest, DamagedVideoEndsWithoutACrash) {
  const std::string file = make_video("clip.mkv", regular(90));
  const auto size = static_cast<std::int64_t>(std::filesystem::file_size(file));
  std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
  cv::RNG random(5);
  for (int i = 0; i < 400; ++i) {
    bytes.seekp(size / 3 + random.uniform(0, static_cast<int>(size / 3)));
    bytes.put(static_cast<char>(random.uniform(0, 256)));
  }
  bytes.close();
  const auto source = open_source(file);
  Frame frame;
  int frames = 0;
  double last_ms = -1;
  while (source->read(frame) == ReadStatus::frame) {
    EXPECT_GT(frame.time_ms, last_ms);
    last_ms = frame.time_ms;
    ASSERT_LT(++frames, 1000);
  }
  EXPECT_GE(frames, 20);
}

TEST_F(CaptureTest, VideoWithoutOneGoodFrameIsAnError) {
  const std::string file = make_video("clip.mkv", regular(30));
  std::filesystem::resize_file(file, 700);  // the header and nothing else
  expect_says(refusal(file), "is damaged");
}

TEST_F(CaptureTest, PictureIsOneFrame) {
  cv::imwrite(path("p.png"), numbered_picture(77));
  const auto source = open_source(path("p.png"));
  EXPECT_EQ(source->info().fps, 0);
  EXPECT_EQ(source->info().format, "PNG");
  Frame frame;
  ASSERT_EQ(source->read(frame), ReadStatus::frame);
  EXPECT_EQ(number_of(frame.bgr), 77);
  EXPECT_EQ(source->read(frame), ReadStatus::end);
}

TEST_F(CaptureTest, EndingOfTheNameDoesNotMatter) {
  cv::imwrite(path("p.png"), numbered_picture(77));
  std::filesystem::rename(path("p.png"), path("p"));
  std::filesystem::rename(make_video("v.mkv", regular(5)), path("v.jpg"));
  EXPECT_EQ(read_back(path("p")).numbers, std::vector<int>{77});
  EXPECT_EQ(read_back(path("v.jpg")).numbers, counting(5));
}

TEST_F(CaptureTest, EveryPixelFormatBecomesBgr) {
  const cv::Mat bgr = numbered_picture(4321);
  cv::Mat grey, deep, deep_grey;
  cv::cvtColor(bgr, grey, cv::COLOR_BGR2GRAY);
  bgr.convertTo(deep, CV_16U, 257);
  grey.convertTo(deep_grey, CV_16U, 257);
  for (const cv::Mat& picture : {grey, deep, deep_grey}) {
    cv::imwrite(path("p.png"), picture);
    EXPECT_EQ(read_back(path("p.png")).numbers, std::vector<int>{4321}) << picture.type();
  }
}

TEST_F(CaptureTest, TransparencyLiesOnWhite) {
  for (const int depth : {CV_8U, CV_16U}) {
    cv::Mat ink(20, 20, CV_8UC4, cv::Scalar(0, 0, 0, 0));  // transparent black
    ink.at<cv::Vec4b>(5, 5) = {0, 0, 0, 255};
    ink.at<cv::Vec4b>(6, 6) = {0, 0, 255, 128};
    cv::Mat stored;
    ink.convertTo(stored, depth, depth == CV_16U ? 257 : 1);
    cv::imwrite(path("ink.png"), stored);
    const cv::Mat bgr = load_picture(path("ink.png")).bgr;
    ASSERT_EQ(bgr.type(), CV_8UC3);
    EXPECT_EQ(bgr.at<cv::Vec3b>(0, 0), cv::Vec3b(255, 255, 255));
    EXPECT_EQ(bgr.at<cv::Vec3b>(5, 5), cv::Vec3b(0, 0, 0));
    EXPECT_EQ(bgr.at<cv::Vec3b>(6, 6), cv::Vec3b(127, 127, 255));
  }
}

TEST_F(CaptureTest, ExifOrientationIsHonoured) {
  // The picture lies on its left side; orientation 6 says "turn it clockwise to see it upright".
  cv::Mat lying;
  cv::rotate(numbered_picture(999), lying, cv::ROTATE_90_COUNTERCLOCKWISE);
  std::vector<uchar> jpeg;
  cv::imencode(".jpg", lying, jpeg, {cv::IMWRITE_JPEG_QUALITY, 98});
  const std::vector<uchar> exif{0xff, 0xe1, 0, 34, 'E', 'x', 'i', 'f', 0, 0, 'M', 'M', 0, 42, 0, 0,
                                0,    8,    0, 1,  // one entry
                                0x01, 0x12, 0, 3,  0,   0,   0,   1,   0, 6, 0,   0,   0, 0,  0, 0};
  ASSERT_EQ(exif.size(), 36u);
  jpeg.insert(jpeg.begin() + 2, exif.begin(), exif.end());
  std::ofstream(path("turned.jpg"), std::ios::binary)
      .write(reinterpret_cast<const char*>(jpeg.data()), static_cast<std::streamsize>(jpeg.size()));
  const ReadBack back = read_back(path("turned.jpg"));
  EXPECT_EQ(back.last.size(), cv::Size(320, 240));
  EXPECT_EQ(back.numbers, std::vector<int>{999});
}

TEST_F(CaptureTest, FolderIsReadInNaturalOrderWithMixedSizes) {
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
TEST_F(CaptureTest, FilesChosenTogetherAreGoneThroughLikeAFolder) {
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

TEST_F(CaptureTest, FilesWithoutAPictureAreRefusedOrTheFirstIsOpened) {
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

TEST_F(CaptureTest, FolderRateCanBeWished) {
  cv::imwrite(path("a.png"), numbered_picture(0));
  cv::imwrite(path("b.png"), numbered_picture(1));
  SourceOptions options;
  options.fps = 25;
  EXPECT_EQ(read_back(folder_.string(), options).times_ms, (std::vector<double>{0, 40}));
}

TEST_F(CaptureTest, DamagedPictureInAFolderIsLeftOutAndTold) {
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

TEST_F(CaptureTest, LoopOverDamagedPicturesEnds) {
  cv::imwrite(path("a.png"), numbered_picture(0));
  SourceOptions options;
  options.loop = true;
  const auto source = open_source(folder_.string(), options);
  Frame frame;
  for (int i = 0; i < 3; ++i) ASSERT_EQ(source->read(frame), ReadStatus::frame);
  std::filesystem::remove(path("a.png"));
  EXPECT_EQ(source->read(frame), ReadStatus::end);
}

TEST_F(CaptureTest, WhatCannotBeOpenedSaysWhy) {
  std::ofstream(path("notes.txt")) << "not a clip\n";
  std::ofstream(path("notes.mp4")) << "not a clip either\n";
  std::ofstream(path("empty.mkv")).flush();
  std::ofstream(path("noise.mkv"), std::ios::binary) << std::string(5000, '\x01');
  cv::imwrite(path("cut.png"), numbered_picture(1));
  std::filesystem::resize_file(path("cut.png"), 40);
  std::filesystem::create_directory(path("folder"));
  expect_says(refusal(path("nothing.mkv")), "no such file");
  expect_says(refusal(path("notes.txt")), "is a text file");
  expect_says(refusal(path("notes.mp4")), "is a text file");
  expect_says(refusal(path("empty.mkv")), "is empty");
  expect_says(refusal(path("noise.mkv")), "is not a picture or a video");
  expect_says(refusal(path("cut.png")), "ends before its picture does");
  expect_says(refusal(path("folder")), "holds no pictures");
  expect_says(refusal(""), "no name");
  expect_says(refusal("rtsp://someone:secret@127.0.0.1:9/x"), "cannot be reached");
  EXPECT_EQ(refusal("rtsp://someone:secret@127.0.0.1:9/x").find("secret"), std::string::npos);
}

TEST_F(CaptureTest, ForbiddenFileSaysSo) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  std::ofstream(path("locked.mkv")) << "x";
  std::filesystem::permissions(path("locked.mkv"), std::filesystem::perms::none);
  expect_says(refusal(path("locked.mkv")), "permission denied");
}

TEST(LiveSpecTest, CamerasAndStreamsAreLive) {
  for (const char* spec : {"0", "12", "/dev/video3", "rtsp://host/x", "http://host/x.mjpg"})
    EXPECT_TRUE(is_live_spec(spec)) << spec;
  for (const char* spec : {"", "clip.mkv", "./0", "/tmp", "C:clip", "a b://x"})
    EXPECT_FALSE(is_live_spec(spec)) << spec;
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
