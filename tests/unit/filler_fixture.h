#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/fill/fill_run.h"
#include "core/fill/filler.h"
#include "tests/unit/fake_fill_desk.h"
#include "tests/unit/sample_puzzle.h"

namespace gridlens {

using std::chrono::milliseconds;

constexpr Shape kSmall{2, 2};
constexpr const char* kPuzzle = "1..4.41...4.4..1";
constexpr const char* kSolution = "1234341221434321";

class FillerTest : public testing::Test {
 protected:
  // A step each 4 ms, as run_filling makes them. `before`: is told the number of the step.
  const FillReport& run(const std::function<void(int)>& before = nullptr) {
    filler = std::make_unique<Filler>(desk, looker, options);
    for (steps = 0; steps < 20'000 && !is_over(filler->state()); ++steps) {
      if (before) before(steps);
      filler->step(now);
      now += milliseconds(4);
    }
    EXPECT_TRUE(is_over(filler->state()));
    return filler->report();
  }
  [[nodiscard]] int empty_cells() const { return 16 - desk.fixed.count_filled(); }

  FakeFillDesk desk{grid_of(kPuzzle, kSmall)};
  FakeLooker looker{grid_of(kPuzzle, kSmall), grid_of(kSolution, kSmall)};
  FillOptions options;
  std::unique_ptr<Filler> filler;
  Clock::time_point now = Clock::time_point(std::chrono::hours(1));
  int steps = 0;
};

}  // namespace gridlens
