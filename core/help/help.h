#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/puzzle/grid.h"
#include "core/puzzle/rules.h"
#include "core/solver/deduction/deduction.h"

namespace gridlens {

// A board that a person works on, as help sees it. The grids are of the rules' size.
struct HelpBoard {
  Rules rules;
  Grid givens;                            // printed; right by themselves
  Grid entries;                           // the person's; never in a cell of a given
  std::optional<Grid> solution;           // the only one, where that is known
  std::vector<std::string> symbols = {};  // how the values 1..N are printed; empty: numerals
};

enum class HelpKind {
  place = 1,    // the value goes into the cell
  wrong_entry,  // the entry in the cell is not the solution's
  eliminate,    // no cell is filled: candidates fall
};

// The word of the JSON contract: "place", "wrong_entry", "eliminate".
const char* to_string(HelpKind kind);

// One thing to tell a person about a board. Cells are row-major indices, values 1..N.
struct HelpStep {
  HelpKind kind = HelpKind::place;
  int cell = -1;                  // -1 with `eliminate`
  int value = 0;                  // to be placed, or the wrong one; 0 with `eliminate`
  std::string technique;          // "hidden single"; empty for a wrong entry
  std::string reason;             // for people, in the board's symbols, without a full stop
  std::vector<int> because;       // cells that prove it, rising
  std::vector<int> units;         // to be shaded: indices of the rules' units
  std::vector<Candidate> struck;  // candidates that fall on the way
};

// The next step, and the chain that leads to it.
struct HelpHint {
  HelpStep step;  // `place` or `wrong_entry`; a place has the reasons of the whole chain
  // The chain, one deduction a step: eliminations first, the step's own cell last. Empty for a
  // wrong entry, and where only trying out leads on (technique "search").
  std::vector<HelpStep> how;
};

// Entries that are not the solution's, by cell. Where a cell of the same unit holds the value
// already, that one proves it: a given rather than a right entry. Without a known solution only the
// entries are told that clash with a given.
std::vector<HelpStep> find_wrong_entries(const HelpBoard& board);

// The next logical step after the givens and the right entries; a wrong entry comes first. Where no
// known technique leads on, a cell of the known solution that has the fewest candidates. Nothing
// when all is filled in rightly, or when neither logic nor a solution says more. Without a known
// solution, entries that clash with anything are left out of account, the others believed.
std::optional<HelpHint> next_hint(const HelpBoard& board);

// Places the step's value, or takes the wrong entry away.
void carry_out(const HelpStep& step, HelpBoard& board);

// "r4c7", counted from 1.
std::string help_cell_name(int cell, int n);

}  // namespace gridlens
