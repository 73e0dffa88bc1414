#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/solver/lookahead_state.h"
#include "core/solver/search_engine.h"

namespace gridlens {

// For measuring what each part is worth; the defaults are what is best.
struct LookaheadOptions {
  std::uint32_t tried_above = 1000;  // pairs tried at the nodes above `wide_levels` open guesses
  std::uint32_t tried_below = 16;    // and at those below; 1 or more
  std::uint32_t wide_levels = 3;
  bool what_both_say = true;  // remove what both options of a pair rule out
  bool skip_equals = true;    // do not try a pair that another one decides either way
};

// Exact cover search that tries before it guesses (look-ahead; Heule and van Maaren, "Look-ahead
// based SAT solvers", 2009). At each node the items with two options are tried both ways, the most
// promising ones only. An option that fails is ruled out; what both options of a pair rule out is
// ruled out; and the guess is made in the pair whose two options change most. Which pairs promise
// most is known from earlier tries of their options (pseudo-costs, as in Benichou et al.,
// "Experiments in mixed-integer linear programming", 1971), wherever in the tree these were.
//
// For large boards whose proof of uniqueness is a large tree: a try takes one or two microseconds,
// and a node's tries save more nodes than learning does. Allocates in the constructor only. Mask
// holds N bits.
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
  struct Candidate {
    float promise;
    std::uint32_t item;
  };
  struct Frame {
    std::size_t mark;
    std::uint32_t item;
  };

  Node look(std::uint32_t tried, const SearchLimits& limits, std::uint32_t& guess);
  bool find_pairs(std::uint32_t wanted);  // into candidates_
  std::uint32_t smallest_item() const;
  Pair try_pair(std::uint32_t item, float& worth);
  bool try_option(Option option);
  float record_first(Option option, std::size_t mark);
  float compare_second(Option option, std::size_t mark);
  bool remove_losses();
  float note_effect(Option option, std::size_t changes, std::size_t pairs);
  bool settle(Option option) { return state_.choose(option) && state_.propagate(); }
  [[nodiscard]] Option first_of(std::uint32_t item) const;
  [[nodiscard]] Option second_of(std::uint32_t item) const;
  [[nodiscard]] float promise_of(Option option) const {
    return promise_[option.cell * n_ + option.value];
  }
  bool emit(const SolutionSink& sink);

  LookaheadOptions options_;
  std::uint32_t n_;
  State state_;
  Statistics statistics_;
  std::vector<float> promise_;        // of options: how much changes when they are chosen
  std::vector<std::uint32_t> pairs_;  // items with two options
  std::vector<Candidate> candidates_;
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
  std::vector<std::uint8_t> solution_;
};

}  // namespace gridlens
