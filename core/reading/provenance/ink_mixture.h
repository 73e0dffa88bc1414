#pragma once

#include <vector>

#include "core/reading/ink/ink_features.h"

namespace gridlens {

// What is known of one cell when it is asked who wrote in it.
struct WrittenCell {
  double filled = 0;         // probability of its likeliest symbol
  double hand_log_odds = 0;  // handwritten against printed, of the cell by itself (the network's)
  InkFeatures features;
};

// Two kinds of ink, print and handwriting, as they were fitted to the cells of a board.
struct InkMixture {
  std::vector<double> hand_log_odds;  // of handwriting, cell by cell
  double hand_cells = 0;
  int clear_differences = 0;  // features of the ink itself by which the two stand clearly apart
  bool typed = false;         // what is taken for handwriting repeats itself as only type does
};

// Fits them by expectation maximisation. Every feature is a Student t per ink (McLachlan and Peel,
// "Finite mixture models", 2000, chapter 7). What the network thinks of each cell is one of the
// features, with an expectation of where either ink has it: it errs alike on the cells of one hand,
// so the cells' log-odds must not be added up. `start`: the cells' log-odds of handwriting that the
// fit starts from.
InkMixture fit_inks(const std::vector<WrittenCell>& cells, const std::vector<double>& start);

}  // namespace gridlens
