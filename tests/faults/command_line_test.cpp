// The command line as a whole: help, the input as a word, pipes from read to solve.
#include <algorithm>
#include <csignal>
#include <sstream>

#include "core/resources/resources.h"
#include "tests/faults/expect_end.h"
#include "tests/faults/inputs_cases.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

std::string sample(const std::string& name) {
  return find_resource("assets/samples/" + name).string();
}

// ---- Help

class HelpTest : public ::testing::TestWithParam<std::string> {};

TEST_P(HelpTest, FitsAndHasExamples) {
  std::vector<std::string> arguments{"--help"};
  if (!GetParam().empty()) arguments.insert(arguments.begin(), GetParam());
  const ProgramEnd end = run_program({.arguments = arguments});
  EXPECT_EQ(end.status, 0);
  std::istringstream lines(end.out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100u) << line;
  for (const char* raw :
       {"UINT", "INT", "FLOAT", "TEXT", "ENUM", "REQUIRED", "Excludes", "BOOLEAN"})
    EXPECT_EQ(end.out.find(raw), std::string::npos) << raw << " in\n" << end.out;
  EXPECT_NE(end.out.find("Usage: gridlens"), std::string::npos) << end.out;
  EXPECT_NE(end.out.find("Examples:\n  gridlens"), std::string::npos) << end.out;
}

INSTANTIATE_TEST_SUITE_P(Commands, HelpTest,
                         ::testing::Values("", "live", "read", "solve", "bench", "cameras"),
                         [](const auto& row) {
                           return row.param.empty() ? std::string("program") : row.param;
                         });

// ---- The list of cameras

TEST(CamerasCommandTest, NoCameraIsNoError) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"cameras"}, {"cameras", "--json"}}) {
    const ProgramEnd end = run_program({.arguments = arguments});
    EXPECT_EQ(end.status, 0) << end.err;
    if (end.out.empty())
      EXPECT_EQ(end.err, "gridlens: no camera was found\n");
    else  // this machine has one
      EXPECT_NE(end.out.find("/dev/video"), std::string::npos) << end.out;
  }
  EXPECT_EQ(run_program({.arguments = {"cameras", "0"}}).status, 1);
}

// ---- The input as a word of its own

class CommandLineTest : public MediaTest {
 protected:
  [[nodiscard]] ProgramEnd run(const std::vector<std::string>& arguments,
                               const std::optional<std::string>& input = {}) const {
    return run_program({.arguments = arguments, .input = input, .folder = folder_});
  }
  static void expect_solved(const ProgramEnd& end) {
    EXPECT_EQ(end.status, 0) << end.err;
    expect_found(end.out, "\"state\":\"solved\"");
  }
};

TEST_F(CommandLineTest, AWordThatIsNoCommandIsTheInput) {
  fs::copy_file(sample("newspaper.jpg"), path("photo.jpg"));
  fs::copy_file(sample("newspaper.jpg"), path("read"));
  expect_solved(run({"photo.jpg", "--headless", "--jsonl", "-"}));
  expect_solved(run({"--headless", "photo.jpg", "--jsonl", "-"}));
  expect_solved(run({"live", "--headless", "--jsonl", "-", "photo.jpg"}));
  expect_solved(run({"./read", "--headless", "--jsonl", "-"}));
  expect_end(run({"nonesuch.jpg", "--headless"}), 1, "^gridlens: nonesuch.jpg: no such file");
  expect_end(run({"photo.jpg", "--input", "photo.jpg", "--headless"}), 1,
             "^gridlens: --input: the input is named twice: 'photo.jpg' and 'photo.jpg'");
  expect_end(run({"photo.jpg", "other.jpg", "--headless"}), 1, "^gridlens: .*other.jpg");
}

// Told before a window is opened: without a display that would be the error.
TEST_F(CommandLineTest, ABadRecordingIsToldBeforeTheWindowOpens) {
  fs::copy_file(sample("newspaper.jpg"), path("photo.jpg"));
  for (const auto& [name, line] : {std::pair{"new.mov", "a recording's name ends in"},
                                   {"nowhere/new.mkv", "there is no folder nowhere"},
                                   {"photo.jpg", "a recording's name ends in|is the input"}}) {
    const ProgramEnd end = run_program({.arguments = {"photo.jpg", "--record", name},
                                        .environment = {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}},
                                        .folder = folder_});
    EXPECT_EQ(end.status, 1);
    expect_one_line(end.err, line);
  }
}

TEST_F(CommandLineTest, TheDebugFolderGetsWhatTheStagesSaw) {
  fs::copy_file(sample("newspaper.jpg"), path("photo.jpg"));
  for (const std::string pace : {"--headless", "--realtime"}) {
    ASSERT_EQ(run({"photo.jpg", "--headless", pace, "--debug-dir", "seen" + pace}).status, 0);
    EXPECT_TRUE(fs::exists(path("seen" + pace + "/boards.txt"))) << pace;
  }
  // What it would write over is an input.
  expect_end(run({"seen--headless", "--headless", "--debug-dir", "seen--headless"}), 1,
             "^gridlens: --debug-dir: .* is the input .*, which is never replaced\n$");
}

// ---- Pipes

class PipeTest : public CommandLineTest, public ::testing::WithParamInterface<std::string> {};

TEST_P(PipeTest, ReadIntoSolve) {
  const std::string image = sample(GetParam());
  const ProgramEnd json = run({"read", "--json", image});
  ASSERT_EQ(json.status, 0);
  const auto grid = nlohmann::json::parse(json.out)["grids"].at(0);
  std::vector<std::vector<std::string>> ways{
      {"read", image}, {"read", "--line", image}, {"read", "--hint", "--check", image}};
  for (const auto& way : ways) {
    const ProgramEnd read = run(way);
    ASSERT_EQ(read.status, 0) << read.err;
    const ProgramEnd solved = run({"solve", "--json", "-"}, read.out);
    EXPECT_EQ(solved.status, 0) << solved.out;
    const auto answer = nlohmann::json::parse(solved.out);
    EXPECT_EQ(answer["state"], "unique");
    EXPECT_EQ(answer["box"], grid["box"]);
    std::vector<int> cells;
    for (const auto& row : grid["solution"])
      for (const int value : row) cells.push_back(value);
    EXPECT_EQ(answer["solutions"].at(0), cells);
  }
}

INSTANTIATE_TEST_SUITE_P(Samples, PipeTest,
                         ::testing::Values("newspaper.jpg", "tilted_6x6.jpg", "letters_16x16.jpg"),
                         [](const auto& row) { return row.param.substr(0, row.param.find('.')); });

TEST_F(CommandLineTest, APuzzleAsAnArgument) {
  const std::string puzzle =
      "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
  EXPECT_EQ(run({"solve", puzzle}).out.substr(0, 9), "unique 53");
  EXPECT_EQ(run({"solve", "2x2:1.3..4.22.4..3.1"}).out, "unique 1234341221434321\n");
  EXPECT_EQ(run({"solve", "1 . | 3 .\n. 4 | . 2\n----+----\n2 . | 4 .\n. 3 | . 1"}).out,
            "unique 1234341221434321\n");
  EXPECT_EQ(run({"solve", "--hint", puzzle}).out.rfind("r", 0), 0u);
  EXPECT_EQ(run({"solve", "--grade", puzzle}).out, "easy hidden-single\n");
  // An existing file of that name wins.
  write_file(path("1.3..4.22.4..3.1"), puzzle + "\n");
  EXPECT_EQ(run({"solve", "1.3..4.22.4..3.1"}).out.substr(0, 9), "unique 53");
  const ProgramEnd short_one = run({"solve", puzzle.substr(1)});
  EXPECT_EQ(short_one.status, 1);
  EXPECT_EQ(short_one.out, "invalid line 1: 80 symbols: not a square board of 4x4 to 35x35\n");
  EXPECT_EQ(run({"solve", "12345"}).out,
            "invalid line 1: 5 symbols: not a square board of 4x4 to 35x35\n");
  expect_end(run({"solve", "nonesuch.txt"}), 1, "^gridlens: cannot open nonesuch.txt: No such");
}

TEST_F(CommandLineTest, LinesNameTheBox) {
  // A page with 3x2 boxes would say so; the sample has the default 2x3.
  const ProgramEnd end = run({"read", "--line", sample("tilted_6x6.jpg")});
  EXPECT_EQ(end.out, "2..4....4..3.61......15.3..2....2..5\n");
  EXPECT_EQ(end.err, "");
  std::string blank;
  for (int i = 0; i < 200; ++i) blank += std::string(200, '\xff');
  write_file(path("blank.pgm"), "P5\n200 200\n255\n" + blank);
  const ProgramEnd none = run({"read", "--line", "blank.pgm"});
  EXPECT_EQ(none.status, 0);
  EXPECT_EQ(none.out, "");
  expect_one_line(none.err, "^gridlens: blank.pgm: no puzzle found\n$");
}

TEST_F(CommandLineTest, JsonCarriesTheHint) {
  const std::string image = sample("newspaper.jpg");
  auto grid = nlohmann::json::parse(run({"read", "--json", "--hint", image}).out)["grids"].at(0);
  EXPECT_EQ(grid["hint"]["kind"], "place");
  const int row = grid["hint"]["cell"][0], col = grid["hint"]["cell"][1];
  EXPECT_EQ(grid["clues"][row][col], 0);
  EXPECT_EQ(grid["solution"][row][col], grid["hint"]["value"]);
  EXPECT_EQ(grid["doubtful"], nlohmann::json::array());
  EXPECT_EQ(grid["mistakes"], nlohmann::json::array());
  EXPECT_TRUE(grid["reason"].is_null());
  grid = nlohmann::json::parse(run({"read", "--json", image}).out)["grids"].at(0);
  EXPECT_FALSE(grid.contains("hint"));
}

}  // namespace
}  // namespace gridlens
