#include "app/interrupt/starved_time.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>
#include <vector>

namespace gridlens {
namespace {

using Clock = std::chrono::steady_clock;

TEST(StarvedTimeTest, CountsWhatThreadsWaitForACore) {
  if (!std::filesystem::exists("/proc/self/schedstat")) GTEST_SKIP() << "this system does not tell";
  const double before_ms = starved_ms();
  double most_ms = 0;
  std::vector<std::jthread> busy(2 * std::thread::hardware_concurrency() + 2);
  for (std::jthread& thread : busy)
    thread = std::jthread([](const std::stop_token& stop) {
      while (!stop.stop_requested()) {
      }
    });
  // At least half of the threads wait all the time.
  const Clock::time_point give_up = Clock::now() + std::chrono::seconds(30);
  while (most_ms < 50 && Clock::now() < give_up) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    most_ms = starved_ms() - before_ms;
  }
  EXPECT_GE(most_ms, 50);
}

}  // namespace
}  // namespace gridlens
