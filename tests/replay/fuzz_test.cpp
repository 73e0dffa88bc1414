// A few random sequences of events, as gridlens_fuzz runs them by the hundred.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "tests/replay/fuzz_report.h"
#include "tests/replay/sequence_run.h"

namespace gridlens::generator {
namespace {

struct Row : SequenceOptions {  // of fuzz_seeds.txt and fuzz_seeds_long.txt
  std::string about;            // the end of Sequence::about()
};

void PrintTo(const Row& row, std::ostream* out) {
  *out << row.seed << ' ' << row.about;
}

std::vector<Row> read_seeds(const std::string& name) {
  std::ifstream file(GRIDLENS_REPLAY_DIR "/" + name);
  std::vector<Row> rows;
  std::string line;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    std::string size, last;
    Row options;
    fields >> options.seed >> size >> last;
    if (size == "640x480") options.size = cv::Size(640, 480);
    if (size == "1280x720") options.size = cv::Size(1280, 720);
    if (last != "-") options.last = event_named(last);
    std::getline(fields >> std::ws, options.about);
    if (!fields || (!options.size && size != "-") || (!options.last && last != "-"))
      throw std::runtime_error((std::ostringstream() << name << ": cannot read " << line).str());
    rows.push_back(options);
  }
  return rows;
}

class Fuzz : public testing::TestWithParam<Row> {};

TEST_P(Fuzz, ReadableBoardsSettleAndNothingIsWrong) {
  const Sequence sequence(GetParam());
  Program program;
  const FuzzOutcome outcome =
      outcome_of(GetParam().seed, sequence, run_sequence(sequence, program));
  EXPECT_NE(outcome.about.find(GetParam().about), std::string::npos)
      << "the simulator makes another sequence of this seed now: " << outcome.about;
  EXPECT_FALSE(outcome.score.boards.empty()) << "no board is readable: choose another seed";
  EXPECT_TRUE(outcome.is_passed()) << failures_text({outcome});
}

std::string name_of(const testing::TestParamInfo<Row>& parameters) {
  return std::to_string(parameters.param.seed);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Fuzz, testing::ValuesIn(read_seeds("fuzz_seeds.txt")), name_of);
INSTANTIATE_TEST_SUITE_P(LongSeeds, Fuzz, testing::ValuesIn(read_seeds("fuzz_seeds_long.txt")),
                         name_of);

TEST(FuzzReport, AnOutcomeComesBackFromItsLine) {
  FuzzOutcome outcome{7, "640x480 puzzle 3x3: slide_in, hand", "640x480", {"slide_in", "hand"}, {}};
  outcome.score.wrong = 1;
  outcome.score.first_trouble = "wrong solution in frame 3";
  outcome.score.boards = {{2, {3, 3}, 12, 1, 2, "solved \"solved\"", std::nullopt},
                          {4, {3, 3}, std::nullopt, 0, 0, "nothing shown", true}};
  const FuzzOutcome back = outcome_from_line(to_line(outcome));
  EXPECT_EQ(to_line(back), to_line(outcome));
  EXPECT_EQ(failures_text({back}), failures_text({outcome}));
  EXPECT_FALSE(back.is_passed());
  EXPECT_NE(report_text({back}).find("slide_in"), std::string::npos);
}

TEST(FuzzReport, PassingAsksForEveryBoardInThirtyFrames) {
  FuzzOutcome outcome{1, "640x480 puzzle 3x3: hand", "640x480", {"hand"}, {}};
  outcome.score.boards = {{0, {3, 3}, 30, 0, 1, "", std::nullopt}};
  EXPECT_TRUE(outcome.is_passed());
  EXPECT_EQ(failures_text({outcome}), "");
  outcome.score.boards[0].wait = 31;
  EXPECT_FALSE(outcome.is_passed());
  outcome.score.boards[0].wait = 0;
  outcome.score.false_boards = 1;
  EXPECT_FALSE(outcome.is_passed());
}

}  // namespace
}  // namespace gridlens::generator
