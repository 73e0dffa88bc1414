#pragma once

#include <gtest/gtest.h>

#include <regex>
#include <string>

#include "tests/faults/run_program.h"

namespace gridlens {

// `line`: a regular expression that standard error holds.
inline void expect_end(const ProgramEnd& end, int status, const std::string& line) {
  EXPECT_EQ(end.status, status) << end.err;
  EXPECT_FALSE(end.killed) << "did not end by itself";
  EXPECT_TRUE(std::regex_search(end.err, std::regex(line)))
      << "wanted: " << line << "\nsaid: " << end.err;
}

}  // namespace gridlens
