// What the real program records with --show hint and --show check differs from --show none in the
// cells that it should, and in no others.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/videoio.hpp>
#include <set>

#include "tests/faults/expect_end.h"
#include "tests/faults/inputs_cases.h"
#include "tests/simulator/page.h"
#include "tests/simulator/random.h"
#include "tests/ui/painted_cells.h"

namespace gridlens {
namespace {

using Json = nlohmann::json;
using Cells = std::set<int>;

class ShowRecordingTest : public MediaTest, public ::testing::WithParamInterface<double> {
 protected:
  // A page with entries of which that share is wrong.
  void SetUp() override {
    MediaTest::SetUp();
    generator::PageOptions options;
    options.style.entry_share = 0.5;
    options.style.wrong_share = GetParam();
    options.board_px = 630;
    generator::Random random(3);
    cv::imwrite(path("page.png"), generator::make_page(options, random).bgr);
    const ProgramEnd read = run_program(
        {.arguments = {"read", "--json", "--hint", "page.png"}, .input = {}, .folder = folder_});
    ASSERT_EQ(read.status, 0) << read.err;
    grid_ = Json::parse(read.out)["grids"].at(0);
    ASSERT_EQ(grid_["state"], "solved");
  }

  // The first frame that is recorded so.
  [[nodiscard]] cv::Mat recorded(const std::string& show) const {
    const std::string name = show + ".avi";
    const ProgramEnd end =
        run_program({.arguments = {"--headless", "page.png", "--show", show, "--record", name},
                     .input = {},
                     .folder = folder_});
    EXPECT_EQ(end.status, 0) << end.err;
    cv::VideoCapture video(path(name));
    cv::Mat frame;
    EXPECT_TRUE(video.read(frame));
    return frame;
  }

  [[nodiscard]] Cells changed(const cv::Mat& from, const cv::Mat& to) const {
    std::array<cv::Point2d, 4> corners;
    for (std::size_t i = 0; i < 4; ++i)
      corners[i] = {grid_["corners"][i][0], grid_["corners"][i][1]};
    const std::vector<int> cells = painted_cells(from, to, corners, 9);
    return {cells.begin(), cells.end()};
  }

  [[nodiscard]] Cells cells_of(const Json& list) const {
    Cells cells;
    for (const Json& cell : list) cells.insert(cell[0].get<int>() * 9 + cell[1].get<int>());
    return cells;
  }

  [[nodiscard]] Cells entries() const {
    Cells cells;
    for (int cell = 0; cell < 81; ++cell)
      if (grid_["entries"][static_cast<std::size_t>(cell / 9)]
               [static_cast<std::size_t>(cell % 9)] != 0)
        cells.insert(cell);
    return cells;
  }

  Json grid_;
};

TEST_P(ShowRecordingTest, NoneIsTheCameraPicture) {
  EXPECT_EQ(changed(cv::imread(path("page.png")), recorded("none")), Cells());
}

TEST_P(ShowRecordingTest, ACheckChangesEveryEntryAndNothingElse) {
  EXPECT_EQ(grid_["mistakes"].empty(), GetParam() == 0);
  EXPECT_GE(entries().size(), 20u);
  EXPECT_EQ(changed(recorded("none"), recorded("check")), entries());
}

TEST_P(ShowRecordingTest, AHintChangesItsCellAndWhatProvesIt) {
  const Json& hint = grid_["hint"];
  EXPECT_EQ(hint["kind"], GetParam() > 0 ? "wrong_entry" : "place");
  const int row = hint["cell"][0], col = hint["cell"][1];
  Cells wanted = cells_of(hint["because"]);
  wanted.insert(row * 9 + col);
  const Cells painted = changed(recorded("none"), recorded("hint"));
  for (const int cell : wanted) EXPECT_TRUE(painted.contains(cell)) << cell;
  // Beyond them only whole units of the cell are shaded.
  int rows = 0, cols = 0, boxes = 0;
  for (const int cell : painted) {
    const bool in_row = cell / 9 == row, in_col = cell % 9 == col;
    const bool in_box = cell / 27 == row / 3 && cell % 9 / 3 == col / 3;
    EXPECT_TRUE(in_row || in_col || in_box || wanted.contains(cell)) << cell;
    rows += in_row;
    cols += in_col;
    boxes += in_box;
  }
  EXPECT_TRUE(rows == 9 || cols == 9 || boxes == 9);
  EXPECT_LT(painted.size(), 40u);
}

INSTANTIATE_TEST_SUITE_P(Entries, ShowRecordingTest, ::testing::Values(0.0, 0.15),
                         [](const auto& share) {
                           return std::string(share.param > 0 ? "some_wrong" : "right");
                         });

}  // namespace
}  // namespace gridlens
