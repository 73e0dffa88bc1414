#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/puzzle/alphabet.h"
#include "core/reading/network/digit_network.h"

namespace gridlens {

// An alphabet in terms of the network's labels.
class LabelledAlphabet {
 public:
  explicit LabelledAlphabet(const Alphabet& of);

  [[nodiscard]] const Alphabet& alphabet() const { return alphabet_; }
  [[nodiscard]] bool known() const { return known_; }  // by the network

  // p(value) of a cell, 0 for blank; what is missing to 1 lies outside the alphabet. What the
  // network gives to a symbol outside goes to its look-alike inside.
  [[nodiscard]] std::vector<double> probabilities(const CellScores& cell) const;

  // Likelihood of every value, to compare alphabets by: as above, but a look-alike that does not
  // look quite the same counts little: it speaks for the alphabet that has it.
  [[nodiscard]] std::vector<double> likelihoods(const CellScores& cell) const;

 private:
  struct LookAlike {
    int label = 0;  // outside
    int value = 0;  // inside
    bool alike = false;
  };
  [[nodiscard]] std::vector<double> with_look_alikes(const CellScores& cell,
                                                     double unlike_weight) const;

  Alphabet alphabet_;
  std::vector<int> labels_{0};  // labels_[value]; labels_[0] is blank
  std::vector<LookAlike> look_alikes_;
  bool known_ = true;
};

struct AlphabetChoice {
  LabelledAlphabet labelled;
  double log_likelihood = 0;  // of all cells, with the alphabet's prior
};

// Log-likelihood of some cells of a board of n cells a side in their likeliest alphabet. No cell
// counts below `least_cell_log`.
double log_likelihood_of(std::span<const CellScores> cells, int n, double least_cell_log);

// The alphabets by all cells of a board, likeliest first; none that is far less likely than the
// first. Here it counts, too, how often each symbol seems to stand on the board (log_ways). `only`:
// the one that is known.
std::vector<AlphabetChoice> likely_alphabets(std::span<const CellScores> cells, int n,
                                             const std::optional<Alphabet>& only = {});

// What the log-odds of `count` copies of one symbol, added up, are worth: copies mislead alike, so
// many count little more than one.
constexpr double of_copies(double sum, int count) {
  constexpr double kCopiesAlike = 0.75;  // correlation
  return sum / (1 + kCopiesAlike * (count - 1));
}

// The same of a whole board: the log-likelihoods of all cells by their values 0..n (0: blank, which
// count in full), added up for each value, and how many cells hold each.
double with_copies_alike(std::span<const double> sums, std::span<const int> counts);

// Log prior of an alphabet: numerals are the rule, more so on small boards.
double log_prior(const Alphabet& alphabet);

// Log of the number of ways in which a solution, which holds n of every symbol, shows so many of
// each ([value], 1..n). An alphabet that leaves a symbol unused and has to take two glyphs for one
// of another has few ways.
double log_ways(const std::vector<int>& counts);

}  // namespace gridlens
