#pragma once

#include <array>
#include <vector>

#include "core/reading/ink/ink_features.h"

namespace gridlens {

// What is known of one cell when it is asked who wrote in it.
struct WrittenCell {
  double filled = 0;         // probability of its likeliest symbol
  double hand_log_odds = 0;  // handwritten against printed, of the cell by itself (the network's)
  InkFeatures features;
};

// Two kinds of ink, print and handwriting, fitted to the cells of a board by expectation
// maximisation. Every feature is a Student t per ink (McLachlan and Peel, "Finite mixture models",
// 2000, chapter 7). What the network thinks of each cell is one of the features, with an
// expectation of where either ink has it: it errs alike on the cells of one hand, so the cells'
// log-odds must not be added up. Borrows the cells.
class InkMixture {
 public:
  // `start`: the cells' log-odds of handwriting that the fit starts from.
  InkMixture(const std::vector<WrittenCell>& cells, const std::vector<double>& start);

  // Log-odds of handwriting, cell by cell.
  std::vector<double> fit();

  // Features of the ink itself by which the two inks stand clearly apart.
  [[nodiscard]] int clear_differences() const;

  [[nodiscard]] double hand_cells() const { return inks_[1].cells; }

  // What is taken for handwriting repeats itself as only type does.
  [[nodiscard]] bool is_typed() const;

 private:
  // The features of the ink, then the network's log-odds of handwriting.
  static constexpr size_t kNetwork = InkFeatures::kOfProvenance;
  static constexpr size_t kFeatures = kNetwork + 1;
  using FeatureRow = std::array<double, kFeatures>;

  // One kind of ink: place and spread of every feature.
  struct Ink {
    double cells = 0;
    FeatureRow mean{};
    FeatureRow squares{};  // weighted sums of squared deviations
    FeatureRow variance{};

    [[nodiscard]] double distance(double value, size_t t) const;
    [[nodiscard]] double log_density(double value, size_t t) const;
  };

  [[nodiscard]] bool known(size_t cell, size_t t) const;
  [[nodiscard]] double value(size_t cell, size_t t) const;
  [[nodiscard]] double share(size_t cell, size_t ink) const;  // how much of a cell is of an ink
  void measure(bool first);
  [[nodiscard]] std::vector<double> judge() const;

  const std::vector<WrittenCell>& cells_;
  std::vector<double> by_hand_;
  std::array<Ink, 2> inks_;  // printed, by hand
};

}  // namespace gridlens
