#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/solver/cover/cover_state.h"
#include "core/solver/cover/search_engine.h"
#include "core/solver/learning/hall_sets.h"
#include "core/solver/learning/score_heap.h"

namespace gridlens {

// For measuring what each part is worth; the defaults are what is best.
struct LearningOptions {
  std::optional<bool> segments{};     // nothing: by the size of the board
  std::optional<bool> try_options{};  // at the root; nothing: by the size of the board
  std::optional<bool> hall_sets{};    // nothing: by the size of the board
  std::uint32_t look_ahead = 16;  // options weighed against each other at a decision; at least 1
};

// Exact cover search that learns from its dead ends (conflict-driven clause learning; Marques-Silva
// and Sakallah 1999, Een and Sorensson 2003; restarts and clause deletion by the number of levels
// in a clause, Audemard and Simon 2009). The cover itself is never written out as clauses: "at most
// one" is read off an item's option list and "at least one" is a counter an item, so that a large
// board costs nothing to set up. Only what is learned is kept as clauses. Large boards also see
// Hall sets (hall_sets.h), and decisions are weighed by what they settle at once.
//
// Wins over plain search from about 15x15 on. Allocates while it searches.
class LearningSearch : public SearchEngine {
 public:
  explicit LearningSearch(const CoverModel& model, LearningOptions options = {});

  SearchOutcome search(std::span<const std::uint8_t> givens, const SearchLimits& limits,
                       const SolutionSink& sink) override;

  // What the last search did.
  struct Statistics {
    std::uint64_t conflicts = 0;
    std::uint64_t restarts = 0;
    std::uint64_t propagations = 0;
    std::uint32_t options = 0;  // left after the givens' singles
  };
  [[nodiscard]] const Statistics& statistics() const { return statistics_; }

 private:
  using Var = std::uint32_t;  // a live option, or a segment (see build())
  using Lit = std::uint32_t;  // 2 * var: chosen; 2 * var + 1: not chosen
  using ClauseRef = std::uint32_t;

  // Why a literal holds, or what failed.
  struct Reason {
    enum Kind : std::uint32_t { none, other_chosen, last_of_item, clause, hall_set };
    Kind kind = none;
    std::uint32_t index = 0;  // the literal chosen; the item; the clause; in halls_
  };
  struct Fact {
    std::uint32_t level = 0;
    Reason reason;
  };
  struct Watch {
    ClauseRef clause;
    Lit blocker;
  };
  // Literals of an item that are not ruled out: how many, and their sum, which is the last one's
  // number when one is left.
  struct Open {
    std::uint32_t count = 0;
    std::uint32_t sum = 0;
  };
  struct Item {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };

  // Cells that two units share, two at least.
  struct Segment {
    std::uint16_t unit_a;
    std::uint16_t unit_b;
    std::uint64_t positions_a;  // bit sets of positions in the units
    std::uint64_t positions_b;
  };

  [[nodiscard]] size_t live_options() const;
  bool try_options(const SearchLimits& limits);
  void find_segments();
  void build();  // variables and items from state_, which is at the root's fixpoint
  void build_units(const std::vector<Var>& var_of, std::uint32_t& vars);
  void build_halls(const std::vector<Var>& var_of);
  void add_item();  // of item_lits_ from the last item's end on
  [[nodiscard]] bool is_option(Var var) const { return var < option_of_.size(); }
  [[nodiscard]] std::int8_t value(Lit lit) const { return values_[lit]; }
  void enqueue(Lit lit, Reason reason);
  bool propagate(Reason& conflict);
  bool propagate_chosen(Lit lit, Reason& conflict);
  bool propagate_ruled_out(Lit lit, Reason& conflict);
  bool propagate_clauses(Lit lit, Reason& conflict);
  bool propagate_halls(Reason& conflict);
  void backtrack(std::uint32_t level);

  template <typename Visit>
  void for_each_antecedent(Reason reason, Var skip, Visit visit) const;
  std::uint32_t analyse(Reason conflict);  // into learned_; returns the level to go back to
  bool is_redundant(Lit lit);
  std::uint32_t count_levels(std::span<const Lit> lits);
  void learn(bool keep);   // adds learned_ and enqueues its first literal; keep: never forgotten
  bool exclude_current();  // the solution's decisions as a clause; false when there are none
  void attach(ClauseRef ref);
  void reduce_learned();
  void simplify_items();
  void bump(Var var);

  std::uint32_t level() const { return static_cast<std::uint32_t>(level_begin_.size()); }
  bool decide();  // false when every option is decided
  double effect_of(Var var);
  bool emit(const SolutionSink& sink);

  // Clauses: header word 0 size, word 1 levels, then literals.
  static constexpr std::uint32_t kHeader = 2;
  [[nodiscard]] std::uint32_t clause_size(ClauseRef ref) const { return arena_[ref]; }
  [[nodiscard]] std::uint32_t& clause_levels(ClauseRef ref) { return arena_[ref + 1]; }
  [[nodiscard]] Lit* clause_lits(ClauseRef ref) { return &arena_[ref + kHeader]; }
  [[nodiscard]] const Lit* clause_lits(ClauseRef ref) const { return &arena_[ref + kHeader]; }

  const CoverModel& model_;
  CoverState<std::uint64_t> state_;
  bool tries_options_;
  bool uses_halls_;
  std::uint32_t look_ahead_;
  Statistics statistics_;

  std::vector<std::uint32_t> option_of_;  // var -> cell * n + value; segments come after these
  std::vector<Segment> segments_;         // of the model
  std::vector<Item> items_;
  std::vector<std::vector<std::vector<std::uint32_t>>> families_;  // unit -> families of segments
  std::vector<Lit> item_lits_;
  std::vector<Open> open_;
  std::vector<std::uint32_t> lit_items_begin_;
  std::vector<std::uint32_t> lit_items_;

  std::vector<std::int8_t> values_;  // of literals: 1 true, -1 false, 0 open
  std::vector<Fact> facts_;          // of vars that have a value
  std::vector<Lit> trail_;
  std::vector<std::uint32_t> level_begin_;
  size_t head_ = 0;  // trail_[0, head_) is propagated
  size_t root_simplified_ = 0;
  HallSets halls_;
  size_t hall_head_ = 0;  // halls_ knows of trail_[0, hall_head_)

  ScoreHeap order_;
  double bump_ = 1;
  std::vector<Var> candidates_;         // of a decision
  std::vector<std::uint32_t> touched_;  // items; and how many options each would lose
  std::vector<std::uint32_t> losses_;

  std::vector<std::uint32_t> arena_;
  std::vector<ClauseRef> learned_clauses_;
  std::vector<std::vector<Watch>> watches_;

  std::vector<Lit> learned_;
  std::vector<std::uint8_t> seen_;
  std::vector<Var> to_clear_;
  std::vector<Lit> redundant_stack_;
  std::vector<std::uint32_t> level_stamp_;
  std::uint32_t stamp_ = 0;
  std::vector<std::uint8_t> solution_;
};

}  // namespace gridlens
