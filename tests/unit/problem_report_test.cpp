// A problem report holds all that is needed, whatever went wrong, and replaces nothing.
#include "app/session/problem_report.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <opencv2/core/utility.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <thread>

#include "app/session/report_writer.h"
#include "core/pipeline/read_still.h"
#include "core/resources/resources.h"
#include "tests/unit/reading_scene.h"
#include "tests/unit/sample_board.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

cv::Mat page() {
  cv::Mat grey(640, 900, CV_8U, cv::Scalar(150));
  const cv::Mat rectified = reading_scene::draw_rectified(kSamplePuzzle, 9).grey;
  const cv::Rect paper({80, 70}, rectified.size());
  grey(paper + cv::Size(40, 40) - cv::Point(20, 20)).setTo(225);
  rectified.copyTo(grey(paper));
  cv::Mat bgr;
  cv::cvtColor(grey, bgr, cv::COLOR_GRAY2BGR);
  return bgr;
}

Json json_of(const fs::path& folder) {
  std::ifstream file(folder / "report.json");
  return Json::parse(file);
}

std::size_t pictures_in(const fs::path& folder) {
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(folder))
    count += entry.path().extension() == ".png" && !cv::imread(entry.path().string()).empty();
  return count;
}

class ProblemReportTest : public testing::Test {
 protected:
  void SetUp() override {
    cv::setNumThreads(1);
    parent_ =
        fs::temp_directory_path() / ("gridlens-report-test-" + std::to_string(::getpid()) + "-" +
                                     testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(parent_);
  }
  void TearDown() override { fs::remove_all(parent_); }

  static ProblemReport report_of(const cv::Mat& picture) {
    ProblemReport report;
    report.result.frame.bgr = picture;
    report.result.frame.index = 17;
    report.settings.show = Show::check;
    report.source.name = "Camera 0";
    report.trouble = "a trouble";
    report.stages = {{"find", 4, 9}};
    return report;
  }

  fs::path parent_;
};

TEST_F(ProblemReportTest, HoldsPictureStagesReadingAndSettings) {
  const cv::Mat picture = page();
  ProblemReport report = report_of(picture);
  DigitNetwork network(find_resource("models/digits.onnx"));
  InlineSolveService solver;
  report.result.boards = read_still(picture, network, solver);
  ASSERT_EQ(report.result.boards.size(), 1U);
  report.result.boards[0].corrections = {{2, 4, Correction::Kind::entry}};
  const fs::path folder = write_problem_report(report, parent_ / "made");
  EXPECT_EQ(folder.parent_path(), parent_ / "made");

  EXPECT_EQ(cv::norm(cv::imread((folder / "frame.png").string()), picture, cv::NORM_INF), 0);
  EXPECT_GE(pictures_in(folder / "stages"), 3U);
  EXPECT_TRUE(fs::exists(folder / "stages" / "boards.txt"));

  const Json json = json_of(folder);
  EXPECT_EQ(json["program"], "gridlens");
  EXPECT_FALSE(json["version"].get<std::string>().empty());
  EXPECT_GE(json["command_line"].size(), 1U);
  EXPECT_EQ(json["settings"]["show"], "check");
  EXPECT_EQ(json["source"]["name"], "Camera 0");
  EXPECT_EQ(json["source"]["trouble"], "a trouble");
  EXPECT_EQ(json["times_ms"]["find"]["p99"], 9);
  EXPECT_EQ(json["shown"]["frame"], 17);
  EXPECT_EQ(json["shown"]["grids"][0]["state"], "solved");
  for (const char* looked : {"shown", "read_again_as_still"}) {
    const Json& board = json[looked]["boards"].at(0);
    EXPECT_EQ(board["track"], "confirmed") << looked;
    ASSERT_EQ(board["cells"].size(), 81U) << looked;
    const Grid clues = grid_of(kSamplePuzzle);
    for (int cell = 0; cell < 81; ++cell) {
      const Json& told = board["cells"][static_cast<std::size_t>(cell)];
      EXPECT_EQ(told["cell"], (Json{cell / 9, cell % 9}));
      EXPECT_EQ(told["clue"], clues.at(cell));
      EXPECT_GT(told["probability"].get<double>(), 0.5);
      EXPECT_GE(told["likeliest"].size(), 1U);
    }
  }
  EXPECT_EQ(json["shown"]["boards"][0]["corrections"],
            Json::parse(R"([{"cell":[0,2],"value":4,"kind":"entry"}])"));
  EXPECT_TRUE(json["read_again_as_still"]["boards"][0]["corrections"].empty());
}

TEST_F(ProblemReportTest, APictureWithoutABoardIsReportedToo) {
  cv::Mat noise(240, 320, CV_8UC3);
  cv::randu(noise, 0, 255);
  const fs::path folder = write_problem_report(report_of(noise), parent_);
  EXPECT_EQ(cv::norm(cv::imread((folder / "frame.png").string()), noise, cv::NORM_INF), 0);
  EXPECT_GE(pictures_in(folder / "stages"), 1U);
  const Json json = json_of(folder);
  EXPECT_TRUE(json["shown"]["grids"].empty());
  EXPECT_TRUE(json["read_again_as_still"]["boards"].empty());
}

TEST_F(ProblemReportTest, EachHasAFolderOfItsOwn) {
  const cv::Mat small(60, 80, CV_8UC3, cv::Scalar(200, 200, 200));
  const fs::path first = write_problem_report(report_of(small), parent_);
  const auto written = fs::last_write_time(first / "report.json");
  const fs::path second = write_problem_report(report_of(small), parent_);
  EXPECT_NE(first, second);
  EXPECT_EQ(fs::last_write_time(first / "report.json"), written);
  EXPECT_TRUE(fs::exists(second / "report.json"));
}

TEST_F(ProblemReportTest, AFolderThatCannotBeWrittenIsOneLine) {
  fs::create_directories(parent_);
  std::ofstream(parent_ / "file") << "no folder";
  const cv::Mat small(60, 80, CV_8UC3, cv::Scalar(200, 200, 200));
  try {
    write_problem_report(report_of(small), parent_ / "file");
    FAIL() << "no error";
  } catch (const std::runtime_error& error) {
    const std::string text = error.what();
    EXPECT_EQ(text.find('\n'), std::string::npos);
    EXPECT_NE(text.find((parent_ / "file").string()), std::string::npos) << text;
  }
  // The same, on the writer's thread.
  ReportWriter writer;
  writer.start(report_of(small), parent_ / "file");
  for (int i = 0; i < 6000 && writer.view().running; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_FALSE(writer.view().error.empty());
  EXPECT_TRUE(writer.view().folder.empty());
  writer.start(report_of(small), parent_);
  for (int i = 0; i < 6000 && writer.view().running; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_TRUE(writer.view().error.empty()) << writer.view().error;
  EXPECT_TRUE(fs::exists(fs::path(writer.view().folder) / "report.json"));
  writer.refuse("no picture");
  EXPECT_EQ(writer.view().error, "no picture");
}

}  // namespace
}  // namespace gridlens
