// Short generated clips, made as the test runs, through the frame pipeline: held to the limits of
// limits.txt, which may only get tighter.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "tests/replay/program.h"
#include "tests/simulator/scenarios.h"

namespace gridlens::generator {
namespace {

struct Row {  // of limits.txt
  std::string scenario;
  std::uint64_t seed = 0;
  int width = 0, height = 0, frames = 0;
  double found = 0, solved = 0;            // least shares of the frames, per cent
  int first = 0;                           // most frames from first sight to the first solution
  double median = 0, p95 = 0, jitter = 0;  // most, pixels
};

void PrintTo(const Row& row, std::ostream* out) {
  *out << row.scenario << ' ' << row.seed;
}

std::vector<Row> read_limits() {
  std::ifstream file(GRIDLENS_REPLAY_DIR "/limits.txt");
  std::vector<Row> rows;
  std::string line;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    Row row;
    fields >> row.scenario >> row.seed >> row.width >> row.height >> row.frames >> row.found >>
        row.solved >> row.first >> row.median >> row.p95 >> row.jitter;
    if (!fields) throw std::runtime_error("limits.txt: cannot read '" + line + "'");
    rows.push_back(row);
  }
  return rows;
}

Score run(const Row& row) {
  ClipOptions options;
  options.size = {row.width, row.height};
  options.frames = row.frames;
  options.seed = row.seed;
  Program program;
  return replay(Clip(row.scenario, options), program).score;
}

class Replay : public testing::TestWithParam<Row> {};

TEST_P(Replay, KeepsWithinItsLimits) {
  const Row& row = GetParam();
  const Score s = run(row);
  EXPECT_EQ(s.frames, row.frames);
  EXPECT_EQ(s.missing_frames, 0);
  EXPECT_EQ(s.wrong_solutions, 0) << "a wrong solution was shown";
  EXPECT_EQ(s.false_boards, 0) << "a board where there is none";
  EXPECT_EQ(s.misreadings, 0);
  EXPECT_EQ(s.wrong_orientations, 0);
  if (row.scenario == "no_sudoku") {
    EXPECT_EQ(s.asked, 0) << "this page shall have no Sudoku";
  } else {
    ASSERT_GT(s.asked, row.frames / 4) << "the clip hardly shows a board";
  }
  EXPECT_GE(100 * s.found_share(), row.found);
  EXPECT_GE(100 * s.solved_share(), row.solved);
  if (row.solved > 0 && s.asked > 0) {
    EXPECT_TRUE(s.first_solved.has_value()) << "a board was never solved";
    EXPECT_LE(s.first_solved.value_or(0), row.first);
  }
  EXPECT_LE(s.corner_median_px, row.median);
  EXPECT_LE(s.corner_p95_px, row.p95);
  EXPECT_LE(s.jitter_px, row.jitter);
  if (HasFailure()) std::cout << to_text(s);
}

// Prints limits that the program keeps now, with a little room for other machines' rounding:
// replay_test --gtest_also_run_disabled_tests --gtest_filter=*PrintRows
TEST(ReplayMeasure, DISABLED_PrintRows) {
  const auto roomy = [](double px) { return std::ceil(px * 1.4 * 10) / 10; };
  for (const Row& row : read_limits()) {
    const Score s = run(row);
    std::printf("%-16s %4d %5d %6d %6d %5d %6d %5d %7.2f %5.2f %6.2f\n", row.scenario.c_str(),
                int(row.seed), row.width, row.height, row.frames,
                std::max(0, int(100 * s.found_share() - 0.5)),
                std::max(0, int(100 * s.solved_share() - 0.5)), s.first_solved.value_or(998) + 1,
                roomy(s.corner_median_px), roomy(s.corner_p95_px), roomy(s.jitter_px));
    const int wrong = s.wrong_solutions + s.false_boards + s.misreadings + s.wrong_orientations;
    if (wrong > 0)
      std::fprintf(stderr, "%s %d:\n%s", row.scenario.c_str(), int(row.seed), to_text(s).c_str());
    std::fflush(stdout);
  }
}

INSTANTIATE_TEST_SUITE_P(Clips, Replay, testing::ValuesIn(read_limits()),
                         [](const testing::TestParamInfo<Row>& parameters) {
                           return parameters.param.scenario + "_" +
                                  std::to_string(parameters.param.seed);
                         });

}  // namespace
}  // namespace gridlens::generator
