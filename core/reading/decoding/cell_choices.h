#pragma once

#include <span>
#include <vector>

#include "core/reading/correction.h"
#include "core/reading/ink/ink_features.h"
#include "core/reading/observation/alphabet_choice.h"
#include "core/reading/observation/cell_evidence.h"
#include "core/reading/provenance/provenance.h"

namespace gridlens {

// What is assumed of who wrote the symbols, after a look at the whole board.
enum class WritingAssumed {
  nothing = 1,
  not_printed_alone,  // as of find_provenance
  printed,            // all of it, even what came late or looks like a candidate
};

inline constexpr double kLeastLogOfChoice = -30;
// Log-probability of a symbol that others are compared with.
inline constexpr double kClearSymbol = -0.05;

// What the cells of a board may hold, in one alphabet, as log-probabilities: the input of the clue
// search. Cells are upright, row-major.
struct CellChoices {
  Alphabet alphabet;
  int n = 0;
  // cells x (n + 1): log p(clue value), 0 for "no clue" (blank, pencil marks, a handwritten entry
  // where there are printed clues, too).
  std::vector<double> clues;
  // cells x (n + 1): log p(value), printed or handwritten, 0 for blank.
  std::vector<double> values;
  // The same, but for one value against another of a cell only: with as much of what the glyphs'
  // classes tell as the clear cells bear out. Empty where they bear out all.
  std::vector<double> reliable_values;
  // Probability that a filled cell is handwritten; 0 everywhere on boards without entries.
  CellMap<double> by_hand;
  WritingAssumed assumed = WritingAssumed::nothing;
  Writing writing = Writing::printed;  // by_hand: handwriting is the clues, nothing is printed
  bool candidates = false;             // some cells were made blank for looking like candidates
  bool typed = false;                  // what counts as handwritten is typed
  double by_hand_lead = 0;             // as in BoardProvenance
  double mixed_lead = 0;               // as in BoardProvenance
  double symbol_cells = 0;  // expected number of cells that hold a symbol of the alphabet
  double junk_cells = 0;    // expected number of cells that hold something else
  int foreign_cells =
      0;  // cells with a symbol that is surely of another alphabet, no cross, no entry
  double glyph_margin = 1e9;    // log-odds by which no two glyphs bear each other's symbols
  bool may_hide_clues = false;  // cells were never seen that may hold clues
  double log_likelihood = 0;    // of the alphabet and orientation, to compare with others
  Corrections corrections;      // certain, whatever the cells show

  // Clues from values: printed ones; handwriting is none, but where all is handwritten. Corrected
  // cells hold what the corrections say, whatever was made of them before.
  void set_clues();
  void correct(Corrections by_person);

  // log p(blank) of a cell's values; those of its symbols change alike, so that all add up to 1.
  void set_blank(int cell, double log_p);

  [[nodiscard]] int cells() const { return n * n; }
  // Of one cell: log p(value), [0] blank.
  [[nodiscard]] std::span<double> values_of(int cell) {
    return {&values[static_cast<size_t>(cell * (n + 1))], static_cast<size_t>(n + 1)};
  }
  [[nodiscard]] std::span<const double> values_of(int cell) const {
    return {&values[static_cast<size_t>(cell * (n + 1))], static_cast<size_t>(n + 1)};
  }
  // The likeliest of them, blank or a symbol, and the likeliest symbol.
  [[nodiscard]] int likeliest(int cell) const;
  [[nodiscard]] int likeliest_symbol(int cell) const;

  [[nodiscard]] double clue(int cell, int value) const {
    return clues[static_cast<size_t>(cell * (n + 1) + value)];
  }
  [[nodiscard]] double value(int cell, int v) const {
    return values[static_cast<size_t>(cell * (n + 1) + v)];
  }
  [[nodiscard]] double reliable_value(int cell, int v) const {
    if (reliable_values.empty()) return value(cell, v);
    return reliable_values[static_cast<size_t>(cell * (n + 1) + v)];
  }
};

// Makes entries of some cells (upright, by their probability) and clues of the others.
void set_entries(CellChoices& choices, const CellMap<double>& by_hand);

// What the network says of every upright cell, corrected for how many blank ones a board holds.
// `rectified_cell_of[upright cell]` maps to the cell numbers of the evidence.
CellMap<CellScores> upright_scores(const CellEvidence& evidence,
                                   const std::vector<int>& rectified_cell_of);

// The choices in one alphabet, and who wrote what. All lists are of the upright cells.
// `legibility`: the log-odds between symbols that the network tells are multiplied by it.
// `screenshot`: by a program, whose crosses stand in blank cells.
// `entered`: seen to be written into: entries, and no word on how the others were written.
CellChoices make_choices(const CellMap<CellScores>& cells, double legibility,
                         const AlphabetChoice& chosen, const CellMap<InkFeatures>& features,
                         bool screenshot, const CellFlags& entered, WritingAssumed assumed);

}  // namespace gridlens
