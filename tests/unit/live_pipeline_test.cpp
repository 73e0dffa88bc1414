#include "core/pipeline/live_pipeline.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <opencv2/core/utility.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/videoio.hpp>

#include "core/capture/capture_error.h"
#include "core/pipeline/read_still.h"
#include "core/pipeline/still_reader.h"
#include "core/resources/resources.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

class LivePipelineTest : public testing::Test {
 protected:
  void SetUp() override {
    cv::setNumThreads(1);  // as the program does
    folder_ = fs::temp_directory_path() /
              ("gridlens-live-" + std::to_string(testing::UnitTest::GetInstance()->random_seed()) +
               testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  // A short clip of plain colours, without any board.
  std::string make_clip(int frames) {
    const std::string path = (folder_ / "clip.avi").string();
    cv::VideoWriter writer(path, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'), 30, {160, 120});
    for (int i = 0; i < frames; ++i)
      writer.write(cv::Mat(120, 160, CV_8UC3, cv::Scalar(i * 5 % 255, 100, 200)));
    return path;
  }

  static LiveOptions options_for(const std::string& source) {
    LiveOptions options;
    options.source = source;
    options.model = find_resource("models/digits.onnx");
    return options;
  }

  fs::path folder_;
};

// A picture by itself is read as thoroughly as by `read`, and so is a frozen frame.
TEST_F(LivePipelineTest, APictureIsReadAsAStill) {
  const std::string path = find_resource("assets/samples/newspaper.jpg").string();
  DigitNetwork network(find_resource("models/digits.onnx"));
  InlineSolveService solver;
  Frame frame;
  frame.bgr = cv::imread(path);
  const std::vector<BoardResult> still = read_still(frame.bgr, network, solver);
  ASSERT_EQ(still.size(), 1U);

  LivePipeline pipeline(options_for(path));
  pipeline.wait_until_open();
  std::shared_ptr<const FrameResult> live;
  while (pipeline.status().phase != LivePhase::ended)
    if (auto result = pipeline.wait_result({}, std::chrono::milliseconds(100)))
      live = std::move(result);
  StillReader reader(find_resource("models/digits.onnx"));
  reader.ask({frame, {}, {}});
  std::shared_ptr<const FrameResult> frozen;
  for (int i = 0; i < 2000 && !(frozen = reader.take()); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  for (const auto& result : {live, frozen}) {
    ASSERT_TRUE(result);
    ASSERT_EQ(result->boards.size(), 1U);
    EXPECT_EQ(result->boards[0].state, still[0].state);
    EXPECT_EQ(result->boards[0].solution, still[0].solution);
    EXPECT_EQ(result->boards[0].confidence, still[0].confidence);
    EXPECT_EQ(max_corner_distance_px(result->boards[0].image_from_board.outline(9),
                                     still[0].image_from_board.outline(9)),
              0);
  }
}

// Of a folder by hand a picture stays until another one is asked for.
TEST_F(LivePipelineTest, AFolderIsLeafedThroughByHand) {
  for (const char* name : {"1.png", "2.png", "3.png"})
    cv::imwrite((folder_ / name).string(), cv::Mat(80, 100, CV_8UC3, cv::Scalar(200, 200, 200)));
  fs::resize_file(folder_ / "2.png", 60);  // damaged
  LiveOptions options = options_for(folder_.string());
  options.source_options.by_hand = true;
  LivePipeline pipeline(std::move(options));
  pipeline.wait_until_open();
  const auto name_after_result = [&] {
    return pipeline.wait_result({}, std::chrono::seconds(20)) ? pipeline.status().source.name
                                                              : std::string("none");
  };
  EXPECT_EQ(name_after_result(), "1.png (1 of 3)");
  pipeline.step(-1);  // there is none before it
  EXPECT_FALSE(pipeline.wait_result({}, std::chrono::milliseconds(200)));
  pipeline.step(1);
  EXPECT_EQ(name_after_result(), "3.png (3 of 3)");
  pipeline.step(1);
  EXPECT_FALSE(pipeline.wait_result({}, std::chrono::milliseconds(200)));
  pipeline.step(-1);
  EXPECT_EQ(name_after_result(), "1.png (1 of 3)");
  EXPECT_EQ(pipeline.status().phase, LivePhase::running);
}

// Whoever owns it may be held up by a disk or a pipe: its threads are not to take the cores then.
TEST_F(LivePipelineTest, AStopEndsItsThreads) {
  std::stop_source stop;
  LiveOptions options = options_for(make_clip(3000));
  options.stop = stop.get_token();
  LivePipeline pipeline(std::move(options));
  ASSERT_TRUE(pipeline.wait_result({}, std::chrono::seconds(20)));
  stop.request_stop();
  const Clock::time_point until = Clock::now() + std::chrono::seconds(20);
  while (pipeline.status().phase != LivePhase::ended && Clock::now() < until)
    pipeline.wait_result({}, std::chrono::milliseconds(50));
  EXPECT_EQ(pipeline.status().phase, LivePhase::ended);
  EXPECT_LT(pipeline.status().delivered, 1500);
}

TEST_F(LivePipelineTest, APictureIsSolvedWithItsOnlyFrame) {
  LivePipeline pipeline(options_for(find_resource("assets/samples/newspaper.jpg").string()));
  pipeline.wait_until_open();
  std::shared_ptr<const FrameResult> last;
  while (pipeline.status().phase != LivePhase::ended)
    if (auto result = pipeline.wait_result({}, std::chrono::milliseconds(100)))
      last = std::move(result);
  ASSERT_TRUE(last);
  ASSERT_FALSE(last->boards.empty());
  EXPECT_EQ(last->boards.front().state, BoardState::solved) << last->boards.front().message;
}

// In the window, too, where folders are leafed through by hand.
TEST_F(LivePipelineTest, APictureComesOnce) {
  const std::string path = (folder_ / "1.png").string();
  cv::imwrite(path, cv::Mat(80, 100, CV_8UC3, cv::Scalar(200, 200, 200)));
  LiveOptions options = options_for(path);
  options.source_options.by_hand = true;
  LivePipeline pipeline(std::move(options));
  pipeline.wait_until_open();
  EXPECT_TRUE(pipeline.wait_result({}, std::chrono::seconds(20)));
  EXPECT_FALSE(pipeline.wait_result({}, std::chrono::seconds(20)));
  EXPECT_EQ(pipeline.status().phase, LivePhase::ended);
  EXPECT_EQ(pipeline.status().delivered, 1);
}

TEST_F(LivePipelineTest, PlaysAFileToItsEndInOrder) {
  LivePipeline pipeline(options_for(make_clip(20)));
  pipeline.wait_until_open();
  EXPECT_EQ(pipeline.status().source.width, 160);
  std::int64_t last = -1;
  std::int64_t shown = 0;
  while (pipeline.status().phase != LivePhase::ended) {
    const auto result = pipeline.wait_result({}, std::chrono::milliseconds(100));
    if (!result) continue;
    EXPECT_GT(result->frame.index, last);
    EXPECT_TRUE(result->boards.empty());
    last = result->frame.index;
    ++shown;
  }
  pipeline.rethrow_failure();
  // Every delivered frame was either shown or counted as dropped.
  EXPECT_EQ(shown + pipeline.status().dropped, 20);
  EXPECT_EQ(last, 19);
}

TEST_F(LivePipelineTest, AMissingSourceIsToldToTheOwner) {
  LivePipeline pipeline(options_for((folder_ / "none.mkv").string()));
  EXPECT_THROW(pipeline.wait_until_open(), CaptureError);
  EXPECT_EQ(pipeline.status().phase, LivePhase::failed);
}

TEST_F(LivePipelineTest, AMissingModelIsToldToTheOwner) {
  LiveOptions options = options_for(make_clip(30));
  options.model = folder_ / "none.onnx";
  LivePipeline pipeline(options);
  EXPECT_THROW(
      {
        pipeline.wait_until_open();
        while (pipeline.status().phase == LivePhase::running)
          pipeline.wait_result({}, std::chrono::milliseconds(50));
        pipeline.rethrow_failure();
      },
      std::runtime_error);
}

TEST_F(LivePipelineTest, EndsInTheMiddleOfAClip) {
  for (int i = 0; i < 5; ++i) {
    LivePipeline pipeline(options_for(make_clip(300)));
    if (i > 0) pipeline.wait_until_open();
    if (i > 1) {
      EXPECT_TRUE(pipeline.wait_result({}, std::chrono::seconds(20)));
    }
  }  // must return
}

}  // namespace
}  // namespace gridlens
