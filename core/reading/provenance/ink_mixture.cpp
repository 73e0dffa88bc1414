#include "core/reading/provenance/ink_mixture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/reading/ink/log_odds.h"

namespace gridlens {

namespace {

constexpr int kFitRounds = 25;
// The network's log-odds of handwriting as a feature: where print and handwriting are expected to
// have it before a board is seen, as if so many cells had been seen there.
constexpr double kMostNetwork = 12;  // either way
constexpr double kPrintedByNetwork = -9;
constexpr double kByHandByNetwork = 4;
constexpr double kNetworkSpread = 4;  // standard deviation
constexpr double kExpectedCells = 2;
constexpr double kFeatureWeight = 0.8;        // the features depend on each other
constexpr double kMostFeature = 6;            // what one feature says at most
constexpr double kFreedom = 8;                // of the t distribution
constexpr double kLeastFeatureSpread = 0.03;  // of a feature within one ink
constexpr double kPooledCells = 5;  // each ink's variance is drawn towards the mean of both
constexpr double kShareCells = 3;   // added to both sides of the shares

// Copies, as in provenance.cpp.
constexpr double kTyped = 2.2;       // in the mean of all that is called handwritten: it is type
constexpr double kLeastTyped = 1.5;  // cells to judge it by

constexpr double kClearlyApart = 3;  // standard deviations between the means of two inks

// The features of the ink, then the network's log-odds of handwriting.
constexpr size_t kNetwork = InkFeatures::kOfProvenance;
constexpr size_t kFeatures = kNetwork + 1;
using FeatureRow = std::array<double, kFeatures>;

// One kind of ink: place and spread of every feature.
struct Ink {
  double cells = 0;
  FeatureRow mean{};
  FeatureRow squares{};  // weighted sums of squared deviations
  FeatureRow variance{};

  [[nodiscard]] double distance(double value, size_t t) const {
    const double off = value - mean[t];
    return off * off / variance[t];
  }
  [[nodiscard]] double log_density(double value, size_t t) const {
    return -(kFreedom + 1) / 2 * std::log1p(distance(value, t) / kFreedom) -
           0.5 * std::log(variance[t]);
  }
};

class Fit {
 public:
  Fit(const std::vector<WrittenCell>& cells, const std::vector<double>& start) : cells_(cells) {
    for (const double log_odds : start)
      by_hand_.push_back(sigmoid(std::clamp(log_odds, -8.0, 8.0)));
  }

  InkMixture run() {
    std::vector<double> log_odds;
    for (int round = 0; round < kFitRounds; ++round) {
      measure(round == 0);
      log_odds = judge();
      double change = 0;
      for (size_t i = 0; i < cells_.size(); ++i) {
        const double now = sigmoid(log_odds[i]);
        change = std::max(change, cells_[i].filled * std::abs(now - by_hand_[i]));
        by_hand_[i] = now;
      }
      if (change < 1e-3) break;
    }
    return {std::move(log_odds), inks_[1].cells, clear_differences(), is_typed()};
  }

 private:
  [[nodiscard]] bool known(size_t cell, size_t t) const {
    return t == kNetwork || cells_[cell].features.known[t];
  }

  [[nodiscard]] double value(size_t cell, size_t t) const {
    return t == kNetwork ? std::clamp(cells_[cell].hand_log_odds, -kMostNetwork, kMostNetwork)
                         : cells_[cell].features.values[t];
  }

  // How much of a cell is of an ink.
  [[nodiscard]] double share(size_t cell, size_t ink) const {
    return cells_[cell].filled * (ink == 1 ? by_hand_[cell] : 1 - by_hand_[cell]);
  }

  // Variance of a feature within both inks together.
  [[nodiscard]] double pooled_variance(size_t t) const {
    return (inks_[0].squares[t] + inks_[1].squares[t]) /
           std::max(1.0, inks_[0].cells + inks_[1].cells);
  }

  void measure(bool first) {
    const std::array<Ink, 2> before = inks_;
    for (size_t k = 0; k < 2; ++k) {
      Ink& ink = inks_[k];
      ink = {};
      FeatureRow weights{};
      std::vector<FeatureRow> rows(cells_.size());
      for (size_t i = 0; i < cells_.size(); ++i) {
        const double whole = share(i, k);
        ink.cells += whole;
        for (size_t t = 0; t < kFeatures; ++t) {
          // Outliers of the last fit weigh less, as the t distribution has it.
          const double calm =
              first ? 1 : (kFreedom + 1) / (kFreedom + before[k].distance(value(i, t), t));
          rows[i][t] = known(i, t) ? whole * calm : 0;
          weights[t] += rows[i][t];
          ink.mean[t] += rows[i][t] * value(i, t);
        }
      }
      const double expected = k == 0 ? kPrintedByNetwork : kByHandByNetwork;
      weights[kNetwork] += kExpectedCells;
      ink.mean[kNetwork] += kExpectedCells * expected;
      for (size_t t = 0; t < kFeatures; ++t) ink.mean[t] /= std::max(1e-9, weights[t]);
      for (size_t i = 0; i < cells_.size(); ++i)
        for (size_t t = 0; t < kFeatures; ++t) {
          const double off = value(i, t) - ink.mean[t];
          ink.squares[t] += rows[i][t] * off * off;
        }
      ink.squares[kNetwork] +=
          kExpectedCells * (kNetworkSpread * kNetworkSpread +
                            (expected - ink.mean[kNetwork]) * (expected - ink.mean[kNetwork]));
    }
    for (Ink& ink : inks_)
      for (size_t t = 0; t < kFeatures; ++t)
        ink.variance[t] =
            (ink.squares[t] + kPooledCells * pooled_variance(t)) / (ink.cells + kPooledCells) +
            kLeastFeatureSpread * kLeastFeatureSpread;
  }

  [[nodiscard]] std::vector<double> judge() const {
    const double share = std::log((inks_[1].cells + kShareCells) / (inks_[0].cells + kShareCells));
    std::vector<double> log_odds;
    for (size_t i = 0; i < cells_.size(); ++i) {
      double sum = share;
      for (size_t t = 0; t < kFeatures; ++t)
        if (known(i, t))
          sum += kFeatureWeight * std::clamp(inks_[1].log_density(value(i, t), t) -
                                                 inks_[0].log_density(value(i, t), t),
                                             -kMostFeature, kMostFeature);
      log_odds.push_back(sum);
    }
    return log_odds;
  }

  [[nodiscard]] int clear_differences() const {
    int count = 0;
    for (const auto t : {InkFeatures::strength, InkFeatures::red, InkFeatures::blue,
                         InkFeatures::stroke, InkFeatures::steepness}) {
      const double spread =
          std::sqrt(pooled_variance(t) + kLeastFeatureSpread * kLeastFeatureSpread);
      count += std::abs(inks_[0].mean[t] - inks_[1].mean[t]) > kClearlyApart * spread ? 1 : 0;
    }
    return count;
  }

  [[nodiscard]] bool is_typed() const {
    double weight = 0;
    double sum = 0;
    for (size_t i = 0; i < cells_.size(); ++i) {
      if (!cells_[i].features.known[InkFeatures::repeated]) continue;
      const double whole = share(i, 1);
      weight += whole;
      sum += whole * cells_[i].features.values[InkFeatures::repeated];
    }
    return weight >= kLeastTyped && sum / weight > kTyped;
  }

  const std::vector<WrittenCell>& cells_;
  std::vector<double> by_hand_;
  std::array<Ink, 2> inks_;  // printed, by hand
};

}  // namespace

InkMixture fit_inks(const std::vector<WrittenCell>& cells, const std::vector<double>& start) {
  return Fit(cells, start).run();
}

}  // namespace gridlens
