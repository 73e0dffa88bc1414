#include "tests/faults/inputs_common.h"

#include <fstream>
#include <iostream>
#include <iterator>
#include <regex>

#include "core/resources/resources.h"

namespace gridlens {

void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

std::string read_whole_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string sample_photo() {
  return read_whole_file(find_resource("assets/samples/newspaper.jpg").string());
}

void expect_found(const std::string& text, const std::string& expected) {
  EXPECT_TRUE(std::regex_search(text, std::regex(expected)))
      << "no match of: " << expected << "\nin: " << text.substr(0, 2000);
}

void expect_one_line(const std::string& err, const std::string& expected) {
  if (expected.empty()) {
    EXPECT_EQ(err, "");
    return;
  }
  ASSERT_FALSE(err.empty()) << "nothing on standard error, expected: " << expected;
  EXPECT_EQ(err.find('\n'), err.size() - 1) << "more than one line: " << err;
  EXPECT_LT(err.size(), 500u) << err;
  expect_found(err, expected);
}

ProgramEnd stop_after(ProgramRun run, int number, double asleep_s, double limit_s) {
  run.signal = SignalPlan{number, {}, asleep_s};
  run.limit_s = 10 + limit_s;
  const ProgramEnd end = run_program(run);
  EXPECT_FALSE(end.killed) << "still alive " << limit_s << " s after signal " << number;
  if (end.after_signal_s)
    std::cout << "signal " << number << " to the end: " << *end.after_signal_s << " s\n";
  return end;
}

}  // namespace gridlens
