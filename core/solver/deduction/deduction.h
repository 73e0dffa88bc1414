#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/solver/deduction/candidate_board.h"

namespace gridlens {

// How people solve, easiest first.
enum class Technique {
  hidden_single = 1,
  naked_single,
  locked_candidates,
  naked_pair,
  hidden_pair,
  naked_triple,
  hidden_triple,
  x_wing,
  naked_quad,
  hidden_quad,
  xy_wing,
  swordfish,
  simple_colouring,
  jellyfish,
  search,  // none of the above goes on
};

const char* technique_name(Technique technique);  // "hidden-single"

// One logical step: what follows, and why. Holds in every solution.
struct Deduction {
  Technique technique = Technique::search;
  std::vector<Candidate> placed;   // one, for singles
  std::vector<Candidate> removed;  // for all others
  std::string reason;              // "row 4 has only one place for a 7"
  std::vector<int> because;        // cells that prove it, by what they hold or may hold
  std::vector<int> units;          // in which it shows, as indices of the rules' units
};

// Gets deductions one by one; returns true to end the search for more.
using DeductionSink = std::function<bool(Deduction)>;

// Every deduction of one technique that the board allows now and that tells something new, in a
// fixed order. Returns true when the sink ended it.
bool find_deductions(const CandidateBoard& board, Technique technique, const DeductionSink& sink);

// All techniques that find_deductions knows, easiest first.
std::span<const Technique> all_techniques();

// False when the board then contradicts itself (a cell or a unit's value has no place left).
bool apply(const Deduction& deduction, CandidateBoard& board);

}  // namespace gridlens
