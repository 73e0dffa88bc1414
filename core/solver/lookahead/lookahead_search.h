#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/solver/cover/search_engine.h"
#include "core/solver/lookahead/lookahead_state.h"

namespace gridlens {

template <typename Mask>
inline bool has_two_options(Mask item) {
  const Mask rest = static_cast<Mask>(item & (item - 1));
  return (rest != 0) & ((rest & (rest - 1)) == 0);
}

// For measuring what each part is worth; the defaults are what is best.
struct LookaheadOptions {
  std::uint32_t tried_above = 48;  // pairs tried at the nodes above `wide_levels` open guesses
  std::uint32_t tried_below = 12;  // and at those below; 1 or more
  std::uint32_t wide_levels = 3;
  bool equal_pairs = true;    // see LookaheadState
  bool what_both_say = true;  // remove what both options of a pair rule out
  bool skip_equals = true;    // do not try a pair that another one decides either way
  bool prefer_recent = true;  // first try pairs that the last guess has changed
};

// Exact cover search that tries before it guesses (look-ahead; Heule and van Maaren, "Look-ahead
// based SAT solvers", 2009). At each node the items with two options are tried both ways, the most
// promising ones only. An option that fails is ruled out; what both options of a pair rule out is
// ruled out; and the guess is made in the pair whose two options change most. Which pairs promise
// most is known from earlier tries of their options, wherever in the tree these were (pseudo-costs,
// as in Benichou et al., "Experiments in mixed-integer linear programming", 1971). Pairs that the
// last guess has changed are preferred, as what fails now and did not before is there.
//
// For large boards whose proof of uniqueness is a large tree: a try takes one or two microseconds,
// and a node's tries save more nodes than learned clauses would. Allocates in the constructor only.
// Mask holds N bits.
template <typename Mask>
class LookaheadSearch : public SearchEngine {
 public:
  explicit LookaheadSearch(const CoverModel& model, LookaheadOptions options = {});

  SearchOutcome search(std::span<const std::uint8_t> givens, const SearchLimits& limits,
                       const SolutionSink& sink) override;

  // What the last search did.
  struct Statistics {
    std::uint64_t tries = 0;
    std::uint64_t failed = 0;  // tries
    std::uint64_t leaves = 0;  // dead ends
  };
  [[nodiscard]] const Statistics& statistics() const { return statistics_; }

 private:
  using State = LookaheadState<Mask>;
  using Option = typename State::Option;
  enum class Node { dead, solved, open, interrupted };
  enum class Pair { dead, decided, open };
  static constexpr std::uint32_t kNoPair = ~std::uint32_t{0};
  struct Frame {
    std::size_t mark;
    std::uint32_t item;
  };

  // The search (lookahead_search.cpp).
  Node look(std::uint32_t tried, const SearchLimits& limits, std::uint32_t& guess);
  bool emit(const SolutionSink& sink);
  bool settle(Option option) { return state_.choose(option) && state_.propagate(); }

  // The tries (lookahead_tries.cpp).
  bool find_pairs();                    // into pairs_ and promises_; false: no item is open
  std::uint32_t next_pair();            // kNoPair when all were handed out
  std::uint32_t smallest_item() const;  // for nodes without a pair
  Pair try_pair(std::uint32_t item, float& worth);
  bool try_option(Option option);
  float record_first(Option option, std::size_t mark);
  float compare_second(Option option, std::size_t mark);
  bool remove_losses();
  float note_effect(Option option, std::size_t changes, std::size_t pairs);

  [[nodiscard]] Option first_of(std::uint32_t item) const {
    return state_.option_at(item, lowest_bit(state_.item(item)));
  }
  [[nodiscard]] Option second_of(std::uint32_t item) const {
    const Mask x = state_.item(item);
    return state_.option_at(item, lowest_bit(static_cast<Mask>(x & (x - 1))));
  }
  [[nodiscard]] float promise_of(Option option) const {
    return promise_[option.cell * n_ + option.value];
  }

  LookaheadOptions options_;
  std::uint32_t n_;
  State state_;
  Statistics statistics_;
  std::vector<float> promise_;          // of options: how much changes when they are chosen
  std::vector<std::uint8_t> is_pair_;   // of items: whether they have two options
  std::vector<std::uint32_t> pairs_;    // the items that have
  std::vector<std::int32_t> promises_;  // of them: bits of a positive float; 0: handed out
  std::size_t pairs_size_ = 0;
  std::vector<std::uint32_t> recent_stamp_;  // of items: changed by the last guess
  std::size_t guess_mark_ = 0;               // before what the last guess has changed
  std::vector<Frame> stack_;
  // What the first option of a pair left of each item, where the stamp is the try's.
  std::vector<Mask> left_;
  std::vector<std::uint32_t> left_stamp_;
  std::uint32_t try_stamp_ = 0;
  std::vector<std::uint32_t> equal_stamp_;  // of items: decided either way by a pair tried
  std::uint32_t look_stamp_ = 0;
  struct Loss {
    std::uint32_t cell;
    Mask values;
  };
  std::vector<Loss> losses_;
  std::size_t losses_size_ = 0;
  std::vector<std::uint8_t> solution_;
};

}  // namespace gridlens
