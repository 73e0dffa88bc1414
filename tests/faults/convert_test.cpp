// `gridlens convert` as a program: streams, pipes, exit statuses, one line for what is wrong.
#include <gtest/gtest.h>

#include "tests/faults/inputs_common.h"

namespace gridlens {
namespace {

const std::string kPuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";

class ConvertProgramTest : public MediaTest {
 protected:
  static ProgramEnd convert(const std::vector<std::string>& arguments, const std::string& input) {
    ProgramRun run{.arguments = {"convert"}};
    run.arguments.insert(run.arguments.end(), arguments.begin(), arguments.end());
    run.input = input;
    return run_program(run);
  }
};

TEST_F(ConvertProgramTest, StandardInputToStandardOutput) {
  std::string text = kPuzzle;
  for (const char* format : {"sdk", "ss", "opensudoku", "ksudoku", "json", "grid", "sdm", "txt"}) {
    const ProgramEnd end = convert({"-", "-", "--to", format}, text);
    EXPECT_EQ(end.status, 0) << end.err;
    EXPECT_EQ(end.err, "") << format;
    text = end.out;
  }
  EXPECT_EQ(text, kPuzzle);
  EXPECT_EQ(convert({"-", "-", "--to", "pdf"}, kPuzzle).out.substr(0, 5), "%PDF-");
}

TEST_F(ConvertProgramTest, WhatIsWrongIsOneLineAndStatusOne) {
  write_file(path("there.sdk"), "mine");
  const std::vector<std::pair<std::vector<std::string>, std::string>> runs = {
      {{"-", path("out.json")}, "gridlens: standard input: line 2: 5 symbols: not a square board"},
      {{"-", "-"}, "gridlens: standard output needs --to FORMAT: json, txt, "},
      {{"-", path("there.sdk")}, "exists already .--overwrite replaces it."},
      {{"-", path("out.doc")}, "out.doc: its ending is that of no format"},
      {{path("none.sdk"), path("out.json")}, "gridlens: cannot open .*none.sdk: No such file"},
      {{"-"}, "OUT is required"},
      {{"-", path("out.sdk"), "--to", ""}, "--to"},
  };
  for (const auto& [arguments, line] : runs) {
    const ProgramEnd end = convert(arguments, kPuzzle + "12345\n");
    EXPECT_EQ(end.status, 1) << line;
    EXPECT_EQ(end.out, "");
    expect_one_line(end.err, line);
  }
  EXPECT_FALSE(std::filesystem::exists(path("out.json")));
}

TEST_F(ConvertProgramTest, AFullDiskIsNoSuccess) {
  ProgramRun run{.arguments = {"convert", "-", "-", "--to", "json"}};
  run.input = kPuzzle;
  run.output = StandardOutput::full_disk;
  const ProgramEnd end = run_program(run);
  EXPECT_EQ(end.status, 1);
  expect_one_line(end.err, "standard output");
  run = {.arguments = {"convert", "-", path("out.pdf")}};
  run.input = kPuzzle;
  run.file_bytes = 1000;
  const ProgramEnd cut = run_program(run);
  EXPECT_EQ(cut.status, 1);
  expect_one_line(cut.err, "cannot write .*out.pdf");
  EXPECT_FALSE(std::filesystem::exists(path("out.pdf")));
}

}  // namespace
}  // namespace gridlens
