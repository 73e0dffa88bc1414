// Every way to a still ends in the same claims: `read`, a folder in the window, and a frame that is
// frozen and read again.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <opencv2/core/utility.hpp>

#include "core/capture/frame_source.h"
#include "core/pipeline/live_pipeline.h"
#include "core/pipeline/read_still.h"
#include "core/pipeline/still_reader.h"
#include "core/resources/resources.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;

struct Folder {
  const char* name;
  fs::path path;
  size_t pictures;  // that are taken of it, spread over all of them
};

fs::path shared_folder(const char* name) {
  const char* named = std::getenv("GRIDLENS_SHARED");
  const fs::path shared =
      named != nullptr ? fs::path(named) : fs::path(GRIDLENS_SOURCE) / "../shared";
  return shared / "data" / name;
}

void PrintTo(const Folder& folder, std::ostream* out) {
  *out << folder.name;
}

void expect_same(const std::vector<BoardResult>& boards, const std::vector<BoardResult>& others) {
  ASSERT_EQ(boards.size(), others.size());
  for (size_t i = 0; i < boards.size(); ++i) {
    EXPECT_EQ(boards[i].state, others[i].state);
    EXPECT_EQ(boards[i].message, others[i].message);
    EXPECT_EQ(boards[i].clues, others[i].clues);
    EXPECT_EQ(boards[i].entries, others[i].entries);
    EXPECT_EQ(boards[i].solution, others[i].solution);
    EXPECT_EQ(boards[i].doubtful, others[i].doubtful);
    EXPECT_EQ(boards[i].image_from_board.outline(boards[i].n).corners,
              others[i].image_from_board.outline(others[i].n).corners);
  }
}

class StillsTest : public testing::TestWithParam<Folder> {
 protected:
  void SetUp() override {
    cv::setNumThreads(1);  // as the program does
    if (!fs::exists(GetParam().path)) GTEST_SKIP() << "no " << GetParam().path.string();
    folder_ = fs::temp_directory_path() / ("gridlens_Stills_" + std::string(GetParam().name));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    std::vector<fs::path> all;
    for (const auto& entry : fs::recursive_directory_iterator(GetParam().path))
      if (entry.path().extension() == ".jpg" || entry.path().extension() == ".png")
        all.push_back(entry.path());
    std::sort(all.begin(), all.end());
    const size_t count = std::min(all.size(), GetParam().pictures);
    for (size_t i = 0; i < count; ++i) {
      const std::string name = std::to_string(1000 + i);  // sorted as they are taken
      const fs::path& from = all[i * all.size() / count];
      fs::create_symlink(fs::canonical(from), folder_ / (name + from.extension().string()));
    }
    pictures_ = count;
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }

  fs::path folder_;
  size_t pictures_ = 0;
  const fs::path model_ = find_resource("models/digits.onnx");
};

TEST_P(StillsTest, AllWaysEndInTheSameClaims) {
  ASSERT_GT(pictures_, 0U);
  DigitNetwork network(model_);
  InlineSolveService solver;
  StillReader frozen(model_);
  LiveOptions options;
  options.source = folder_.string();
  options.source_options.by_hand = true;
  options.model = model_;
  LivePipeline window(options);
  window.wait_until_open();
  for (size_t i = 0; i < pictures_; ++i) {
    if (i > 0) window.step(1);
    const auto shown = window.wait_result({}, seconds(60));
    ASSERT_TRUE(shown);
    SCOPED_TRACE(window.status().source.name);
    const std::vector<BoardResult> still = read_still(shown->frame.bgr, network, solver);
    expect_same(shown->boards, still);
    frozen.ask({shown->frame, {}, {}});
    std::shared_ptr<const FrameResult> again;
    for (int wait = 0; wait < 6000 && !(again = frozen.take()); ++wait)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    ASSERT_TRUE(again);
    expect_same(again->boards, still);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Folders, StillsTest,
    testing::Values(Folder{"samples", fs::path(GRIDLENS_SOURCE) / "assets/samples", 3},
                    Folder{"blackbox", fs::path(GRIDLENS_SOURCE) / "tests/blackbox/images", 24},
                    Folder{"newspaper", shared_folder("newspaper-photos"), 12},
                    Folder{"filled", shared_folder("newspaper-photos-filled"), 12},
                    Folder{"calendar", shared_folder("calendar-photos"), 12}),
    [](const auto& folder) { return std::string(folder.param.name); });

}  // namespace
}  // namespace gridlens
