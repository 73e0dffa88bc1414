#include "app/cli/solve_command.h"

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/formats/formats.h"
#include "core/puzzle/notation.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

const char* const kPuzzle =
    ".9.73..6.7.4....3.3....5.....1..2946.....1......6...15..7..46...82.....1.....9.87";
const char* const kSolution =
    "195738264724196538368425179531872946846951723279643815917384652482567391653219487";

struct Answer {
  int status = -1;
  std::vector<std::string> lines;
  std::string errors;
};

class SolveCommandTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              ("gridlens_solve_" +
               std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string write(const std::string& text, const std::string& name = "puzzles.txt") {
    const fs::path path = folder_ / name;
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }

  static Answer run(std::vector<std::string> arguments) {
    CLI::App app;
    Answer answer;
    add_solve_command(app, answer.status);
    arguments.insert(arguments.begin(), "solve");
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    ::testing::internal::CaptureStdout();
    ::testing::internal::CaptureStderr();
    app.parse(reversed);
    std::istringstream out(::testing::internal::GetCapturedStdout());
    answer.errors = ::testing::internal::GetCapturedStderr();
    for (std::string line; std::getline(out, line);) answer.lines.push_back(line);
    return answer;
  }

  fs::path folder_;
};

TEST_F(SolveCommandTest, FilesOfConvertTellTheirRules) {
  PuzzleDocument jigsaw(Shape{2, 2});
  jigsaw.rules = RuleKind::jigsaw;
  jigsaw.regions = {0, 1, 1, 1, 0, 2, 2, 1, 0, 0, 2, 2, 3, 3, 3, 3};
  jigsaw.givens = Grid({2, 2}, {0, 0, 4, 0, 2, 0, 0, 0, 0, 0, 0, 2, 0, 3, 0, 0});
  PuzzleDocument classic(Shape{3, 3});
  classic.givens = Grid({3, 3}, parse_puzzle(kPuzzle).values);
  const std::vector<PuzzleDocument> both{jigsaw, classic};
  const std::string mark = "\xef\xbb\xbf";
  for (const std::string& front : {std::string(), mark}) {
    const Answer answer = run({write(front + write_puzzles(both, FormatKind::json).bytes)});
    EXPECT_EQ(answer.status, 0);
    EXPECT_EQ(answer.errors, "");
    ASSERT_EQ(answer.lines.size(), 2U);
    const std::string found = answer.lines[0].substr(0, 7 + 16);
    ASSERT_EQ(found.substr(0, 7), "unique ") << answer.lines[0];
    const Grid solution({2, 2}, parse_puzzle(found.substr(7)).values);
    EXPECT_TRUE(is_solution(rules_of(jigsaw), solution));
    EXPECT_EQ(answer.lines[1], std::string("unique ") + kSolution);
  }
  const Answer xml =
      run({"--json", write(write_puzzles({&classic, 1}, FormatKind::opensudoku).bytes)});
  EXPECT_EQ(xml.status, 0);
  EXPECT_EQ(xml.lines.at(0).find(R"({"line":1,"n":9,"box":[3,3],"state":"unique")"), 0U);
}

TEST_F(SolveCommandTest, AMalformedFileOfConvertIsToldInOneLine) {
  const Answer answer = run({write("{\"format\":\n nonsense", "bad.json")});
  EXPECT_EQ(answer.status, 1);
  EXPECT_TRUE(answer.lines.empty());
  EXPECT_NE(answer.errors.find("bad.json: line 2"), std::string::npos) << answer.errors;
  EXPECT_EQ(std::count(answer.errors.begin(), answer.errors.end(), '\n'), 1) << answer.errors;
}

TEST_F(SolveCommandTest, AnswersEachPuzzleOnALine) {
  const Answer answer = run({write(std::string("# a comment\n\n") + kPuzzle + " # hard\r\n" +
                                   "12345678.........9" + std::string(63, '.') + "\n")});
  EXPECT_EQ(answer.status, 0);
  EXPECT_EQ(answer.lines, (std::vector<std::string>{std::string("unique ") + kSolution, "none"}));
  EXPECT_EQ(answer.errors, "");
}

TEST_F(SolveCommandTest, CountsSolutions) {
  const std::string file =
      write(std::string(16, '.') + "\n" + kPuzzle + "\n12" + std::string(14, '.') +
            "\n1234............\n11" + std::string(14, '.') + "\n");
  const Answer answer = run({"--count", file});
  ASSERT_EQ(answer.lines.size(), 5u);
  EXPECT_EQ(answer.lines[0], "multiple 288");
  EXPECT_EQ(answer.lines[1], "unique 1");
  EXPECT_EQ(answer.lines[2], "multiple 24");
  EXPECT_EQ(answer.lines[3].substr(0, 8), "multiple");
  EXPECT_EQ(answer.lines[4].substr(0, 14), "invalid line 5");
  const std::string json = run({"--count", "--json", file}).lines.at(0);
  EXPECT_NE(json.find("\"state\":\"multiple\",\"count\":288,"), std::string::npos) << json;
}

TEST_F(SolveCommandTest, NodesAreARepeatableBudget) {
  const std::string blank = write(std::string(81, '.'));
  const Answer first = run({"--count", "--max-nodes", "1000", blank});
  EXPECT_EQ(first.lines.at(0).substr(0, 7), "budget ");
  EXPECT_GT(std::stoi(first.lines.at(0).substr(7)), 100);
  EXPECT_EQ(run({"--count", "--max-nodes", "1000", blank}).lines, first.lines);
  EXPECT_EQ(run({"--max-nodes", "1", blank}).lines.at(0).substr(0, 6), "budget");
}

TEST_F(SolveCommandTest, ListsSolutions) {
  const std::string blank = write(std::string(16, '.'));
  const auto words = [](const Answer& answer) {
    std::istringstream in(answer.lines.at(0));
    int count = 0;
    for (std::string word; in >> word;) ++count;
    return count - 1;
  };
  EXPECT_EQ(run({blank}).lines.at(0).substr(0, 9), "multiple ");
  EXPECT_EQ(words(run({blank})), 2);
  EXPECT_EQ(words(run({blank, "--max-solutions", "1"})), 1);
  EXPECT_EQ(words(run({blank, "--max-solutions", "7"})), 7);
  EXPECT_EQ(words(run({blank, "--max-solutions", "1000"})), 288);
  EXPECT_EQ(words(run({blank, "--all"})), 288);
  EXPECT_EQ(words(run({blank, "--rules", "x", "--all"})), 48);
}

TEST_F(SolveCommandTest, NumbersForLargeBoards) {
  std::string line;
  for (int row = 0; row < 10; ++row)
    for (int col = 0; col < 10; ++col) {
      if (!line.empty()) line += " ";
      line += row == 9 ? "." : std::to_string((row % 2 * 5 + row / 2 + col) % 10 + 1);
    }
  const Answer answer = run({write(line)});
  ASSERT_EQ(answer.lines.size(), 1u);
  EXPECT_EQ(answer.lines[0].substr(0, 30), "unique 1,2,3,4,5,6,7,8,9,10,6,");
}

TEST_F(SolveCommandTest, JsonHoldsEverything) {
  const Answer answer =
      run({"--json", write("1234\n12343412.143.321\n" + std::string("1") + std::string(15, '.'))});
  EXPECT_EQ(answer.status, 1);
  ASSERT_EQ(answer.lines.size(), 3u);
  EXPECT_EQ(
      answer.lines[0].substr(0, 71),
      "{\"line\":1,\"n\":null,\"box\":null,\"state\":\"invalid\",\"solutions\":[],\"reason\"");
  EXPECT_EQ(answer.lines[1].substr(0, answer.lines[1].find(",\"ms\"")),
            "{\"line\":2,\"n\":4,\"box\":[2,2],\"state\":\"unique\",\"solutions\":"
            "[[1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1]]");
  EXPECT_EQ(answer.lines[2].substr(0, 9), "{\"line\":3");
}

TEST_F(SolveCommandTest, BadLinesGetOneClearLineAndTheRestIsSolved) {
  std::string text = std::string(80, '.') + "\n";  // wrong length
  text += "...A" + std::string(12, '.') + "\n";    // too large for N
  text += std::string(25, '.') + "\n";             // prime N
  text += "77" + std::string(79, '.') + "\n";      // clash
  // NOLINTNEXTLINE(bugprone-string-constructor): so long on purpose
  text += std::string(10'000'000, 'x') + "\n";
  text += std::string("\x00\x01\xff\x80", 4) + "\n";  // binary
  text += std::string(kPuzzle) + "\n";
  const Answer answer = run({write(text)});
  EXPECT_EQ(answer.status, 1);
  EXPECT_EQ(answer.lines,
            (std::vector<std::string>{
                "invalid line 1: 80 symbols: not a square board of 4x4 to 35x35",
                "invalid line 2: symbol 4 (row 1 column 4) means 10, too large for a 4x4 board",
                std::string("invalid line 3: a 5x5 board cannot be cut into equal boxes ") +
                    "(1x5: in front, or --box, for rows and columns alone)",
                "invalid line 4: row 1 column 1 and row 1 column 2 both hold 7 (row 1)",
                "invalid line 5: longer than 65536 characters",
                "invalid line 6: byte 0x00 at symbol 1 is neither a symbol nor '.'",
                std::string("unique ") + kSolution}));
}

TEST_F(SolveCommandTest, ClashIsAnAnswerNotAMalformedLine) {
  EXPECT_EQ(run({write("77" + std::string(79, '.'))}).status, 0);
}

TEST_F(SolveCommandTest, FilesThatHoldNothingOrCannotBeRead) {
  const Answer empty = run({write("")});
  EXPECT_EQ(empty.status, 1);
  EXPECT_NE(empty.errors.find("no puzzle in"), std::string::npos);
  const Answer missing = run({(folder_ / "nonesuch").string()});
  EXPECT_EQ(missing.status, 1);
  EXPECT_NE(missing.errors.find("cannot open"), std::string::npos);
  EXPECT_EQ(run({folder_.string()}).status, 1);
}

TEST_F(SolveCommandTest, BudgetTellsWhatIsKnown) {
  EXPECT_EQ(run({"--budget", "0", write(std::string(81, '.'))}).lines,
            (std::vector<std::string>{"budget"}));
  const Answer listed = run({"--all", "--budget", "0.05", write(std::string(81, '.'))});
  EXPECT_EQ(listed.lines.at(0).substr(0, 9), "multiple ");
  EXPECT_NE(listed.errors.find("line 1: budget spent after"), std::string::npos);
}

TEST_F(SolveCommandTest, BoxesMustFitTheBoard) {
  const std::string six = write("123456" + std::string(30, '.'));
  EXPECT_EQ(run({six, "--box", "3x2"}).status, 0);
  EXPECT_EQ(run({six, "--box", "2x7"}).lines.at(0),
            "invalid line 1: a 6x6 board, but boxes of 2x7 make one of 14x14");
  EXPECT_EQ(run({six, "--box", "27"}).status, 1);
}

TEST_F(SolveCommandTest, RulesComeFromTheList) {
  const std::string regions = write("AABB\nAABB\nCCDD\nCCDD\n", "regions.txt");
  const std::string blank = write(std::string(16, '.'));
  const std::string nearly = write("12343412.143.321", "nearly.txt");
  EXPECT_EQ(run({nearly, "--rules", "jigsaw:" + regions}).lines,
            (std::vector<std::string>{"unique 1234341221434321"}));
  EXPECT_EQ(run({blank, "--rules", "nonesuch"}).status, 1);
  EXPECT_EQ(run({blank, "--rules", "jigsaw:" + blank}).status, 1);
  EXPECT_EQ(run({blank, "--rules", "jigsaw"}).status, 1);
}

TEST_F(SolveCommandTest, HintsAndGrades) {
  const std::string text = "12345678." + std::string(72, '.') + "\n" + kPuzzle + "\n12\n";
  const Answer hints = run({"--hint", write(text)});
  EXPECT_EQ(hints.status, 1);
  EXPECT_EQ(hints.lines,
            (std::vector<std::string>{"r1c9 9 hidden-single: row 1 has only one place for a 9",
                                      "r1c6 8 naked-single: r1c6 can hold nothing but an 8",
                                      "invalid line 3: 2 symbols: not a square board of 4x4 to "
                                      "35x35"}));
  const Answer grades = run({"--grade", write(text)});
  EXPECT_EQ(grades.lines.at(0), "multiple");
  EXPECT_EQ(grades.lines.at(1), "extreme search");
}

TEST_F(SolveCommandTest, StatisticsGoToStandardError) {
  const Answer answer = run({"--stats", write(std::string(kPuzzle) + "\n" + kPuzzle)});
  EXPECT_EQ(answer.errors.substr(0, 10), "2 puzzles,");
  EXPECT_NE(answer.errors.find("puzzles/s"), std::string::npos);
}

}  // namespace
}  // namespace gridlens
