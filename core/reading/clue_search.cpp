#include "core/reading/clue_search.h"

#include <algorithm>
#include <array>
#include <queue>
#include <set>

namespace gridlens {

namespace {

// A change of one cell against the likeliest set: to its `rank`-th most likely value (1: the
// second).
struct Change {
  int cell = 0;
  int rank = 0;
  friend auto operator<=>(const Change&, const Change&) = default;
};

struct Node {
  double cost = 0;
  std::vector<Change> changes;  // sorted by cell
};

struct Costlier {
  bool operator()(const Node& a, const Node& b) const {
    return a.cost != b.cost ? a.cost > b.cost : a.changes > b.changes;  // repeatable order
  }
};

// The values of each cell from the likeliest down, with what each costs against the likeliest.
struct RankedValues {
  std::vector<std::vector<std::pair<double, int>>> cells;

  RankedValues(const CellChoices& choices, double most_cost) {
    cells.resize(static_cast<size_t>(choices.n * choices.n));
    for (int cell = 0; cell < choices.n * choices.n; ++cell) {
      auto& ranked = cells[static_cast<size_t>(cell)];
      for (int v = 0; v <= choices.n; ++v) ranked.emplace_back(-choices.clue(cell, v), v);
      std::sort(ranked.begin(), ranked.end());
      const double least = ranked.front().first;
      for (auto& entry : ranked) entry.first -= least;
      while (ranked.back().first > most_cost) ranked.pop_back();
    }
  }

  [[nodiscard]] const std::pair<double, int>* at(int cell, int rank) const {
    const auto& ranked = cells[static_cast<size_t>(cell)];
    return rank < static_cast<int>(ranked.size()) ? &ranked[static_cast<size_t>(rank)] : nullptr;
  }
};

// True when a cell changes between "clue v" and "no clue" while it may well hold a handwritten v
// that the solution agrees with.
bool only_kind_differs(const CellChoices& choices, int cell, int from, int to,
                       const Grid& solution) {
  constexpr double kPossiblyByHand = 0.02;
  if ((from == 0) == (to == 0)) return false;
  const int value = from + to;
  return choices.by_hand[static_cast<size_t>(cell)] > kPossiblyByHand &&
         solution.values()[static_cast<size_t>(cell)] == value &&
         choices.value(cell, value) > choices.value(cell, 0);
}

// How far the entries speak against a solution.
double entries_penalty(const CellChoices& choices, const Grid& clues, const Grid& solution,
                       const ClueSearchOptions& options) {
  double sum = 0;
  for (int cell = 0; cell < choices.n * choices.n; ++cell) {
    if (clues.values()[static_cast<size_t>(cell)] != 0 ||
        choices.by_hand[static_cast<size_t>(cell)] <= 0.5)
      continue;
    double top = choices.value(cell, 0);
    for (int v = 1; v <= choices.n; ++v) top = std::max(top, choices.value(cell, v));
    const int value = solution.values()[static_cast<size_t>(cell)];
    sum += std::min(options.most_entry_penalty,
                    std::min(top - choices.value(cell, value), top - choices.value(cell, 0)));
  }
  return std::min(sum, options.most_entries_penalty);
}

}  // namespace

ClueSearch::ClueSearch(Shape shape, const ClueSearchOptions& options)
    : rules_(classic_rules(shape)), solver_(rules_), options_(options) {}

ClueSearchResult ClueSearch::run(const CellChoices& choices, double log_shape_prior) {
  const RankedValues ranked(choices, options_.most_cost);
  const int cells = choices.n * choices.n;
  Grid likeliest(rules_.shape);
  std::vector<int> doubtful_order;  // cells with an alternative, cheapest first
  for (int cell = 0; cell < cells; ++cell) {
    likeliest.set(cell / choices.n, cell % choices.n, ranked.at(cell, 0)->second);
    if (ranked.at(cell, 1)) doubtful_order.push_back(cell);
  }
  std::sort(doubtful_order.begin(), doubtful_order.end(), [&](int a, int b) {
    return std::pair(ranked.at(a, 1)->first, a) < std::pair(ranked.at(b, 1)->first, b);
  });

  std::priority_queue<Node, std::vector<Node>, Costlier> open;
  std::set<std::vector<Change>> seen;
  // `solution`: of the node's set, where it has exactly one.
  const auto push_changed = [&](const Node& node, int cell, const Grid* solution) {
    Node child = node;
    const auto place =
        std::lower_bound(child.changes.begin(), child.changes.end(), Change{cell, 0});
    const bool again = place != child.changes.end() && place->cell == cell;
    const int before = again ? place->rank : 0;
    int rank = before + 1;
    if (solution && ranked.at(cell, rank) &&
        only_kind_differs(choices, cell, ranked.at(cell, before)->second,
                          ranked.at(cell, rank)->second, *solution))
      ++rank;
    const auto* value = ranked.at(cell, rank);
    if (!value) return;
    child.cost += value->first - ranked.at(cell, before)->first;
    if (again)
      place->rank = rank;
    else
      child.changes.insert(place, Change{cell, rank});
    if (child.cost <= options_.most_cost && seen.insert(child.changes).second)
      open.push(std::move(child));
  };

  std::vector<ClueSet> found;
  int best = -1;
  int sets = 0;
  int solves = 0;
  double unseen_cost = options_.most_cost;  // every set not looked at costs at least this
  open.push(Node{});
  while (!open.empty()) {
    const Node node = open.top();
    if (best >= 0 && log_shape_prior - node.cost <
                         found[static_cast<size_t>(best)].score - options_.enough_margin)
      break;
    if (++sets > options_.most_sets || solves >= options_.most_solves) break;
    open.pop();
    ClueSet set{likeliest, SolveState::budget, node.cost, log_shape_prior - node.cost, {}};
    for (const Change& change : node.changes)
      set.clues.set(change.cell / choices.n, change.cell % choices.n,
                    ranked.at(change.cell, change.rank)->second);
    if (const std::optional<Clash> clash = solver_.find_clash(set.clues)) {
      set.state = SolveState::invalid;
      set.score -= options_.clash_penalty;
      push_changed(node, clash->cell_a, nullptr);
      push_changed(node, clash->cell_b, nullptr);
    } else {
      SolveOptions solve;
      solve.max_nodes = options_.nodes_a_solve;
      const SolveResult solved = solver_.solve(set.clues, solve);
      set.state = solved.state;
      ++solves;
      const Grid* solution = set.state == SolveState::unique ? &solved.solutions[0] : nullptr;
      if (solution) {
        set.score -= entries_penalty(choices, set.clues, *solution, options_);
        set.solution = *solution;
      }
      if (set.state == SolveState::multiple || set.state == SolveState::budget)
        set.score -= options_.multiple_penalty;
      if (set.state == SolveState::none) set.score -= options_.none_penalty;
      // Any doubtful cell may be wrong; also cells changed before, once more.
      for (const int cell : doubtful_order) {
        if (node.cost + ranked.at(cell, 1)->first > options_.most_cost) break;
        push_changed(node, cell, solution);
      }
    }
    found.push_back(std::move(set));
    if (best < 0 || found.back().score > found[static_cast<size_t>(best)].score)
      best = static_cast<int>(found.size()) - 1;
  }
  if (!open.empty()) unseen_cost = std::min(unseen_cost, open.top().cost);

  ClueSearchResult result;
  result.best = found[static_cast<size_t>(best)];
  const double bound = result.best.score - (log_shape_prior - unseen_cost);
  result.margin = std::clamp(bound, 0.0, options_.enough_margin);
  std::vector<bool> doubtful(static_cast<size_t>(cells), false);
  for (size_t i = 0; i < found.size(); ++i) {
    if (static_cast<int>(i) == best) continue;
    const double distance = result.best.score - found[i].score;
    result.margin = std::min(result.margin, distance);
    if (distance < options_.enough_margin / 2)
      for (int cell = 0; cell < cells; ++cell)
        if (found[i].clues.values()[static_cast<size_t>(cell)] !=
            result.best.clues.values()[static_cast<size_t>(cell)])
          doubtful[static_cast<size_t>(cell)] = true;
  }
  for (int cell = 0; cell < cells; ++cell)
    if (doubtful[static_cast<size_t>(cell)]) result.doubtful.push_back(cell);
  return result;
}

}  // namespace gridlens
