// What becomes of recordings, and how long a stop takes, under faults. The time from a signal to
// the end is printed; the promise is a second, the limit here leaves room for busy machines.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <regex>

#include "core/record/video_recorder.h"
#include "tests/faults/expect_end.h"
#include "tests/unit/media_fixture.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

const char* const kDemo = GRIDLENS_DEMO;
constexpr double kEndLimitS = 5;
constexpr double kAsleepS = 0.25;  // a program is blocked then, not starting

// ---- Recordings

std::int64_t frames_told(const std::string& said) {
  std::smatch found;
  if (!std::regex_search(said, found, std::regex("recorded ([0-9]+) frames"))) return -1;
  return std::stoll(found[1]);
}

class OutputsRecordingTest : public MediaTest, public ::testing::WithParamInterface<const char*> {
 protected:
  [[nodiscard]] std::string file() const { return path(std::string("out") + GetParam()); }
  [[nodiscard]] ProgramRun recording(const std::string& input, bool realtime) const {
    ProgramRun run{.arguments = {"live", "--headless", "--input", input, "--record", file()}};
    if (realtime) run.arguments.insert(run.arguments.end(), {"--realtime", "--jsonl", "-"});
    return run;
  }
};

bool ten_lines(const std::string& out) {
  return std::count(out.begin(), out.end(), '\n') >= 10;
}

TEST_P(OutputsRecordingTest, HoursBetweenTwoFramesDoNotFillTheDisk) {
  RecorderOptions options;
  options.path = path("jump.mkv");
  options.width = 320;
  options.height = 240;
  options.blocking = true;
  {
    VideoRecorder recorder(options);
    for (int i = 0; i < 20; ++i)
      recorder.push(numbered_picture(i), i * 1000 / 30.0 + (i >= 10 ? 7.2e6 : 0));
  }
  ProgramRun run = recording(path("jump.mkv"), false);
  run.file_bytes = 20'000'000;
  const ProgramEnd end = run_program(run);
  EXPECT_EQ(end.status, 0) << end.err;
  EXPECT_EQ(frames_told(end.err), 20);
  EXPECT_EQ(read_back(file()).numbers.size(), 20u);
  const bool cut = end.err.find("gaps of 7200 s in all were cut") != std::string::npos;
  EXPECT_EQ(cut, std::string(GetParam()) == ".avi") << end.err;
}

TEST_P(OutputsRecordingTest, SignalsFinishItFirst) {
  for (const auto& [number, status] : {std::pair{SIGINT, 130}, {SIGTERM, 143}, {SIGHUP, 129}}) {
    ProgramRun run = recording(kDemo, true);
    run.arguments.emplace_back("--overwrite");
    run.signal = SignalPlan{number, ten_lines};
    const ProgramEnd end = run_program(run);
    expect_end(end, status, "recorded [0-9]+ frames");
    EXPECT_EQ(static_cast<std::int64_t>(read_back(file()).numbers.size()), frames_told(end.err));
    EXPECT_LT(end.after_signal_s.value_or(99), kEndLimitS);
    std::printf("signal %d: ended after %.3f s\n", number, end.after_signal_s.value_or(-1));
  }
}

TEST_P(OutputsRecordingTest, AFileTakenAwayIsNotClaimed) {
  ProgramRun run = recording(kDemo, true);
  run.arguments.insert(run.arguments.end(), {"--frames", "40"});
  bool removed = false;
  run.signal = SignalPlan{SIGCONT, [&](const std::string& out) {  // a signal that does nothing
                            if (!ten_lines(out)) return false;
                            removed = fs::remove(file());
                            return true;
                          }};
  const ProgramEnd end = run_program(run);
  EXPECT_TRUE(removed);
  expect_end(end, 1, "was deleted or replaced while it was being written");
  EXPECT_EQ(frames_told(end.err), -1) << end.err;
}

TEST_P(OutputsRecordingTest, AFullDiskLeavesWhatIsTold) {
  ProgramRun run = recording(kDemo, false);
  run.arguments.insert(run.arguments.end(), {"--frames", "80"});
  run.file_bytes = std::string(GetParam()) == ".avi" ? 1'500'000 : 400'000;
  const ProgramEnd end = run_program(run);
  expect_end(end, 1, "cannot be written: the file has reached its size limit");
  EXPECT_GT(frames_told(end.err), 3);
  EXPECT_EQ(static_cast<std::int64_t>(read_back(file()).numbers.size()), frames_told(end.err));
}

INSTANTIATE_TEST_SUITE_P(Endings, OutputsRecordingTest, ::testing::Values(".mkv", ".mp4", ".avi"),
                         [](const auto& test) { return std::string(test.param + 1); });

// ---- Stops

struct BlockedCase {
  std::string name;
  std::vector<std::string> arguments;
  bool every_signal = false;  // else SIGINT, which stands for all
};

void PrintTo(const BlockedCase& row, std::ostream* out) {
  *out << row.name;
}

class OutputsStopTest : public MediaTest, public ::testing::WithParamInterface<BlockedCase> {};

// "pipe.mkv" is a pipe that nobody reads or writes.
TEST_P(OutputsStopTest, NothingKeepsAStoppedProgram) {
  ASSERT_EQ(mkfifo(path("pipe.mkv").c_str(), 0600), 0);
  std::vector<std::pair<int, int>> signals{{SIGINT, 130}};
  if (GetParam().every_signal) signals.insert(signals.end(), {{SIGTERM, 143}, {SIGHUP, 129}});
  for (const auto& [number, status] : signals) {
    const ProgramEnd end = run_program({.arguments = GetParam().arguments,
                                        .folder = folder_,
                                        .signal = SignalPlan{number, {}, kAsleepS}});
    EXPECT_EQ(end.status, status) << end.err;
    EXPECT_LT(end.after_signal_s.value_or(99), kEndLimitS);
    std::printf("%s, signal %d: ended after %.3f s\n", GetParam().name.c_str(), number,
                end.after_signal_s.value_or(-1));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Faults, OutputsStopTest,
    ::testing::Values(
        BlockedCase{"input_pipe", {"live", "--headless", "--input", "pipe.mkv"}, true},
        BlockedCase{"input_pipe_live", {"live", "--headless", "--realtime", "--input", "pipe.mkv"}},
        BlockedCase{
            "jsonl_pipe", {"live", "--headless", "--input", kDemo, "--jsonl", "pipe.mkv"}, true},
        BlockedCase{"record_pipe",
                    {"live", "--headless", "--input", kDemo, "--record", "pipe.mkv"}},
        BlockedCase{"record_pipe_live",
                    {"live", "--headless", "--realtime", "--input", kDemo, "--record", "pipe.mkv"}},
        BlockedCase{"solve", {"solve", "pipe.mkv"}, true},
        BlockedCase{"read", {"read", "pipe.mkv"}},
        BlockedCase{"bench", {"bench", "--input", "pipe.mkv"}}),
    [](const auto& row) { return row.param.name; });

TEST(OutputsSignalTest, AnIgnoredHangUpStaysIgnored) {
  const ProgramEnd end = run_program({.arguments = {"live", "--headless", "--realtime", "--input",
                                                    kDemo, "--jsonl", "-", "--frames", "30"},
                                      .ignored_signals = {SIGHUP},
                                      .signal = SignalPlan{SIGHUP, ten_lines}});
  EXPECT_EQ(end.status, 0) << end.err;
  EXPECT_TRUE(end.after_signal_s) << "the signal was sent";
  EXPECT_EQ(std::count(end.out.begin(), end.out.end(), '\n'), 30);
}

}  // namespace
}  // namespace gridlens
