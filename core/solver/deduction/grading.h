#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/solver/deduction/deduction.h"

namespace gridlens {

enum class Grade {
  easy = 1,  // singles
  medium,    // locked candidates, pairs
  hard,      // triples, quads, X-wing
  expert,    // XY-wing, swordfish, colouring, jellyfish
  extreme,   // needs search
};

const char* grade_name(Grade grade);
Grade grade_of(Technique hardest);

// A puzzle solved by logic alone, always by the easiest technique that goes on.
struct LogicalSolution {
  bool solved = false;
  bool contradiction = false;                    // the puzzle has no solution
  Technique hardest = Technique::hidden_single;  // `search` when logic alone does not solve it
  std::vector<Deduction> steps;
};

// `stop`: ends it at the next step, unsolved. `limit`: harder techniques are not tried; where they
// would be needed, the end is as where search is.
LogicalSolution solve_logically(const Rules& rules, const Grid& givens,
                                const std::stop_token& stop = {},
                                Technique limit = Technique::search);

// The next cell that a person can fill in, and why.
struct Hint {
  Candidate placed;
  Technique technique = Technique::hidden_single;  // the hardest one needed
  std::string reason;                              // the steps that lead there, in order
  std::vector<Deduction> steps;                    // these; the last one places it
};

// Nothing when the board is full or contradicts itself, or when no technique gets to a next cell.
// `symbols`: as of CandidateBoard.
std::optional<Hint> find_hint(const Rules& rules, const Grid& grid,
                              const std::vector<std::string>& symbols = {});

}  // namespace gridlens
