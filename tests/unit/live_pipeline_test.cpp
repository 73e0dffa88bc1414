#include "core/pipeline/live_pipeline.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <opencv2/core/utility.hpp>
#include <opencv2/videoio.hpp>

#include "core/capture/capture_error.h"
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

// A picture is one frame: the solver's answer must not wait for a second.
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
