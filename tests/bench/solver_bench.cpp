// Solver engines side by side on puzzle sets: microseconds of CPU a puzzle, with uniqueness proven
// (a second solution searched for). The sets are those of tests/puzzles/sets and, where present, of
// ../shared/data/puzzles.
//   solver_bench [--benchmark_filter=9x9_17clue] [--budget=SECONDS a puzzle]
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "core/solver/cover/cover_search.h"
#include "core/solver/lookahead/lookahead_search.h"
#include "core/solver/portfolio.h"
#include "core/solver/simd/simd_search.h"
#include "puzzle_sets.h"
#include "textbook_dlx.h"
#ifdef GRIDLENS_SAT
#include "tests/oracle/sat_search.h"
#endif

namespace gridlens {
namespace {

double g_budget_s = 10;

double cpu_us() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

using Make = std::unique_ptr<SearchEngine> (*)(const CoverModel&);

template <typename Engine>
std::unique_ptr<SearchEngine> make(const CoverModel& model) {
  return std::make_unique<Engine>(model);
}

template <SimdSearch::Kernel kKernel>
std::unique_ptr<SearchEngine> make_simd(const CoverModel& model) {
  if (!SimdSearch::can_take(model) || !SimdSearch::available(kKernel)) return nullptr;
  return std::make_unique<SimdSearch>(model, SimdSearch::Options{kKernel});
}

// Parts left out of SimdSearch.
template <SimdLocked kLocked, SimdGuess kGuess>
std::unique_ptr<SearchEngine> make_simd_with(const CoverModel& model) {
  if (!SimdSearch::can_take(model)) return nullptr;
  return std::make_unique<SimdSearch>(
      model, SimdSearch::Options{SimdSearch::Kernel::best, kLocked, kGuess});
}

std::unique_ptr<SearchEngine> make_cover(const CoverModel& model) {
  if (model.n <= 16) return std::make_unique<CoverSearch<std::uint16_t>>(model);
  return std::make_unique<CoverSearch<std::uint64_t>>(model);
}

// Parts of LookaheadSearch left out, or otherwise.
template <LookaheadOptions kOptions>
std::unique_ptr<SearchEngine> make_lookahead_with(const CoverModel& model) {
  if (model.n >= 32) return std::make_unique<LookaheadSearch<std::uint64_t>>(model, kOptions);
  return std::make_unique<LookaheadSearch<std::uint32_t>>(model, kOptions);
}

struct EngineRow {
  const char* name;
  Make make;
};

constexpr EngineRow kEngines[] = {
    {"solver", make<Portfolio>},
    {"textbook_dlx", make<TextbookDlx>},
    {"cover", make_cover},
    {"wide_baseline", make_simd<SimdSearch::Kernel::baseline>},
    {"wide_avx2", make_simd<SimdSearch::Kernel::avx2>},
    {"wide_avx512", make_simd<SimdSearch::Kernel::avx512>},
    {"wide_first_pair", make_simd_with<SimdLocked::never, SimdGuess::first_pair>},
    {"wide_busiest_cell", make_simd_with<SimdLocked::never, SimdGuess::busiest_cell>},
    {"wide_busiest_item", make_simd_with<SimdLocked::never, SimdGuess::busiest_item>},
    {"wide_cell_locked_root", make_simd_with<SimdLocked::at_root, SimdGuess::busiest_cell>},
    {"wide_cell_locked", make_simd_with<SimdLocked::always, SimdGuess::busiest_cell>},
    {"wide_item_locked", make_simd_with<SimdLocked::always, SimdGuess::busiest_item>},
    {"lookahead", make_lookahead_search},
    {"lookahead_no_twins", make_lookahead_with<LookaheadOptions{.equal_pairs = false}>},
    {"lookahead_not_both", make_lookahead_with<LookaheadOptions{.what_both_say = false}>},
    {"lookahead_equals_tried", make_lookahead_with<LookaheadOptions{.skip_equals = false}>},
    {"lookahead_not_recent", make_lookahead_with<LookaheadOptions{.prefer_recent = false}>},
    {"lookahead_never_wide", make_lookahead_with<LookaheadOptions{.wide_levels = 0}>},
    {"lookahead_all_above", make_lookahead_with<LookaheadOptions{.tried_above = 1000}>},
    {"lookahead_tries_4", make_lookahead_with<LookaheadOptions{.tried_below = 4}>},
    {"lookahead_tries_48", make_lookahead_with<LookaheadOptions{.tried_below = 48}>},
#ifdef GRIDLENS_SAT
    {"cadical", make<SatSearch>},
#endif
};

void run_set(benchmark::State& state, const PuzzleSet& set, Make make_engine) {
  const CoverModel model(set.rules);
  const std::unique_ptr<SearchEngine> engine = make_engine(model);
  if (!engine) {
    state.SkipWithError("not for this board or processor");
    return;
  }
  std::vector<double> times;
  double nodes = 0;
  int undecided = 0;
  const auto solve = [&](const Grid& givens) {
    SearchLimits limits;
    limits.deadline = std::chrono::steady_clock::now() +
                      std::chrono::microseconds(static_cast<std::int64_t>(g_budget_s * 1e6));
    int found = 0;
    const SearchOutcome outcome = engine->search(
        givens.values(), limits, [&](std::span<const std::uint8_t>) { return ++found < 2; });
    nodes += static_cast<double>(outcome.nodes);
    undecided += outcome.out_of_budget ? 1 : 0;
  };
  if (!set.puzzles.empty()) solve(set.puzzles[0]);  // warm-up
  nodes = 0;
  undecided = 0;
  for (auto _ : state)
    for (const Grid& givens : set.puzzles) {
      const double start = cpu_us();
      solve(givens);
      times.push_back(cpu_us() - start);
    }
  std::sort(times.begin(), times.end());
  double sum = 0;
  for (const double t : times) sum += t;
  const auto count = static_cast<double>(times.size());
  state.counters["mean_us"] = sum / count;
  state.counters["median_us"] = times[times.size() / 2];
  state.counters["worst_us"] = times.back();
  state.counters["nodes"] = nodes / count;
  state.counters["undecided"] = undecided;
}

// Counting without storing: all 28,200,960 solutions of the blank 6x6 board of 2x3 boxes.
void count_blank_6x6(benchmark::State& state, Make make_engine) {
  const Rules rules = classic_rules({2, 3});
  const CoverModel model(rules);
  const std::unique_ptr<SearchEngine> engine = make_engine(model);
  if (!engine) {
    state.SkipWithError("not for this processor");
    return;
  }
  for (auto _ : state) {
    const auto outcome = engine->search(Grid(rules.shape).values(), {},
                                        [](std::span<const std::uint8_t>) { return true; });
    state.counters["solutions"] = static_cast<double>(outcome.solutions);
    if (outcome.solutions != 28'200'960) state.SkipWithError("wrong count");
  }
}

// Checks between nodes are what bounds the time to cancel: how long a node takes at most sizes.
void node_time(benchmark::State& state, Shape shape, Make make_engine) {
  const Rules rules = classic_rules(shape);
  const CoverModel model(rules);
  const std::unique_ptr<SearchEngine> engine = make_engine(model);
  SearchLimits limits;
  limits.max_nodes = 3000;
  std::uint64_t nodes = 0;
  const double start = cpu_us();
  for (auto _ : state)
    nodes += engine
                 ->search(Grid(rules.shape).values(), limits,
                          [](std::span<const std::uint8_t>) { return true; })
                 .nodes;
  state.counters["us_a_node"] = (cpu_us() - start) / static_cast<double>(nodes);
}

void register_all(std::vector<PuzzleSet>& sets) {
  for (const PuzzleSet& set : sets)
    for (const EngineRow& engine : kEngines)
      benchmark::RegisterBenchmark((set.name + "/" + engine.name).c_str(), run_set, std::cref(set),
                                   engine.make)
          ->Iterations(1)
          ->Unit(benchmark::kMillisecond);
  for (const EngineRow& engine : kEngines)
    if (std::string(engine.name) != "textbook_dlx" && engine.name[0] != 'l' &&
        engine.name[1] != 'a')
      benchmark::RegisterBenchmark((std::string("count_6x6/") + engine.name).c_str(),
                                   count_blank_6x6, engine.make)
          ->Iterations(1)
          ->Unit(benchmark::kMillisecond);
  for (const Shape shape : {Shape{3, 3}, Shape{4, 4}, Shape{5, 5}, Shape{6, 6}})
    benchmark::RegisterBenchmark(("node_time/" + shape.to_string()).c_str(), node_time, shape,
                                 make<Portfolio>)
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
}

}  // namespace
}  // namespace gridlens

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  for (int i = 1; i < argc; ++i)
    if (const std::string argument = argv[i]; argument.rfind("--budget=", 0) == 0)
      gridlens::g_budget_s = std::atof(argument.c_str() + 9);
  std::vector<gridlens::PuzzleSet> sets = gridlens::shared_puzzle_sets();
  for (auto& set : gridlens::own_puzzle_sets()) {
    set.name = "own_" + set.name;
    sets.push_back(std::move(set));
  }
  gridlens::register_all(sets);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
