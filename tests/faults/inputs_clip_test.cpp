// `gridlens live --headless` on damaged, odd and missing clips.
#include "tests/faults/inputs_cases.h"
#include "tests/faults/inputs_clips.h"

namespace gridlens {
namespace {

class ClipFaults : public MediaTest, public ::testing::WithParamInterface<InputCase> {
 protected:
  ProgramEnd run(const std::vector<std::string>& more = {}) {
    const InputCase& input = GetParam();
    if (input.make) input.make(path(input.file));
    ProgramRun run{.arguments = {"live", "--headless", "--input", path(input.file)}};
    run.arguments.insert(run.arguments.end(), more.begin(), more.end());
    return run_program(run);
  }
};

TEST_P(ClipFaults, AreToldInOneLine) {
  const InputCase& input = GetParam();
  const ProgramEnd end = run();
  EXPECT_FALSE(end.killed);
  EXPECT_EQ(end.status, input.status) << end.err;
  if (input.result.empty())
    expect_one_line(end.err, input.error);
  else
    expect_found(end.err, input.result);
}

INSTANTIATE_TEST_SUITE_P(Played, ClipFaults, ::testing::ValuesIn(played_clips()), case_name);
INSTANTIATE_TEST_SUITE_P(Broken, ClipFaults, ::testing::ValuesIn(broken_clips()), case_name);

class ClipInputTest : public MediaTest {};

// The live threads tell the same; they drop frames as they like.
TEST_F(ClipInputTest, AnEarlyEndIsToldByTheLiveThreads) {
  cut_clip(path("c.mkv"), 0.5);
  const ProgramEnd end =
      run_program({.arguments = {"live", "--headless", "--realtime", "--input", path("c.mkv")}});
  EXPECT_EQ(end.status, 1);
  expect_found(end.err, "gridlens: .*c.mkv ends before its content does, at [0-9.]+ s of 2.0 s\n");
}

TEST_F(ClipInputTest, AWholeClipIsWellByTheLiveThreads) {
  clip(path("c.mkv"));
  const ProgramEnd end =
      run_program({.arguments = {"live", "--headless", "--realtime", "--input", path("c.mkv")}});
  EXPECT_EQ(end.status, 0);
  EXPECT_EQ(end.err.find("ends before"), std::string::npos) << end.err;
}

// Whoever asks for fewer frames than there are does not see the end.
TEST_F(ClipInputTest, ALimitInFrontOfTheEarlyEndIsNoFault) {
  cut_clip(path("c.mkv"), 0.5);
  const ProgramEnd end =
      run_program({.arguments = {"live", "--headless", "--frames", "5", "--input", path("c.mkv")}});
  EXPECT_EQ(end.status, 0) << end.err;
}

TEST_F(ClipInputTest, ARecordingOfACutClipIsWhole) {
  cut_clip(path("c.mkv"), 0.5);
  const ProgramEnd end = run_program(
      {.arguments = {"live", "--headless", "--input", path("c.mkv"), "--record", path("out.mkv")}});
  EXPECT_EQ(end.status, 1);
  EXPECT_GE(read_back(path("out.mkv")).times_ms.size(), 20u);
}

TEST_F(ClipInputTest, UrlsAreShownWithoutSecrets) {
  const ProgramEnd end =
      run_program({.arguments = {"live", "--headless", "--input",
                                 "rtsp://user:se@cret@127.0.0.1:1/x?token=abc&user=me&bare#part"}});
  EXPECT_EQ(end.status, 1);
  expect_one_line(end.err, "rtsp://user:\\*\\*\\*@127.0.0.1:1/x\\?token=\\*\\*\\*&user=\\*\\*\\*");
  for (const char* secret : {"se@cret", "cret@", "abc", "bare", "part", "=me"})
    EXPECT_EQ(end.err.find(secret), std::string::npos) << end.err;
}

}  // namespace
}  // namespace gridlens
