#include <fstream>
#include <opencv2/imgcodecs.hpp>

#include "core/capture/capture_error.h"
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

}  // namespace
}  // namespace gridlens
