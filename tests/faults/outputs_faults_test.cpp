// What bad arguments, existing files, full and closed outputs and signals do to the real program.
// Where a run is stopped, the time from the signal to the end is printed; the promise is a second,
// the limit here leaves room for busy machines.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <regex>

#include "core/record/video_recorder.h"
#include "tests/faults/run_program.h"
#include "tests/unit/media_fixture.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

const char* const kDemo = GRIDLENS_DEMO;
const char* const kPhoto = GRIDLENS_PHOTO;
const char* const kPuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
constexpr double kEndLimitS = 5;

void expect_end(const ProgramEnd& end, int status, const std::string& line) {
  EXPECT_EQ(end.status, status) << end.err;
  EXPECT_FALSE(end.killed) << "did not end by itself";
  EXPECT_TRUE(std::regex_search(end.err, std::regex(line)))
      << "wanted: " << line << "\nsaid: " << end.err;
}

// ---- Arguments

struct ArgumentCase {
  std::string name;
  std::vector<std::string> arguments;
  std::string line;  // all of standard error, as a regular expression
};

void PrintTo(const ArgumentCase& row, std::ostream* out) {
  *out << row.name;
}

class OutputsArgumentsTest : public ::testing::TestWithParam<ArgumentCase> {};

TEST_P(OutputsArgumentsTest, AreRefusedInOneShortLine) {
  const ProgramEnd end = run_program({.arguments = GetParam().arguments, .input = kPuzzle});
  expect_end(end, 1, "^gridlens: " + GetParam().line + " \\(gridlens --help tells more\\)\n$");
  EXPECT_EQ(std::count(end.err.begin(), end.err.end(), '\n'), 1) << end.err;
  EXPECT_LT(end.err.size(), 200u) << end.err;
  EXPECT_EQ(end.out, "");
}

const std::vector<ArgumentCase> kArguments{
    {"fps_0", {"--fps", "0"}, "--fps: needs a number from 0.01 to 1000, not '0'"},
    {"fps_negative", {"--fps", "-5"}, "--fps: needs a number .*, not '-5'"},
    {"fps_nan", {"--fps", "nan"}, "--fps: needs a number .*, not 'nan'"},
    {"fps_infinite", {"--fps", "inf"}, "--fps: needs a number .*, not 'inf'"},
    {"fps_tiny", {"--fps", "1e-9"}, "--fps: needs a number .*, not '1e-9'"},
    {"fps_huge", {"--fps", "1e9"}, "--fps: needs a number .*, not '1e9'"},
    {"fps_text", {"--fps", "30x"}, "--fps: needs a number .*, not '30x'"},
    {"frames_negative", {"--frames", "-1"}, "--frames: needs a whole number .*, not '-1'"},
    {"frames_0", {"--frames", "0"}, "--frames: needs a whole number from 1 to .*"},
    {"frames_half", {"--frames", "1.5"}, "--frames: needs a whole number .*, not '1.5'"},
    {"frames_huge",
     {"--frames", "99999999999999999999"},
     "--frames: needs a whole number from 1 to 1000000000, not '9+'"},
    {"frames_endless",
     {"--frames", std::string(5000, '9')},
     "--frames: needs .*, not '9+\\.\\.\\.'"},
    {"size_huge", {"--size", "99999999x99999999"}, "--size: needs WIDTHxHEIGHT.*"},
    {"size_beyond_int", {"--size", "99999999999x1"}, "--size: needs WIDTHxHEIGHT.*"},
    {"size_0", {"--size", "0x0"}, "--size: needs WIDTHxHEIGHT.*"},
    {"size_negative", {"--size", "-1x-1"}, "--size: needs WIDTHxHEIGHT.*"},
    {"size_three", {"--size", "640x480x3"}, "--size: needs WIDTHxHEIGHT.*"},
    {"size_one", {"--size", "640"}, "--size: needs WIDTHxHEIGHT.*, not '640'"},
    {"show_unknown", {"--show", "foo"}, "--show: needs .*, not 'foo'"},
    {"record_empty", {"--record", ""}, "--record: needs the name of a file"},
    {"jsonl_empty", {"--jsonl", ""}, "--jsonl: needs the name of a file"},
    {"annotate_empty",
     {"read", "x.png", "--annotate", ""},
     "--annotate: needs the name of a folder"},
    {"debug_dir_empty", {"read", "x.png", "--debug-dir", ""}, "--debug-dir: needs the name .*"},
    {"bench_frames_0", {"bench", "--frames", "0"}, "--frames: needs a whole number .*, not '0'"},
    {"max_nodes_negative",
     {"solve", "-", "--max-nodes", "-1"},
     "--max-nodes: needs a whole number .*, not '-1'"},
    {"max_solutions_0",
     {"solve", "-", "--max-solutions", "0"},
     "--max-solutions: needs a whole .*"},
    {"budget_nan", {"solve", "-", "--budget", "nan"}, "--budget: needs a number .*, not 'nan'"},
    {"budget_negative", {"solve", "-", "--budget", "-1"}, "--budget: needs a number .*, not '-1'"},
    {"box_empty", {"solve", "-", "--box", ""}, "--box: needs RxC, for example 3x3"},
};

INSTANTIATE_TEST_SUITE_P(Rows, OutputsArgumentsTest, ::testing::ValuesIn(kArguments),
                         [](const auto& row) { return row.param.name; });

// ---- Files of the user

class OutputsFilesTest : public MediaTest {
 protected:
  void SetUp() override {
    MediaTest::SetUp();
    fs::copy_file(kDemo, path("clip.mkv"));
    fs::copy_file(kPhoto, path("photo.jpg"));
    fs::create_symlink("clip.mkv", path("link.mkv"));
    fs::create_hard_link(path("clip.mkv"), path("hard.mkv"));
    fs::create_directory(path("pictures"));
    fs::copy_file(kPhoto, path("pictures/one.jpg"));
    fs::create_directory(path("same"));
    fs::copy_file(kPhoto, path("same/photo.png"));  // the ending does not matter
    std::ofstream(path("old.mkv")) << "precious";
    std::ofstream(path("old.jsonl")) << "precious";
  }

  ProgramEnd run(const std::vector<std::string>& arguments) const {
    return run_program({.arguments = arguments, .folder = folder_});
  }
  ProgramEnd live(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"live", "--headless", "--frames", "2"});
    return run(arguments);
  }

  // Every file below the folder with its content.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> all_files() const {
    std::vector<std::pair<std::string, std::string>> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      if (!entry.is_regular_file()) continue;
      std::ifstream file(entry.path(), std::ios::binary);
      files.emplace_back(entry.path().string(),
                         std::string{std::istreambuf_iterator<char>(file), {}});
    }
    std::sort(files.begin(), files.end());
    return files;
  }

  void expect_refused(const ProgramEnd& end, const std::string& line) const {
    expect_end(end, 1, "^gridlens: " + line + "\n$");
    EXPECT_TRUE(all_files() == before_) << "a file was made or changed";
  }
  void remember() { before_ = all_files(); }

  std::vector<std::pair<std::string, std::string>> before_;
};

TEST_F(OutputsFilesTest, AnInputIsNeverReplaced) {
  remember();
  const std::string refusal = " is the input .*, which is never replaced";
  for (const std::string name : {"clip.mkv", "link.mkv", "hard.mkv", "pictures/../clip.mkv"}) {
    SCOPED_TRACE(name);
    for (const std::string option : {"--record", "--jsonl"}) {
      expect_refused(live({"--input", "clip.mkv", option, name}), option + " " + name + refusal);
      expect_refused(live({"--input", "clip.mkv", option, name, "--overwrite"}),
                     option + " " + name + refusal);
    }
  }
  expect_refused(live({"--input", "link.mkv", "--jsonl", "hard.mkv", "--overwrite"}),
                 "--jsonl hard.mkv" + refusal);
  expect_refused(live({"--input", "pictures", "--jsonl", "pictures/one.jpg", "--overwrite"}),
                 "--jsonl pictures/one.jpg" + refusal);
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, std::vector<std::string>{"--overwrite"}}) {
    std::vector<std::string> arguments{"read", "same/photo.png", "--annotate", "same"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    expect_refused(run(arguments), "--annotate: same/photo.png" + refusal);
    // Another picture of that name: its annotated picture would replace an input.
    arguments[1] = "photo.jpg";
    arguments.insert(arguments.begin() + 2, "same/photo.png");
    expect_refused(run(arguments), "--annotate: same/photo.png" + refusal);
  }
}

TEST_F(OutputsFilesTest, AnExistingFileIsKeptUnlessOverwriteIsSaid) {
  remember();
  expect_refused(live({"--input", "clip.mkv", "--record", "old.mkv"}),
                 "--record old.mkv exists already \\(--overwrite replaces it\\)");
  expect_refused(live({"--input", "clip.mkv", "--jsonl", "old.jsonl"}),
                 "--jsonl old.jsonl exists already .*");
  expect_refused(run({"read", "photo.jpg", "--annotate", "same"}),
                 "--annotate: same/photo.png exists already .*");
  EXPECT_EQ(
      live({"--input", "clip.mkv", "--record", "old.mkv", "--jsonl", "old.jsonl", "--overwrite"})
          .status,
      0);
  EXPECT_EQ(run({"read", "photo.jpg", "--annotate", "same", "--overwrite"}).status, 0);
  const auto after = all_files();
  ASSERT_EQ(after.size(), before_.size());
  for (size_t i = 0; i < after.size(); ++i) {
    const std::string name = fs::relative(after[i].first, folder_).string();
    const bool replaced = name == "old.mkv" || name == "old.jsonl" || name == "same/photo.png";
    EXPECT_EQ(after[i].second != before_[i].second, replaced) << name;
  }
}

TEST_F(OutputsFilesTest, NothingIsOpenedBeforeAllArgumentsAreChecked) {
  remember();
  const auto refused = [&](const std::string& record, const std::string& line) {
    SCOPED_TRACE(record);
    expect_refused(
        live({"--input", "clip.mkv", "--jsonl", "old.jsonl", "--overwrite", "--record", record}),
        line);
  };
  refused("clip.mkv", "--record clip.mkv is the input .*");
  refused("new.mov", "new.mov: a recording's name ends in .mkv, .mp4 or .avi");
  refused("nowhere/new.mkv", "--record nowhere/new.mkv: there is no folder nowhere");
  refused("pictures", "pictures: a recording's name ends in .*");
  expect_refused(live({"--input", "clip.mkv", "--record", "new.mkv", "--jsonl", "./new.mkv"}),
                 "--record new.mkv and --jsonl ./new.mkv are the same file");
  expect_refused(live({"--input", "clip.mkv", "--record", "old.mkv", "--jsonl", "pictures"}),
                 "--record old.mkv exists already .*|--jsonl pictures is a folder");
  expect_refused(run({"read", "photo.jpg", "--annotate", "old.jsonl"}), ".*old.jsonl.*");
}

TEST_F(OutputsFilesTest, PipesAndDevicesAreNeverRefused) {
  EXPECT_EQ(live({"--input", "clip.mkv", "--jsonl", "/dev/null"}).status, 0);
  const ProgramEnd end = live({"--input", "clip.mkv", "--jsonl", "/dev/stdout"});
  EXPECT_EQ(end.status, 0) << end.err;
  EXPECT_EQ(std::count(end.out.begin(), end.out.end(), '\n'), 2);
}

TEST_F(OutputsFilesTest, AnAnnotatedPictureIsWrittenAsAWholeOrNotAtAll) {
  ProgramRun run{.arguments = {"read", "photo.jpg", "--annotate", "same", "--overwrite"},
                 .folder = folder_,
                 .file_bytes = 20000};
  remember();
  expect_end(run_program(run), 1, "gridlens: cannot write same/photo.png: File too large\n$");
  EXPECT_TRUE(all_files() == before_) << "a part of a picture is left, or the old one is lost";
}

// ---- Full and closed standard output

class OutputsStandardTest : public ::testing::TestWithParam<std::vector<std::string>> {};

TEST_P(OutputsStandardTest, LostResultsAreTold) {
  for (const StandardOutput output : {StandardOutput::full_disk, StandardOutput::closed}) {
    if (output == StandardOutput::full_disk && !fs::exists("/dev/full")) continue;
    const ProgramEnd end =
        run_program({.arguments = GetParam(), .input = kPuzzle, .output = output});
    expect_end(end, 1, "^gridlens: cannot write to standard output[^\n]*\n$");
  }
}

INSTANTIATE_TEST_SUITE_P(
    Commands, OutputsStandardTest,
    ::testing::Values(std::vector<std::string>{"--version"}, std::vector<std::string>{"--help"},
                      std::vector<std::string>{"live", "--help"},
                      std::vector<std::string>{"read", kPhoto},
                      std::vector<std::string>{"read", "--json", kPhoto},
                      std::vector<std::string>{"read", "--json", "nonesuch.png"},
                      std::vector<std::string>{"bench", "--frames", "1"},
                      std::vector<std::string>{"bench", "--frames", "1", "--json"},
                      std::vector<std::string>{"solve", "-"},
                      std::vector<std::string>{"solve", "-", "--json"},
                      std::vector<std::string>{"live", "--headless", "--input", kDemo, "--frames",
                                               "2", "--jsonl", "-"}));

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
  expect_end(end, 1, "was deleted or replaced while it was being recorded");
  EXPECT_EQ(frames_told(end.err), -1) << end.err;
}

TEST_P(OutputsRecordingTest, AFullDiskLeavesWhatIsTold) {
  ProgramRun run = recording(kDemo, false);
  run.file_bytes = 1'500'000;
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
};

void PrintTo(const BlockedCase& row, std::ostream* out) {
  *out << row.name;
}

class OutputsStopTest : public MediaTest, public ::testing::WithParamInterface<BlockedCase> {};

// "pipe.mkv" is a pipe that nobody reads or writes.
TEST_P(OutputsStopTest, NothingKeepsAStoppedProgram) {
  ASSERT_EQ(mkfifo(path("pipe.mkv").c_str(), 0600), 0);
  for (const auto& [number, status] : {std::pair{SIGINT, 130}, {SIGTERM, 143}, {SIGHUP, 129}}) {
    const auto started = Clock::now();
    const ProgramEnd end = run_program(
        {.arguments = GetParam().arguments,
         .folder = folder_,
         .signal = SignalPlan{number, [&](const std::string&) {
                                return milliseconds_between(started, Clock::now()) > 1500;
                              }}});
    EXPECT_EQ(end.status, status) << end.err;
    EXPECT_LT(end.after_signal_s.value_or(99), kEndLimitS);
    std::printf("%s, signal %d: ended after %.3f s\n", GetParam().name.c_str(), number,
                end.after_signal_s.value_or(-1));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Faults, OutputsStopTest,
    ::testing::Values(
        BlockedCase{"input_pipe", {"live", "--headless", "--input", "pipe.mkv"}},
        BlockedCase{"input_pipe_live", {"live", "--headless", "--realtime", "--input", "pipe.mkv"}},
        BlockedCase{"jsonl_pipe", {"live", "--headless", "--input", kDemo, "--jsonl", "pipe.mkv"}},
        BlockedCase{"record_pipe",
                    {"live", "--headless", "--input", kDemo, "--record", "pipe.mkv"}},
        BlockedCase{"record_pipe_live",
                    {"live", "--headless", "--realtime", "--input", kDemo, "--record", "pipe.mkv"}},
        BlockedCase{"solve", {"solve", "pipe.mkv"}}, BlockedCase{"read", {"read", "pipe.mkv"}},
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

TEST(OutputsResourcesTest, ANamedFolderThatLacksAFileIsTold) {
  const ProgramEnd end = run_program(
      {.arguments = {"read", kPhoto}, .environment = {{"GRIDLENS_RESOURCES", "/nonesuch"}}});
  expect_end(end, 1,
             "^gridlens: file 'models/digits.onnx' of the program is missing \\(looked in "
             "/nonesuch, which GRIDLENS_RESOURCES names\\)\n$");
}

}  // namespace
}  // namespace gridlens
