#include "core/reading/decoding/clue_search.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <set>

#include "core/ablation/mechanism.h"
#include "core/reading/decoding/clue_node.h"
#include "core/reading/decoding/entry_evidence.h"

namespace gridlens {

namespace {

// What things cost, in units of the budget: a set looked at for so many cells, a change of a set,
// and a call of the solver. A call costs by the fourth power of n (measured from 9 to 25), a node
// of the solver's search by the sixth power (measured at 20 and 25).
constexpr double kCellsASetUnit = 30;
constexpr double kUnitsAChange = 0.5;
constexpr double kSolveUnit = 640;
constexpr double kNodeUnit = 4.9e6;

using CluePair = std::pair<int, int>;  // two cells

// Pairs of equal clues in one unit, no cell in two pairs.
std::vector<CluePair> disjoint_clashes(const Rules& rules, const Grid& clues) {
  std::vector<CluePair> pairs;
  CellFlags used(clues.shape().cells());
  std::vector<int> holder(static_cast<size_t>(clues.n() + 1));
  for (const Unit& unit : rules.units) {
    std::fill(holder.begin(), holder.end(), -1);
    for (const int cell : unit.cells) {
      const auto value = clues.at(cell);
      if (value == 0 || used[cell]) continue;
      int& other = holder[value];
      if (other >= 0) {
        pairs.emplace_back(other, cell);
        used[cell] = used[other] = true;
        other = -1;
      } else {
        other = cell;
      }
    }
  }
  return pairs;
}

}  // namespace

ClueSearch::ClueSearch(Shape shape, const ClueSearchOptions& options)
    : rules_(classic_rules(shape)), solver_(rules_), options_(options) {}

SolveResult ClueSearch::solve(const Grid& clues, SearchBudget& budget) {
  if (budget.spent()) return {};
  const double units_a_node = std::pow(rules_.n(), 6) / kNodeUnit;
  SolveOptions limits;
  limits.max_nodes = std::min(options_.nodes_a_solve,
                              1 + static_cast<std::uint64_t>(budget.left() / units_a_node));
  SolveResult result = solver_.solve(clues, limits);
  budget.spend(std::pow(rules_.n(), 4) / kSolveUnit +
               units_a_node * static_cast<double>(result.nodes));
  return result;
}

std::optional<Grid> ClueSearch::only_solution(const Grid& clues, SearchBudget& budget) {
  if (solver_.find_clash(clues)) return std::nullopt;
  SolveResult solved = solve(clues, budget);
  if (solved.state != SolveState::unique) return std::nullopt;
  return std::move(solved.solutions.front());
}

// One search.
class ClueSearch::Run {
 public:
  Run(ClueSearch& search, const CellChoices& choices, double log_shape_prior, SearchBudget& budget)
      : search_(search),
        budget_(budget),
        rules_(search.rules_),
        options_(search.options_),
        choices_(choices),
        log_shape_prior_(log_shape_prior),
        ranked_(choices, options_.most_cost),
        likeliest_(rules_.shape) {
    for (int cell = 0; cell < cells(); ++cell) {
      likeliest_.set(cell, ranked_.at(cell, 0)->second);
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
      if (sets > 0 && budget_.spent()) break;
      budget_.spend(cells() / kCellsASetUnit);
      ClueNode node = open_.top();
      open_.pop();
      const Grid clues = clues_of(node);
      const std::vector<CluePair> clashes = disjoint_clashes(rules_, clues);
      if (!node.measured) {
        node.measured = true;
        node.estimate = std::max(node.estimate, node.cost + least_for(clashes, node));
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
  [[nodiscard]] int cells() const { return choices_.cells(); }

  [[nodiscard]] double multiple_penalty() const {
    return choices_.may_hide_clues && in_use<"hidden_penalty">() ? options_.unobserved_penalty
                                                                 : options_.multiple_penalty;
  }

  // Sets that cost more than this are of no interest.
  [[nodiscard]] double limit() const {
    return found_.empty() ? options_.most_cost
                          : log_shape_prior_ - best().score + options_.enough_margin;
  }

  [[nodiscard]] const ClueSet& best() const { return found_[best_]; }

  [[nodiscard]] Grid clues_of(const ClueNode& node) const {
    Grid clues = likeliest_;
    for (const Change& change : node.changes)
      clues.set(change.cell, ranked_.at(change.cell, change.rank)->second);
    return clues;
  }

  [[nodiscard]] double least_for(const std::vector<CluePair>& clashes, const ClueNode& node) const {
    const auto next = [&](int cell) {
      return ranked_.next_cost(cell, node.rank_in(cell), options_.most_cost);
    };
    double sum = 0;
    for (const auto& [a, b] : clashes)
      sum += std::min({options_.more_clash_penalty, next(a), next(b)});
    return sum;
  }

  void judge(const ClueNode& node, const Grid& clues, const std::vector<CluePair>& clashes) {
    ClueSet set{clues, SolveState::budget, node.cost, log_shape_prior_ - node.cost, 0, {}};
    if (!clashes.empty()) {
      set.state = SolveState::invalid;
      set.score -= options_.clash_penalty +
                   options_.more_clash_penalty * (static_cast<double>(clashes.size()) - 1);
      keep(std::move(set));
      push_changed(node, clashes.front().first, nullptr);
      push_changed(node, clashes.front().second, nullptr);
      return;
    }
    ++solves_;
    SolveResult solved = search_.solve(clues, budget_);
    set.state = solved.state;
    if (set.state == SolveState::unique) {
      set.solution = std::move(solved.solutions.front());
      set.chance_agreement = chance_agreements(clues, *set.solution);
      set.score -= entries_penalty(choices_, clues, *set.solution) + set.chance_agreement;
    } else {
      set.score -= set.state == SolveState::none ? options_.none_penalty : multiple_penalty();
    }
    keep(std::move(set));
    const std::optional<Grid>& solution = found_.back().solution;
    push_all_changed(node, solution ? &*solution : nullptr);
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
  [[nodiscard]] double chance_agreements(const Grid& clues, const Grid& solution) const {
    int count = 0;
    for (int cell = 0; cell < cells(); ++cell)
      count += clues.at(cell) == 0 && likeliest_.at(cell) != 0 &&
               likeliest_.at(cell) == solution.at(cell);
    return count > 0 && in_use<"coincidences">()
               ? count * options_.chance_agreement_share * std::log(choices_.n)
               : 0.0;
  }

  // How far the best set is ahead of another. That a mark looks like what the solution has there
  // may make it a clue, but not a sure one.
  [[nodiscard]] double distance_to(const ClueSet& other) const {
    const bool same = best().solution && best().solution == other.solution;
    return best().score - other.score -
           (same ? std::max(0.0, other.chance_agreement - best().chance_agreement) : 0.0);
  }

  void keep(ClueSet set) {
    found_.push_back(std::move(set));
    if (found_.back().score > best().score) best_ = found_.size() - 1;
  }

  // `solution`: of the node's set, where it has exactly one.
  void push_changed(const ClueNode& node, int cell, const Grid* solution) {
    budget_.spend(kUnitsAChange);
    const int before = node.rank_in(cell);
    int rank = before + 1;
    if (solution && ranked_.at(cell, rank) &&
        only_kind_differs(choices_, cell, ranked_.at(cell, before)->second,
                          ranked_.at(cell, rank)->second, *solution))
      ++rank;
    const auto* value = ranked_.at(cell, rank);
    if (!value) return;
    ClueNode child = node;
    child.measured = false;
    child.cost += value->first - ranked_.at(cell, before)->first;
    child.estimate = child.cost;
    child.set_rank(cell, rank);
    if (child.cost <= std::min(options_.most_cost, limit()) && seen_.insert(child.changes).second)
      open_.push(std::move(child));
  }

  [[nodiscard]] ClueSearchResult result() const {
    // Every set not looked at costs at least this.
    const double unobserved =
        open_.empty() ? options_.most_cost : std::min(options_.most_cost, open_.top().estimate);
    ClueSearchResult result;
    result.best = best();
    result.margin = std::clamp(result.best.score - (log_shape_prior_ - unobserved), 0.0,
                               options_.enough_margin);
    CellFlags doubtful(cells());
    for (size_t i = 0; i < found_.size(); ++i) {
      if (i == best_) continue;
      const double distance = distance_to(found_[i]);
      result.margin = std::max(0.0, std::min(result.margin, distance));
      if (distance < options_.doubtful_margin)
        for (int cell = 0; cell < cells(); ++cell)
          if (found_[i].clues.at(cell) != result.best.clues.at(cell)) doubtful[cell] = true;
    }
    for (int cell = 0; cell < cells(); ++cell)
      if (doubtful[cell]) result.doubtful.push_back(cell);
    return result;
  }

  ClueSearch& search_;
  SearchBudget& budget_;
  const Rules& rules_;
  const ClueSearchOptions& options_;
  const CellChoices& choices_;
  double log_shape_prior_ = 0;
  RankedValues ranked_;
  Grid likeliest_;
  std::vector<int> doubtful_order_;  // cells with an alternative, cheapest first
  std::priority_queue<ClueNode, std::vector<ClueNode>, Costlier> open_;
  std::set<std::vector<Change>> seen_;
  std::vector<ClueSet> found_;
  size_t best_ = 0;  // of found_
  int solves_ = 0;
};

ClueSearchResult ClueSearch::run(const CellChoices& choices, double log_shape_prior,
                                 SearchBudget& budget) {
  return Run(*this, choices, log_shape_prior, budget).run();
}

}  // namespace gridlens
