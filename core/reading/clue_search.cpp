#include "core/reading/clue_search.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <set>

#include "core/reading/solved_sets.h"

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
  double estimate = 0;    // what the set and all that come of it cost at least, penalties included
  bool measured = false;  // the estimate looks at the clashes
  std::vector<Change> changes;  // sorted by cell
};

struct Costlier {
  bool operator()(const Node& a, const Node& b) const {
    return a.estimate != b.estimate ? a.estimate > b.estimate
                                    : a.changes > b.changes;  // repeatable order
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

std::optional<Grid> ClueSearch::only_solution(const Grid& clues) {
  if (solver_.find_clash(clues)) return std::nullopt;
  SolveOptions solve;
  solve.max_nodes = options_.nodes_a_solve;
  SolveResult solved = solver_.solve(clues, solve);
  if (solved.state != SolveState::unique) return std::nullopt;
  return std::move(solved.solutions.front());
}

// One search.
class ClueSearch::Run {
 public:
  Run(ClueSearch& search, const CellChoices& choices, double log_shape_prior)
      : rules_(search.rules_),
        solver_(search.solver_),
        options_(search.options_),
        choices_(choices),
        log_shape_prior_(log_shape_prior),
        ranked_(choices, options_.most_cost),
        likeliest_(rules_.shape) {
    for (int cell = 0; cell < cells(); ++cell) {
      likeliest_.set(cell / choices.n, cell % choices.n, ranked_.at(cell, 0)->second);
      if (ranked_.at(cell, 1)) doubtful_order_.push_back(cell);
    }
    std::sort(doubtful_order_.begin(), doubtful_order_.end(), [&](int a, int b) {
      return std::pair(ranked_.at(a, 1)->first, a) < std::pair(ranked_.at(b, 1)->first, b);
    });
  }

  ClueSearchResult run() {
    int sets = 0;
    open_.push(Node{});
    while (!open_.empty() && open_.top().estimate <= limit()) {
      if (sets > options_.most_sets || solves_ >= options_.most_solves) break;
      Node node = open_.top();
      open_.pop();
      const Grid clues = clues_of(node);
      const std::vector<Pair> clashes = disjoint_clashes(clues);
      if (!node.measured) {
        node.measured = true;
        node.estimate = std::max({node.estimate, node.cost + least_for(clashes, node),
                                  node.cost + least_against_core(node)});
        if (!open_.empty() && open_.top().estimate < node.estimate) {
          open_.push(std::move(node));
          continue;
        }
      }
      ++sets;
      judge(node, clues, clashes);
    }
    return result();
  }

 private:
  using Pair = std::pair<int, int>;

  [[nodiscard]] int cells() const { return choices_.n * choices_.n; }

  // Sets that cost more than this are of no interest.
  [[nodiscard]] double limit() const {
    return best_ < 0 ? options_.most_cost
                     : log_shape_prior_ - found_[static_cast<size_t>(best_)].score +
                           options_.enough_margin;
  }

  [[nodiscard]] Grid clues_of(const Node& node) const {
    Grid clues = likeliest_;
    for (const Change& change : node.changes)
      clues.set(change.cell / choices_.n, change.cell % choices_.n,
                ranked_.at(change.cell, change.rank)->second);
    return clues;
  }

  // Pairs of equal clues in one unit, no cell in two pairs.
  [[nodiscard]] std::vector<Pair> disjoint_clashes(const Grid& clues) const {
    std::vector<Pair> pairs;
    std::vector<bool> used(static_cast<size_t>(cells()), false);
    std::vector<int> holder(static_cast<size_t>(choices_.n + 1));
    for (const Unit& unit : rules_.units) {
      std::fill(holder.begin(), holder.end(), -1);
      for (const int cell : unit.cells) {
        const auto value = clues.values()[static_cast<size_t>(cell)];
        if (value == 0 || used[static_cast<size_t>(cell)]) continue;
        int& other = holder[value];
        if (other >= 0) {
          pairs.emplace_back(other, cell);
          used[static_cast<size_t>(cell)] = used[static_cast<size_t>(other)] = true;
          other = -1;
        } else {
          other = cell;
        }
      }
    }
    return pairs;
  }

  [[nodiscard]] static int rank_in(const Node& node, int cell) {
    const auto place = std::lower_bound(node.changes.begin(), node.changes.end(), Change{cell, 0});
    return place != node.changes.end() && place->cell == cell ? place->rank : 0;
  }

  // What the next less likely value of a cell costs more than the one it has.
  [[nodiscard]] double next_cost(const Node& node, int cell) const {
    const int rank = rank_in(node, cell);
    const auto* next = ranked_.at(cell, rank + 1);
    return next ? next->first - ranked_.at(cell, rank)->first : options_.most_cost;
  }

  [[nodiscard]] double least_for(const std::vector<Pair>& clashes, const Node& node) const {
    double sum = 0;
    for (const auto& [a, b] : clashes)
      sum += std::min({options_.more_clash_penalty, next_cost(node, a), next_cost(node, b)});
    return sum;
  }

  void judge(const Node& node, const Grid& clues, const std::vector<Pair>& clashes) {
    ClueSet set{clues, SolveState::budget, node.cost, log_shape_prior_ - node.cost, {}};
    if (!clashes.empty()) {
      set.state = SolveState::invalid;
      set.score -= options_.clash_penalty +
                   options_.more_clash_penalty * (static_cast<double>(clashes.size()) - 1);
      keep(std::move(set));
      push_changed(node, clashes.front().first, nullptr);
      push_changed(node, clashes.front().second, nullptr);
      return;
    }
    std::optional<SolvedSets::Answer> answer = known_.infer(clues);
    if (!answer) {
      SolveOptions solve;
      solve.max_nodes = options_.nodes_a_solve;
      answer = known_.learn(clues, solver_.solve(clues, solve));
      ++solves_;
    }
    set.state = answer->state;
    set.solution = std::move(answer->solution);
    if (set.solution)
      set.score -= entries_penalty(choices_, clues, *set.solution, options_) +
                   coincidences(clues, *set.solution);
    else
      set.score -=
          set.state == SolveState::none ? options_.none_penalty : options_.multiple_penalty;
    const std::optional<Grid> solution = set.solution;
    keep(std::move(set));
    if (solution && !core_) find_core(clues, *solution);
    // Any doubtful cell may be wrong; also cells changed before, once more.
    const double most = std::min(limit(), options_.most_cost);
    for (const int cell : doubtful_order_) {
      if (node.cost + ranked_.at(cell, 1)->first > most) break;
      push_changed(node, cell, solution ? &*solution : nullptr);
    }
  }

  // Blanks the doubtful cells of a set with one solution, cheapest first, as many as leave it the
  // only one. What is left answers for every set that holds it.
  void find_core(const Grid& clues, const Grid& solution) {
    Core core{clues, solution, std::vector<bool>(static_cast<size_t>(cells()), false)};
    std::vector<int> doubted;
    for (const int cell : doubtful_order_)
      if (clues.values()[static_cast<size_t>(cell)] != 0 &&
          ranked_.at(cell, 1)->first < options_.none_penalty + options_.enough_margin)
        doubted.push_back(cell);
    const auto without = [&](size_t first, size_t count) {
      Grid left = clues;
      for (size_t i = first; i < first + count; ++i)
        left.set(doubted[i] / choices_.n, doubted[i] % choices_.n, 0);
      return left;
    };
    const auto only_one = [&](const Grid& left) {
      SolveOptions solve;
      solve.max_nodes = options_.nodes_a_solve;
      ++solves_;
      return known_.learn(left, solver_.solve(left, solve)).state == SolveState::unique;
    };
    size_t most = doubted.size();
    size_t least = 0;
    for (size_t count = most; least < most; count = (least + most + 1) / 2)
      if (only_one(without(0, count)))
        least = count;
      else
        most = count - 1;
    std::vector<bool> blanked(static_cast<size_t>(cells()), false);
    for (size_t i = 0; i < least; ++i) blanked[static_cast<size_t>(doubted[i])] = true;
    core.least_break = options_.none_penalty;
    for (int cell = 0; cell < cells(); ++cell) {
      const auto at = static_cast<size_t>(cell);
      core.holds[at] = clues.values()[at] != 0 && !blanked[at];
      if (core.holds[at] && ranked_.at(cell, 1))
        core.least_break = std::min(core.least_break, ranked_.at(cell, 1)->first);
    }
    core.clues = without(0, least);
    core_ = std::move(core);
  }

  // A set that holds the core and a clue against its solution has none. It and all sets that come
  // of it bear that, or mend every such clue, or break the core.
  [[nodiscard]] double least_against_core(const Node& node) const {
    if (!core_) return 0;
    double mend = 0;
    for (int cell = 0; cell < cells(); ++cell) {
      const auto at = static_cast<size_t>(cell);
      const int rank = rank_in(node, cell);
      const int value = ranked_.at(cell, rank)->second;
      if (core_->holds[at]) {
        if (value != core_->clues.values()[at]) return 0;
      } else if (value != 0 && value != core_->solution.values()[at]) {
        mend += next_cost(node, cell);
      }
    }
    return std::min({mend, core_->least_break, options_.none_penalty});
  }

  // Marks that a set takes for none although they look like what the solution has there: one in n
  // would do so by chance.
  [[nodiscard]] double coincidences(const Grid& clues, const Grid& solution) const {
    int count = 0;
    for (size_t i = 0; i < clues.values().size(); ++i)
      count += clues.values()[i] == 0 && likeliest_.values()[i] != 0 &&
                       likeliest_.values()[i] == solution.values()[i]
                   ? 1
                   : 0;
    return count * options_.coincidence_share * std::log(choices_.n);
  }

  void keep(ClueSet set) {
    found_.push_back(std::move(set));
    if (best_ < 0 || found_.back().score > found_[static_cast<size_t>(best_)].score)
      best_ = static_cast<int>(found_.size()) - 1;
  }

  // `solution`: of the node's set, where it has exactly one.
  void push_changed(const Node& node, int cell, const Grid* solution) {
    Node child = node;
    child.measured = false;
    const auto place =
        std::lower_bound(child.changes.begin(), child.changes.end(), Change{cell, 0});
    const bool again = place != child.changes.end() && place->cell == cell;
    const int before = again ? place->rank : 0;
    int rank = before + 1;
    if (solution && ranked_.at(cell, rank) &&
        only_kind_differs(choices_, cell, ranked_.at(cell, before)->second,
                          ranked_.at(cell, rank)->second, *solution))
      ++rank;
    const auto* value = ranked_.at(cell, rank);
    if (!value) return;
    child.cost += value->first - ranked_.at(cell, before)->first;
    child.estimate = child.cost;
    if (again)
      place->rank = rank;
    else
      child.changes.insert(place, Change{cell, rank});
    if (child.cost <= std::min(options_.most_cost, limit()) && seen_.insert(child.changes).second)
      open_.push(std::move(child));
  }

  [[nodiscard]] ClueSearchResult result() const {
    // Every set not looked at costs at least this.
    const double unseen =
        open_.empty() ? options_.most_cost : std::min(options_.most_cost, open_.top().estimate);
    ClueSearchResult result;
    result.best = found_[static_cast<size_t>(best_)];
    result.margin =
        std::clamp(result.best.score - (log_shape_prior_ - unseen), 0.0, options_.enough_margin);
    std::vector<bool> doubtful(static_cast<size_t>(cells()), false);
    for (size_t i = 0; i < found_.size(); ++i) {
      if (static_cast<int>(i) == best_) continue;
      const double distance = result.best.score - found_[i].score;
      result.margin = std::min(result.margin, distance);
      if (distance < options_.enough_margin / 2)
        for (int cell = 0; cell < cells(); ++cell)
          if (found_[i].clues.values()[static_cast<size_t>(cell)] !=
              result.best.clues.values()[static_cast<size_t>(cell)])
            doubtful[static_cast<size_t>(cell)] = true;
    }
    for (int cell = 0; cell < cells(); ++cell)
      if (doubtful[static_cast<size_t>(cell)]) result.doubtful.push_back(cell);
    return result;
  }

  const Rules& rules_;
  Solver& solver_;
  const ClueSearchOptions& options_;
  const CellChoices& choices_;
  double log_shape_prior_ = 0;
  RankedValues ranked_;
  Grid likeliest_;
  std::vector<int> doubtful_order_;  // cells with an alternative, cheapest first
  std::priority_queue<Node, std::vector<Node>, Costlier> open_;
  std::set<std::vector<Change>> seen_;
  SolvedSets known_;
  struct Core {  // clues out of doubt that have one solution by themselves
    Grid clues;
    Grid solution;
    std::vector<bool> holds;
    double least_break = 0;  // what it costs at least to change one of them
  };
  std::optional<Core> core_;
  std::vector<ClueSet> found_;
  int best_ = -1;
  int solves_ = 0;
};

ClueSearchResult ClueSearch::run(const CellChoices& choices, double log_shape_prior) {
  return Run(*this, choices, log_shape_prior).run();
}

}  // namespace gridlens
