// gridlens_evaluate: every scenario with fresh seeds through the program, as a table. What a change
// of the finder, the tracker or the reader is judged by; the replay test holds only a few of them.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <random>

#include "tests/generator/scenarios.h"
#include "tests/replay/program.h"

using namespace gridlens;
using namespace gridlens::generator;

namespace {

void print_row(const std::string& name, std::uint64_t seed, const ReplayResult& result) {
  const Score& s = result.score;
  const std::string first = s.first_solved ? std::to_string(*s.first_solved) : "-";
  std::printf("%-17s %6llu %6.1f %6.2f %6.2f %6.2f %6s %7.1f %5d %5d %5d %5d %6.1f %6.1f\n",
              name.c_str(), static_cast<unsigned long long>(seed), 100 * s.found_share(),
              s.corner_median_px, s.corner_p95_px, s.jitter_px, first.c_str(),
              100 * s.solved_share(), s.wrong_solutions, s.misreadings, s.false_boards,
              s.id_changes, result.median_ms, result.p99_ms);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Runs generated clips through the program and prints a score a clip"};
  std::vector<std::string> names;
  int width = 1280, height = 720, frames = 60, count = 1;
  std::uint64_t seed = 0;
  app.add_option("scenario", names, "scenarios; all of them where none is named");
  app.add_option("--width", width);
  app.add_option("--height", height);
  app.add_option("--frames", frames);
  app.add_option("--seed", seed, "first seed; a fresh random one where not given");
  app.add_option("--count", count, "clips a scenario, seeds counting up");
  CLI11_PARSE(app, argc, argv);
  try {
    if (seed == 0) seed = std::random_device{}() % 900000 + 100000;
    if (names.empty())
      for (const Scenario& scenario : scenarios()) names.emplace_back(scenario.name);
    Program program;
    std::printf("%-17s %6s %6s %6s %6s %6s %6s %7s %5s %5s %5s %5s %6s %6s\n", "scenario", "seed",
                "found%", "median", "p95", "jitter", "first", "solved%", "wrong", "misrd", "false",
                "ids", "ms", "p99");
    for (const std::string& name : names)
      for (int i = 0; i < count; ++i) {
        ClipOptions options;
        options.size = {width, height};
        options.frames = frames;
        options.seed = seed + static_cast<std::uint64_t>(i);
        print_row(name, options.seed, replay(Clip(name, options), program));
      }
  } catch (const std::exception& error) {
    std::cerr << "gridlens_evaluate: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
