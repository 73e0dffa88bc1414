#include "core/reading/clue_search.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <set>

#include "core/reading/clue_core.h"
#include "core/reading/clue_node.h"
#include "core/reading/solved_sets.h"

namespace gridlens {

namespace {

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
    open_.push(ClueNode{});
    while (!open_.empty() && open_.top().estimate <= limit()) {
      if (sets > options_.most_sets || solves_ >= options_.most_solves) break;
      ClueNode node = open_.top();
      open_.pop();
      const Grid clues = clues_of(node);
      const std::vector<Pair> clashes = disjoint_clashes(clues);
      if (!node.measured) {
        node.measured = true;
        node.estimate =
            std::max({node.estimate, node.cost + least_for(clashes, node),
                      node.cost + (core_ ? core_->least_against(node, ranked_, options_) : 0)});
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

  [[nodiscard]] Grid clues_of(const ClueNode& node) const {
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

  [[nodiscard]] double least_for(const std::vector<Pair>& clashes, const ClueNode& node) const {
    const auto next = [&](int cell) {
      return ranked_.next_cost(cell, node.rank_in(cell), options_.most_cost);
    };
    double sum = 0;
    for (const auto& [a, b] : clashes)
      sum += std::min({options_.more_clash_penalty, next(a), next(b)});
    return sum;
  }

  SolvedSets::Answer solved(const Grid& clues) {
    SolveOptions solve;
    solve.max_nodes = options_.nodes_a_solve;
    ++solves_;
    return known_.learn(clues, solver_.solve(clues, solve));
  }

  void judge(const ClueNode& node, const Grid& clues, const std::vector<Pair>& clashes) {
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
    if (!answer && is_beaten(set)) {
      push_all_changed(node, nullptr);
      return;
    }
    if (!answer) answer = solved(clues);
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
    if (solution && !core_)
      core_ = find_core(clues, *solution, ranked_, doubtful_order_, limit(), options_,
                        [&](const Grid& left) { return solved(left).state == SolveState::unique; });
    push_all_changed(node, solution ? &*solution : nullptr);
  }

  // Clues that fit the best set's only solution have that one or several: where either leaves them
  // too far behind, it does not matter which.
  [[nodiscard]] bool is_beaten(const ClueSet& set) const {
    if (best_ < 0 || choices_.writing != Writing::printed) return false;
    const ClueSet& best = found_[static_cast<size_t>(best_)];
    if (!best.solution || !set.clues.is_within(*best.solution)) return false;
    const double least_penalty =
        std::min(options_.multiple_penalty, coincidences(set.clues, *best.solution));
    return set.score - least_penalty <= best.score - options_.enough_margin;
  }

  // Any doubtful cell may be wrong; also cells changed before, once more.
  void push_all_changed(const ClueNode& node, const Grid* solution) {
    const double most = std::min(limit(), options_.most_cost);
    for (const int cell : doubtful_order_) {
      if (node.cost + ranked_.at(cell, 1)->first > most) break;
      push_changed(node, cell, solution);
    }
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
  void push_changed(const ClueNode& node, int cell, const Grid* solution) {
    ClueNode child = node;
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
      if (distance < options_.doubtful_margin)
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
  std::priority_queue<ClueNode, std::vector<ClueNode>, Costlier> open_;
  std::set<std::vector<Change>> seen_;
  SolvedSets known_;
  std::optional<ClueCore> core_;
  std::vector<ClueSet> found_;
  int best_ = -1;
  int solves_ = 0;
};

ClueSearchResult ClueSearch::run(const CellChoices& choices, double log_shape_prior) {
  return Run(*this, choices, log_shape_prior).run();
}

}  // namespace gridlens
