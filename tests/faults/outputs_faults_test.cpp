// What bad arguments, existing files, and full and closed outputs do to the real program.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>

#include "tests/faults/expect_end.h"
#include "tests/unit/media_fixture.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

const char* const kDemo = GRIDLENS_DEMO;
const char* const kPhoto = GRIDLENS_PHOTO;
const char* const kPuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";

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
  expect_end(end, 1,
             "^gridlens: " + GetParam().line + " \\(gridlens (\\w+ )?--help tells more\\)\n$");
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

TEST_F(OutputsFilesTest, ADebugPictureNeverReplacesAnInput) {
  fs::create_directories(path("debug/00_page"));
  fs::copy_file(kPhoto, path("debug/00_page/00_page.png"));
  fs::create_directories(path("debug/photo"));
  fs::create_symlink("../../photo.jpg", path("debug/photo/00_page.png"));
  remember();
  for (const std::string image : {"debug/00_page/00_page.png", "photo.jpg"})
    expect_refused(run({"read", image, "--debug-dir", "debug"}),
                   "--debug-dir: debug/[a-z0-9_]+/00_page.png is the input " + image +
                       ", which is never replaced");
}

TEST_F(OutputsFilesTest, LinesThatAreTakenAwayAreTold) {
  for (const bool deleted : {true, false}) {
    const std::string lines = path("lines.jsonl");
    ProgramRun run{.arguments = {"live", "--headless", "--realtime", "--input", "clip.mkv",
                                 "--jsonl", "lines.jsonl"},
                   .folder = folder_};
    run.signal = SignalPlan{SIGCONT, [&](const std::string&) {  // a signal that does nothing
                              std::error_code none;
                              if (!fs::exists(lines) || fs::file_size(lines, none) < 1000)
                                return false;
                              if (deleted) return fs::remove(lines);
                              fs::resize_file(lines, 0);
                              return true;
                            }};
    const ProgramEnd end = run_program(run);
    expect_end(end, 1,
               std::string("gridlens: lines.jsonl was ") +
                   (deleted ? "deleted or replaced" : "cut short") +
                   " while it was being written\n$");
    fs::remove(lines);
  }
}

// `gridlens ... --jsonl /dev/stdout >> all.jsonl`
TEST_F(OutputsFilesTest, LinesAreAddedToAFileThatTheCallerOpened) {
  const int file = ::open(path("old.jsonl").c_str(), O_WRONLY | O_APPEND);
  ASSERT_GE(file, 0);
  const ProgramEnd end =
      live({"--input", "clip.mkv", "--jsonl", "/dev/fd/" + std::to_string(file)});
  ::close(file);
  EXPECT_EQ(end.status, 0) << end.err;
  std::ifstream all(path("old.jsonl"));
  std::string line;
  std::getline(all, line);
  EXPECT_EQ(line.substr(0, 9), "precious{");
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
    const std::string reason =
        output == StandardOutput::closed ? "it is closed" : "No space left on device";
    expect_end(end, 1, "^gridlens: cannot write to standard output: " + reason + "\n$");
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

TEST(OutputsResourcesTest, ANamedFolderThatLacksAFileIsTold) {
  const ProgramEnd end = run_program(
      {.arguments = {"read", kPhoto}, .environment = {{"GRIDLENS_RESOURCES", "/nonesuch"}}});
  expect_end(end, 1,
             "^gridlens: file 'models/digits.onnx' of the program is missing \\(looked in "
             "/nonesuch, which GRIDLENS_RESOURCES names\\)\n$");
}

}  // namespace
}  // namespace gridlens
