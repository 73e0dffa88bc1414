#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/faults/run_program.h"
#include "tests/unit/media_fixture.h"

namespace gridlens {

// One input, what the program must say of it, and the exit status.
struct InputCase {
  std::string name;  // of the test
  std::string file;  // of the input, with its ending
  // Writes the input. Empty: no such file is made.
  std::function<void(const std::string& path)> make;
  int status = 0;
  std::string error;   // regular expression: the one line on standard error; empty: none
  std::string result;  // regular expression in standard output; empty: nothing is asked
};

inline std::string case_name(const ::testing::TestParamInfo<InputCase>& info) {
  return info.param.name;
}

inline void PrintTo(const InputCase& input, std::ostream* out) {
  *out << input.name;
}

void write_file(const std::string& path, const std::string& bytes);
std::string read_whole_file(const std::string& path);
std::string sample_photo();  // bytes of a JPEG that holds a Sudoku

// Standard error holds exactly one line, which matches; none where `expected` is empty.
void expect_one_line(const std::string& err, const std::string& expected);
void expect_found(const std::string& text, const std::string& expected);

// Sends `number` once the program has been blocked for `asleep_s`, prints how long the program
// lived on, and expects it to end well within `limit_s`, which is generous: machines that run tests
// may be busy.
ProgramEnd stop_after(ProgramRun run, int number, double asleep_s, double limit_s = 20);

}  // namespace gridlens
