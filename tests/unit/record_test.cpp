extern "C" {
#include <libavformat/avformat.h>
}

#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "core/record/fit_picture.h"
#include "core/record/video_recorder.h"
#include "tests/unit/media_fixture.h"

namespace gridlens {
namespace {

RecorderOptions offline(const std::string& path, cv::Size size = {320, 240}, double fps = 30) {
  RecorderOptions options;
  options.path = path;
  options.width = size.width;
  options.height = size.height;
  options.fps = fps;
  options.blocking = true;
  return options;
}

std::string refusal(const RecorderOptions& options) {
  try {
    const VideoRecorder recorder(options);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "accepted";
}

class RecordTest : public MediaTest {};
class RecordFormatTest : public MediaTest, public ::testing::WithParamInterface<const char*> {};

TEST_P(RecordFormatTest, EveryPictureComesBackInOrderAndInTime) {
  const std::string file = path(std::string("out") + GetParam());
  VideoRecorder recorder(offline(file));
  for (int i = 0; i < 75; ++i) recorder.push(numbered_picture(i), 5000 + i * 1000 / 30.0);
  recorder.finish();
  const RecorderStatus status = recorder.status();
  EXPECT_FALSE(status.failed) << status.error;
  EXPECT_EQ(status.written, 75);
  EXPECT_EQ(status.dropped, 0);
  EXPECT_EQ(status.bytes, static_cast<std::int64_t>(std::filesystem::file_size(file)));
  EXPECT_NEAR(status.elapsed_ms, 74 * 1000 / 30.0, 0.01);

  const ReadBack back = read_back(file);
  EXPECT_EQ(back.numbers, counting(75));
  for (size_t i = 0; i < back.times_ms.size(); ++i)
    EXPECT_NEAR(back.times_ms[i], static_cast<double>(i) * 1000 / 30, 1.0) << i;
}

TEST_P(RecordFormatTest, PixelsAndColoursSurvive) {
  // Flat patches of strong colours and grey steps: what chroma subsampling leaves comparable.
  for (const cv::Size size : {cv::Size(320, 240), cv::Size(1280, 720)}) {
    const std::vector<cv::Scalar> colours{{0, 0, 255},     {0, 255, 0},   {255, 0, 0},
                                          {0, 255, 255},   {255, 0, 255}, {255, 255, 0},
                                          {255, 255, 255}, {0, 0, 0},     {128, 128, 128},
                                          {30, 200, 60},   {40, 90, 220}, {200, 120, 20}};
    cv::Mat picture(size, CV_8UC3);
    const auto patch = [&](size_t i) {
      return cv::Rect(static_cast<int>(i % 4) * size.width / 4,
                      static_cast<int>(i / 4) * size.height / 3, size.width / 4, size.height / 3);
    };
    for (size_t i = 0; i < colours.size(); ++i)
      cv::rectangle(picture, patch(i), colours[i], cv::FILLED);
    const std::string file = path(std::to_string(size.height) + GetParam());
    VideoRecorder recorder(offline(file, size));
    for (int i = 0; i < 5; ++i) recorder.push(picture, i * 1000 / 30.0);
    recorder.finish();
    const cv::Mat back = read_back(file).last;
    ASSERT_EQ(back.size(), size);
    for (size_t i = 0; i < colours.size(); ++i) {
      const cv::Rect whole = patch(i);
      const cv::Rect inner(whole.x + 8, whole.y + 8, whole.width - 16, whole.height - 16);
      const cv::Scalar mean = cv::mean(back(inner));
      for (int c = 0; c < 3; ++c) EXPECT_NEAR(mean[c], colours[i][c], 3) << size << " patch " << i;
    }
  }
}

TEST_P(RecordFormatTest, GapsKeepTheirLength) {
  // 30 fps with a hole of a second after picture 19, as when a camera was away.
  const std::string file = path(std::string("gap") + GetParam());
  VideoRecorder recorder(offline(file));
  const auto time_of = [](int i) { return i * 1000 / 30.0 + (i >= 20 ? 1000 : 0); };
  for (int i = 0; i < 40; ++i) recorder.push(numbered_picture(i), time_of(i));
  recorder.finish();
  const ReadBack back = read_back(file);
  EXPECT_EQ(back.numbers, counting(40));
  for (size_t i = 0; i < back.times_ms.size(); ++i)
    EXPECT_NEAR(back.times_ms[i], time_of(static_cast<int>(i)), 18) << i;
  EXPECT_EQ(recorder.status().cut_ms, 0);
}

TEST_P(RecordFormatTest, JitterCostsNoPictures) {
  const std::string file = path(std::string("jitter") + GetParam());
  VideoRecorder recorder(offline(file));
  cv::RNG random(7);
  std::vector<double> times;
  for (int i = 0; i < 90; ++i) {
    times.push_back(i * 1000 / 30.0 + random.uniform(-12.0, 12.0));
    recorder.push(numbered_picture(i), times.back());
  }
  recorder.finish();
  EXPECT_EQ(recorder.status().written, 90);
  EXPECT_EQ(recorder.status().dropped, 0);
  const ReadBack back = read_back(file);
  EXPECT_EQ(back.numbers, counting(90));
  for (size_t i = 0; i < back.times_ms.size(); ++i)
    EXPECT_NEAR(back.times_ms[i], times[i] - times[0], 34) << i;
}

TEST_P(RecordFormatTest, OddSizesArePadded) {
  const std::string file = path(std::string("odd") + GetParam());
  VideoRecorder recorder(offline(file, {321, 239}));
  for (int i = 0; i < 3; ++i) recorder.push(numbered_picture(i, {321, 239}), i * 40);
  recorder.finish();
  const ReadBack back = read_back(file);
  EXPECT_EQ(back.numbers, counting(3));
  EXPECT_EQ(back.last.size(), cv::Size(322, 240));
}

INSTANTIATE_TEST_SUITE_P(Endings, RecordFormatTest, ::testing::Values(".mkv", ".mp4", ".avi"),
                         [](const auto& test) { return std::string(test.param + 1); });

class RecordTimesTest : public MediaTest, public ::testing::WithParamInterface<const char*> {};

TEST_P(RecordTimesTest, IrregularTimesAreKept) {
  const std::string file = path(std::string("vfr") + GetParam());
  const std::vector<double> times{0, 10, 50, 51, 200, 1200, 1233, 4000};
  {
    VideoRecorder recorder(offline(file));
    for (size_t i = 0; i < times.size(); ++i)
      recorder.push(numbered_picture(static_cast<int>(i)), 100 + times[i]);
  }
  const ReadBack back = read_back(file);
  EXPECT_EQ(back.numbers, counting(8));
  ASSERT_EQ(back.times_ms.size(), times.size());
  for (size_t i = 0; i < times.size(); ++i) EXPECT_NEAR(back.times_ms[i], times[i], 1) << i;
}

TEST_P(RecordTimesTest, SlowAndUnevenPicturesDoNotDrift) {
  const std::string file = path(std::string("slow") + GetParam());
  cv::RNG random(11);
  std::vector<double> times{0};
  for (int i = 1; i < 60; ++i) times.push_back(times.back() + random.uniform(15.0, 300.0));
  {
    VideoRecorder recorder(offline(file));
    for (size_t i = 0; i < times.size(); ++i)
      recorder.push(numbered_picture(static_cast<int>(i)), times[i]);
  }
  const ReadBack back = read_back(file);
  ASSERT_EQ(back.times_ms.size(), times.size());
  for (size_t i = 0; i < times.size(); ++i) EXPECT_NEAR(back.times_ms[i], times[i], 1) << i;
}

INSTANTIATE_TEST_SUITE_P(VariableRate, RecordTimesTest, ::testing::Values(".mkv", ".mp4"),
                         [](const auto& test) { return std::string(test.param + 1); });

TEST_F(RecordTest, TimesThatDoNotRiseAreNudged) {
  const std::string file = path("still.mkv");
  VideoRecorder recorder(offline(file));
  for (int i = 0; i < 5; ++i) recorder.push(numbered_picture(i), 7);
  recorder.finish();
  EXPECT_EQ(read_back(file).numbers, counting(5));
}

TEST_F(RecordTest, FullQueueDropsAndCountsWithoutWaiting) {
  RecorderOptions options = offline(path("busy.mkv"), {1280, 720});
  options.blocking = false;
  options.queue_frames = 2;
  VideoRecorder recorder(options);
  const cv::Mat picture = numbered_picture(1, {1280, 720});
  for (int i = 0; i < 200; ++i) recorder.push(picture, i * 1000 / 30.0);
  recorder.finish();
  const RecorderStatus status = recorder.status();
  EXPECT_GT(status.dropped, 0);
  EXPECT_EQ(status.written + status.dropped, 200);
  EXPECT_EQ(read_back(path("busy.mkv")).numbers.size(), static_cast<size_t>(status.written));
}

TEST_F(RecordTest, PicturesOfAnotherSizeAreFitted) {
  const std::string file = path("sizes.mkv");
  VideoRecorder recorder(offline(file));
  recorder.push(numbered_picture(0), 0);
  recorder.push(cv::Mat(480, 480, CV_8UC3, cv::Scalar::all(200)), 40);
  recorder.finish();
  EXPECT_FALSE(recorder.status().failed);
  const cv::Mat last = read_back(file).last;
  ASSERT_EQ(last.size(), cv::Size(320, 240));
  EXPECT_NEAR(last.at<cv::Vec3b>(120, 160)[0], 200, 4);
  EXPECT_NEAR(last.at<cv::Vec3b>(120, 10)[0], 0, 4);  // a black bar
}

TEST_F(RecordTest, FinishIsIdempotentAndTheDestructorFinishes) {
  {
    VideoRecorder recorder(offline(path("a.mkv")));
    recorder.push(numbered_picture(0), 0);
    recorder.finish();
    recorder.finish();
    recorder.push(numbered_picture(1), 40);  // ignored
    EXPECT_EQ(recorder.status().written, 1);
  }
  { VideoRecorder(offline(path("b.mp4"))).push(numbered_picture(0), 0); }
  EXPECT_EQ(read_back(path("a.mkv")).numbers, counting(1));
  EXPECT_EQ(read_back(path("b.mp4")).numbers, counting(1));
}

TEST_F(RecordTest, FinishFromAnotherThreadReleasesAWaitingPush) {
  RecorderOptions options = offline(path("c.mkv"), {1280, 720});
  options.queue_frames = 1;
  VideoRecorder recorder(options);
  std::atomic<int> pushed{0};
  std::jthread pusher([&](const std::stop_token& stop) {
    const cv::Mat picture = numbered_picture(3, {1280, 720});
    for (int i = 0; !stop.stop_requested(); ++i) {
      recorder.push(picture, i * 33);
      ++pushed;
    }
  });
  while (pushed < 5) std::this_thread::yield();
  recorder.finish();
  pusher.request_stop();
  pusher.join();
  EXPECT_FALSE(recorder.status().failed);
}

TEST_F(RecordTest, StatusRunsWhileRecording) {
  VideoRecorder recorder(offline(path("live.mkv")));
  std::int64_t bytes = 0;
  for (int i = 0; i < 60; ++i) recorder.push(numbered_picture(i), i * 33.3);
  while (recorder.status().written < 60) std::this_thread::yield();
  bytes = recorder.status().bytes;
  EXPECT_GT(bytes, 1000) << "written before finish()";
  recorder.finish();
}

TEST_F(RecordTest, RefusalsSayWhy) {
  std::ofstream(path("there.mkv")) << "precious";
  EXPECT_NE(refusal(offline(path("there.mkv"))).find("exists already"), std::string::npos);
  EXPECT_EQ(std::filesystem::file_size(path("there.mkv")), 8u);
  EXPECT_NE(refusal(offline(path("no/such/out.mkv"))).find("there is no folder"),
            std::string::npos);
  EXPECT_NE(refusal(offline(path("out.txt"))).find(".mkv, .mp4 or .avi"), std::string::npos);
  std::filesystem::create_directory(path("dir.mkv"));
  EXPECT_NE(refusal(offline(path("dir.mkv"))).find("is a folder"), std::string::npos);
  RecorderOptions unknown = offline(path("x.mkv"));
  unknown.encoder = "no_such_encoder";
  EXPECT_NE(refusal(unknown).find("no video encoder"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(path("x.mkv")));
}

TEST_F(RecordTest, OverwriteReplaces) {
  std::ofstream(path("there.mkv")) << std::string(2000000, 'x');
  RecorderOptions options = offline(path("there.mkv"));
  options.overwrite = true;
  {
    VideoRecorder recorder(options);
    for (int i = 0; i < 4; ++i) recorder.push(numbered_picture(i), i * 33);
  }
  EXPECT_EQ(read_back(path("there.mkv")).numbers, counting(4));
  EXPECT_LT(std::filesystem::file_size(path("there.mkv")), 1000000u);
}

TEST_F(RecordTest, AnotherEncoderIsUsedOnRequest) {
  RecorderOptions options = offline(path("mpeg4.mkv"));
  options.encoder = "mpeg4";
  {
    VideoRecorder recorder(options);
    for (int i = 0; i < 10; ++i) recorder.push(numbered_picture(i), i * 33);
  }
  EXPECT_EQ(read_back(path("mpeg4.mkv")).numbers, counting(10));
}

TEST_F(RecordTest, FullDiskAtTheStartIsARefusal) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "needs /dev/full";
  std::filesystem::create_symlink("/dev/full", path("full.mkv"));
  RecorderOptions options = offline(path("full.mkv"));
  options.overwrite = true;
  EXPECT_NE(refusal(options).find("the disk is full"), std::string::npos) << refusal(options);
  EXPECT_TRUE(std::filesystem::exists("/dev/full"));
}

TEST_F(RecordTest, ColoursAreTagged) {
  const std::string file = path("tags.mkv");
  { VideoRecorder(offline(file, {1280, 720})).push(numbered_picture(0, {1280, 720}), 0); }
  AVFormatContext* format = nullptr;
  ASSERT_EQ(avformat_open_input(&format, file.c_str(), nullptr, nullptr), 0);
  ASSERT_GE(avformat_find_stream_info(format, nullptr), 0);
  const AVCodecParameters* codec = format->streams[0]->codecpar;
  EXPECT_EQ(codec->codec_id, AV_CODEC_ID_H264);
  EXPECT_EQ(codec->color_range, AVCOL_RANGE_MPEG);
  EXPECT_EQ(codec->color_space, AVCOL_SPC_SMPTE170M);
  EXPECT_EQ(codec->color_primaries, AVCOL_PRI_BT709);
  avformat_close_input(&format);
}

TEST(FitPictureTest, KeepsPadsAndLetterboxes) {
  const cv::Mat picture = numbered_picture(5);
  EXPECT_EQ(fit_picture(picture, {320, 240}).data, picture.data);
  const cv::Mat odd(3, 5, CV_8UC3, cv::Scalar(1, 2, 3));
  const cv::Mat padded = fit_picture(odd, {6, 4});
  EXPECT_EQ(padded.at<cv::Vec3b>(3, 5), cv::Vec3b(1, 2, 3));
  const cv::Mat tall(400, 100, CV_8UC3, cv::Scalar::all(255));
  const cv::Mat boxed = fit_picture(tall, {320, 240});
  EXPECT_EQ(boxed.at<cv::Vec3b>(120, 160)[0], 255);
  EXPECT_EQ(boxed.at<cv::Vec3b>(120, 100)[0], 0);
}

}  // namespace
}  // namespace gridlens
