#include "core/making/puzzle_maker.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/making/draw.h"
#include "core/making/full_board.h"
#include "core/making/jigsaw_regions.h"
#include "core/solver/solver.h"

namespace gridlens {

namespace {

constexpr int kLayouts = 50;  // of a jigsaw's regions that are tried

// A given whose absence this many nodes cannot settle stays. A node of a larger board costs more.
std::uint64_t nodes_for_one_answer(const Rules& rules) {
  return 240'000U / static_cast<std::uint64_t>(rules.shape.cells());
}

// The hardest technique of a grade.
Technique hardest_of(Grade grade) {
  Technique hardest = Technique::naked_single;
  for (const Technique technique : all_techniques())
    if (grade_of(technique) <= grade) hardest = std::max(hardest, technique);
  return grade == Grade::extreme ? Technique::search : hardest;
}

int usual_tries(int n) {
  if (n <= 4) return 2'000;    // no 4x4 that was seen is above easy
  if (n <= 9) return 100'000;  // a 6x6 of grade hard takes some thousands
  return n <= 12 ? 4'000 : 100;
}

// Cells that go together: a cell by itself, or with the one that takes its place after a half turn.
std::vector<std::vector<int>> groups_of(Shape shape, bool symmetric) {
  std::vector<std::vector<int>> groups;
  for (int cell = 0; cell < shape.cells(); ++cell) {
    const int opposite = shape.cells() - 1 - cell;
    if (!symmetric || opposite == cell)
      groups.push_back({cell});
    else if (cell < opposite)
      groups.push_back({cell, opposite});
  }
  return groups;
}

class Maker {
 public:
  Maker(const Rules& rules, const PuzzleWish& wish)
      : rules_(rules), wish_(wish), solver_(rules), draw_(wish.seed) {}

  std::optional<MadePuzzle> make();

 private:
  bool is_unique(const Grid& givens);
  bool may_be(const Grid& givens);
  Grid thin_out(const Grid& full);

  const Rules& rules_;
  const PuzzleWish& wish_;
  Solver solver_;
  Draw draw_;
};

bool Maker::is_unique(const Grid& givens) {
  SolveOptions options;
  options.max_nodes = nodes_for_one_answer(rules_);
  options.stop = wish_.stop;
  return solver_.solve(givens, options).state == SolveState::unique;
}

// A minimal puzzle is thinned out to the last given whatever its grade: one that is held easy on
// the way keeps givens that uniqueness does not need.
bool Maker::may_be(const Grid& givens) {
  if (!wish_.grade || *wish_.grade == Grade::extreme || wish_.minimal) return is_unique(givens);
  return solve_logically(rules_, givens, wish_.stop, hardest_of(*wish_.grade)).solved;
}

// Takes groups of values away in random order, many at once while that goes well. What cannot go
// now cannot go later, when still fewer givens are left.
Grid Maker::thin_out(const Grid& full) {
  std::vector<std::vector<int>> groups = groups_of(rules_.shape, !wish_.minimal);
  draw_.shuffle(groups);
  Grid givens = full;
  size_t at = 0;
  size_t batch = std::max<size_t>(groups.size() / 4, 1);
  while (at < groups.size() && !wish_.stop.stop_requested()) {
    batch = std::min(batch, groups.size() - at);
    Grid fewer = givens;
    for (size_t i = at; i < at + batch; ++i)
      for (const int cell : groups[i]) fewer.set(cell, 0);
    if (may_be(fewer)) {
      givens = std::move(fewer);
      at += batch;
      batch *= 2;
    } else if (batch == 1) {
      ++at;
    } else {
      batch /= 2;
    }
  }
  return givens;
}

std::optional<MadePuzzle> Maker::make() {
  const int tries = wish_.max_tries > 0 ? wish_.max_tries : usual_tries(rules_.n());
  for (int attempt = 0; attempt < tries; ++attempt) {
    const std::optional<Grid> full = draw_full_board(rules_, solver_, draw_, wish_.stop);
    if (!full) return std::nullopt;
    MadePuzzle made{thin_out(*full), *full};
    if (wish_.stop.stop_requested()) return std::nullopt;
    made.hardest = solve_logically(rules_, made.givens, wish_.stop).hardest;
    if (wish_.grade && grade_of(made.hardest) != *wish_.grade) continue;
    if (is_unique(made.givens)) return made;
  }
  return std::nullopt;
}

}  // namespace

std::optional<MadePuzzle> make_puzzle(const Rules& rules, const PuzzleWish& wish) {
  return Maker(rules, wish).make();
}

std::optional<PuzzleDocument> make_document(PuzzleDocument kind, const PuzzleWish& wish) {
  const bool draws_regions = kind.rules == RuleKind::jigsaw && kind.regions.empty();
  PuzzleWish part = wish;
  const int tries = wish.max_tries > 0 ? wish.max_tries : usual_tries(kind.shape.n());
  if (draws_regions) part.max_tries = std::max(tries / kLayouts, 1);
  // Some layouts have no solution, or none of the grade.
  for (int layout = 0; layout < (draws_regions ? kLayouts : 1); ++layout) {
    if (draws_regions) {
      part.seed = seed_in_series(wish.seed, static_cast<std::uint64_t>(layout));
      Draw draw(part.seed);
      kind.regions = draw_regions(kind.shape, draw);
    }
    if (const auto made = make_puzzle(rules_of(kind), part)) {
      kind.givens = made->givens;
      return kind;
    }
    if (wish.stop.stop_requested()) break;
  }
  return std::nullopt;
}

std::uint64_t seed_in_series(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t mixed = seed + (index + 1) * 0x9E3779B97F4A7C15U;  // SplitMix64, Steele et al. 2014
  mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
  mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
  return mixed ^ (mixed >> 31U);
}

}  // namespace gridlens
