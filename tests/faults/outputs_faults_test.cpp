// What full and closed outputs do to the real program.
#include <gtest/gtest.h>

#include "tests/faults/run_program.h"

namespace gridlens {
namespace {

TEST(OutputsFaultsTest, VersionIsPrinted) {
  const ProgramEnd end = run_program({.arguments = {"--version"}});
  EXPECT_EQ(end.status, 0);
  EXPECT_FALSE(end.out.empty());
}

}  // namespace
}  // namespace gridlens
