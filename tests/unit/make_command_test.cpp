#include "app/cli/make_command.h"

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "core/formats/formats.h"
#include "core/puzzle/notation.h"
#include "core/solver/deduction/grading.h"
#include "core/solver/solver.h"

namespace gridlens {
namespace {

struct Made {
  int status = -1;
  std::vector<std::string> lines;
  std::string errors;
};

Made run(std::vector<std::string> arguments) {
  CLI::App app;
  Made made;
  add_make_command(app, made.status);
  arguments.insert(arguments.begin(), "make");
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  try {
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    made.errors = error.what();
  }
  std::istringstream out(::testing::internal::GetCapturedStdout());
  made.errors += ::testing::internal::GetCapturedStderr();
  for (std::string line; std::getline(out, line);) made.lines.push_back(line);
  return made;
}

TEST(MakeCommand, PrintsSoManyPuzzlesOfTheGrade) {
  const Made made = run({"--count", "4", "--seed", "11", "--grade", "medium"});
  EXPECT_EQ(made.status, 0);
  EXPECT_EQ(made.errors, "");
  ASSERT_EQ(made.lines.size(), 4U);
  const Rules rules = classic_rules({3, 3});
  for (const std::string& line : made.lines) {
    const PuzzleText puzzle = parse_puzzle(line);
    ASSERT_EQ(puzzle.n, 9) << line;
    const Grid givens(Shape{}, puzzle.values);
    EXPECT_EQ(Solver(rules).solve(givens).state, SolveState::unique) << line;
    EXPECT_EQ(grade_of(solve_logically(rules, givens).hardest), Grade::medium) << line;
  }
  EXPECT_NE(made.lines[0], made.lines[1]);
}

TEST(MakeCommand, TheSameSeedPrintsTheSame) {
  const std::vector<std::string> arguments{"--count", "3", "--seed", "5", "--box", "2x3"};
  EXPECT_EQ(run(arguments).lines, run(arguments).lines);
  // A longer series begins as a shorter one does.
  EXPECT_EQ(run({"--count", "1", "--seed", "5", "--box", "2x3"}).lines.at(0),
            run(arguments).lines.at(0));
}

TEST(MakeCommand, WithoutASeedPuzzlesDiffer) {
  EXPECT_NE(run({}).lines.at(0), run({}).lines.at(0));
}

TEST(MakeCommand, NamesABoxThatIsNotTheUsualOne) {
  EXPECT_EQ(run({"--box", "3x2", "--seed", "1"}).lines.at(0).substr(0, 4), "3x2:");
  EXPECT_EQ(run({"--box", "2x3", "--seed", "1"}).lines.at(0).find(':'), std::string::npos);
}

TEST(MakeCommand, WritesNumbersAboveNine) {
  const Made made = run({"--box", "3x4", "--seed", "1"});
  EXPECT_EQ(parse_puzzle(made.lines.at(0)).n, 12);
  EXPECT_NE(made.lines.at(0).find(','), std::string::npos);
}

TEST(MakeCommand, JigsawsArePrintedWithTheirRegions) {
  const Made made = run({"--rules", "jigsaw", "--box", "2x3", "--count", "2", "--seed", "1"});
  EXPECT_EQ(made.status, 0);
  EXPECT_EQ(made.errors, "");
  std::string text;
  for (const std::string& line : made.lines) text += line + "\n";
  const std::vector<PuzzleDocument> puzzles = read_puzzles(text);
  ASSERT_EQ(puzzles.size(), 2U);
  for (const PuzzleDocument& puzzle : puzzles) {
    EXPECT_EQ(puzzle.rules, RuleKind::jigsaw);
    EXPECT_EQ(puzzle.shape.n(), 6);
    EXPECT_EQ(Solver(rules_of(puzzle)).solve(puzzle.givens).state, SolveState::unique);
  }
  EXPECT_NE(puzzles[0].regions, puzzles[1].regions);
}

TEST(MakeCommand, WhatCannotBeIsToldInALine) {
  Made made = run({"--box", "1x3"});
  EXPECT_EQ(made.status, 1);
  EXPECT_EQ(made.errors, "gridlens: --box 1x3: not RxC with R * C from 4 to 36\n");
  made = run({"--rules", "killer"});
  EXPECT_EQ(made.status, 1);
  EXPECT_NE(made.errors.find("killer"), std::string::npos);
  made = run({"--rules", "jigsaw:/no/such/file"});
  EXPECT_EQ(made.status, 1);
  EXPECT_NE(made.errors.find("/no/such/file"), std::string::npos);
  EXPECT_NE(run({"--grade", "fiendish"}).errors.find("easy, medium, hard, expert or extreme"),
            std::string::npos);
  EXPECT_NE(run({"--count", "0"}).errors, "");
  EXPECT_NE(run({"--seed", "-1"}).errors, "");
}

}  // namespace
}  // namespace gridlens
