// Photographs with truth beside them, read upright and turned by 90, 180 and 270 degrees. Counts
// must be exactly those of minimums.txt: fewer is a loss, more is a gain that is to be claimed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <sstream>

#include "tests/blackbox/turned.h"
#include "tests/replay/program.h"

namespace gridlens::generator {
namespace {

namespace fs = std::filesystem;

struct Row {  // of minimums.txt
  std::string folder;
  int images = 0, boards = 0;
  std::array<int, 4> minimum{};  // boards read and solved rightly, by quarter turns
};

void PrintTo(const Row& row, std::ostream* out) {
  *out << row.folder;
}

std::vector<Row> read_minimums() {
  std::ifstream file(GRIDLENS_BLACKBOX_DIR "/minimums.txt");
  std::vector<Row> rows;
  std::string line;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    Row row;
    fields >> row.folder >> row.images >> row.boards;
    for (int& minimum : row.minimum) fields >> minimum;
    if (!fields) throw std::runtime_error("minimums.txt: cannot read '" + line + "'");
    rows.push_back(row);
  }
  return rows;
}

std::vector<fs::path> images_in(const std::string& folder) {
  std::vector<fs::path> images;
  for (const auto& entry :
       fs::directory_iterator(fs::path(GRIDLENS_BLACKBOX_DIR) / "images" / folder))
    if (entry.path().extension() == ".jpg") images.push_back(entry.path());
  std::sort(images.begin(), images.end());
  return images;
}

struct Counts {
  int boards = 0, solved = 0;
  std::vector<std::string> missed;  // images with a board that was not solved
  std::vector<std::string> misread;
  std::vector<std::string> wrongs;  // what must never be, with the image's name
};

Counts read_folder(const std::string& folder, int turns) {
  Program program;
  Counts counts;
  for (const fs::path& path : images_in(folder)) {
    const cv::Mat upright = cv::imread(path.string(), cv::IMREAD_COLOR);
    const auto lines = read_truth(fs::path(path).replace_extension(".json"));
    if (upright.empty() || lines.size() != 1)
      throw std::runtime_error(path.string() + " or its truth cannot be read");
    const FrameTruth truth = turned(lines[0], turns);
    const FramePrediction said{truth.frame, program.read_still(turned(upright, turns))};
    // Every board of the truth is asked for here, also one that is half covered.
    const Score result = score({truth}, {said}, {0, 0, 0.5});
    counts.boards += result.asked;
    counts.solved += result.solved;
    const std::string name = path.filename().string();
    if (result.solved < result.asked) counts.missed.push_back(name);
    if (result.wrong_solutions > 0) counts.wrongs.push_back(name + ": wrong solution");
    if (result.misreadings > 0) counts.misread.push_back(name);
    if (result.wrong_orientations > 0) counts.wrongs.push_back(name + ": wrong way up");
    if (result.false_boards > 0) counts.wrongs.push_back(name + ": a board where there is none");
  }
  return counts;
}

using Parameter = std::tuple<Row, int>;

class Blackbox : public testing::TestWithParam<Parameter> {};

TEST_P(Blackbox, ReadsAsManyAsClaimed) {
  const auto& [row, turns] = GetParam();
  ASSERT_EQ(int(images_in(row.folder).size()), row.images)
      << "the number of images in " << row.folder << " differs from minimums.txt";
  const Counts counts = read_folder(row.folder, turns);
  EXPECT_EQ(counts.boards, row.boards) << "boards in the truth of " << row.folder;
  EXPECT_THAT(counts.wrongs, testing::IsEmpty());
  EXPECT_THAT(counts.misread, testing::IsEmpty()) << "clues that are wrong, but called sure";
  if (row.folder.rfind("falsepositives-", 0) == 0) {
    EXPECT_EQ(counts.boards, 0);
  }
  const int minimum = row.minimum[size_t(turns)];
  EXPECT_GE(counts.solved, minimum) << "not solved: " << testing::PrintToString(counts.missed);
  EXPECT_LE(counts.solved, minimum) << "Well done: raise the minimum in minimums.txt";
}

// Prints the table as it is now: blackbox_test --gtest_also_run_disabled_tests
// --gtest_filter=*PrintRows
TEST(BlackboxMeasure, DISABLED_PrintRows) {
  for (const Row& row : read_minimums()) {
    std::array<Counts, 4> counts;
    for (int turns = 0; turns < 4; ++turns) {
      Counts& now = counts[size_t(turns)] = read_folder(row.folder, turns);
      for (const std::string& wrong : now.wrongs)
        std::fprintf(stderr, "%s turned %d: %s\n", row.folder.c_str(), 90 * turns, wrong.c_str());
    }
    std::printf("%-26s %6d %6d", row.folder.c_str(), int(images_in(row.folder).size()),
                counts[0].boards);
    for (const Counts& now : counts) std::printf(" %4d", now.solved);
    std::printf("\n");
    std::fflush(stdout);
  }
}

// Pictures without a board take longest, and differ least when they are turned: half of their turns
// are long tests.
std::vector<Parameter> parameters(bool is_long) {
  std::vector<Parameter> all;
  for (const Row& row : read_minimums())
    for (int turns = 0; turns < 4; ++turns)
      if (is_long == (row.boards == 0 && turns >= 2)) all.emplace_back(row, turns);
  return all;
}

std::string name_of(const testing::TestParamInfo<Parameter>& info) {
  std::string name = std::get<0>(info.param).folder;
  std::replace(name.begin(), name.end(), '-', '_');
  return name + "_" + std::to_string(90 * std::get<1>(info.param));
}

INSTANTIATE_TEST_SUITE_P(Folders, Blackbox, testing::ValuesIn(parameters(false)), name_of);
INSTANTIATE_TEST_SUITE_P(LongFolders, Blackbox, testing::ValuesIn(parameters(true)), name_of);

TEST(BlackboxFolders, EveryFolderHasARow) {
  std::vector<std::string> named;
  for (const Row& row : read_minimums()) named.push_back(row.folder);
  for (const auto& entry : fs::directory_iterator(GRIDLENS_BLACKBOX_DIR "/images"))
    EXPECT_NE(std::find(named.begin(), named.end(), entry.path().filename()), named.end())
        << entry.path() << " has no row in minimums.txt";
}

TEST(BlackboxTurn, TurnedTruthFitsTurnedPicture) {
  cv::Mat picture = cv::Mat::zeros(6, 10, CV_8UC3);
  picture.at<cv::Vec3b>(1, 7) = {9, 9, 9};
  FrameTruth truth;
  truth.width = 10, truth.height = 6;
  truth.boards.emplace_back().corners.corners[0] = {7, 1};
  for (int turns = 0; turns < 4; ++turns) {
    const cv::Point2d at = turned(truth, turns).boards[0].corners.corners[0];
    EXPECT_EQ(turned(picture, turns).at<cv::Vec3b>(int(at.y), int(at.x))[0], 9) << turns;
  }
}

}  // namespace
}  // namespace gridlens::generator
