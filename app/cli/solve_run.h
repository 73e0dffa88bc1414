#pragma once

#include <cstdint>
#include <string>

namespace gridlens {

// The options of `gridlens solve`.
struct SolveArguments {
  std::string file = "-";
  std::string box;
  std::string rules = "classic";
  int max_solutions = 2;
  bool all = false;
  bool count = false;
  double budget_s = 10;
  std::uint64_t max_nodes = 0;
  bool json = false;
  bool stats = false;
  bool hint = false;
  bool grade = false;
};

// Answers each puzzle on standard output; returns the exit status.
int run_solve(const SolveArguments& arguments);

}  // namespace gridlens
