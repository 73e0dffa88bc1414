#include "core/reading/provenance/ink_mixture.h"

#include <algorithm>
#include <cmath>

#include "core/reading/ink/log_odds.h"

namespace gridlens {

namespace {

constexpr size_t kFeatures = InkFeatures::kOfProvenance;
constexpr int kFitRounds = 25;
constexpr double kNetworkWeight = 0.8;  // of the network's log-odds: it errs alike on like cells
constexpr double kMostNetwork = 5;      // and of them this much counts
constexpr double kFeatureWeight = 0.8;  // the features depend on each other
constexpr double kMostFeature = 6;      // what one feature says at most
constexpr double kFreedom = 8;          // of the t distribution
constexpr double kLeastFeatureSpread = 0.03;  // of a feature within one ink
constexpr double kPooledCells = 5;  // each ink's variance is drawn towards the mean of both
constexpr double kShareCells = 3;   // added to both sides of the shares

// Copies, as in provenance.cpp.
constexpr double kTyped = 2.2;       // in the mean of all that is called handwritten: it is type
constexpr double kLeastTyped = 1.5;  // cells to judge it by

constexpr double kClearlyApart = 3;  // standard deviations between the means of two inks

}  // namespace

double InkMixture::Ink::distance(const InkFeatures& features, size_t t) const {
  const double off = features.values[t] - mean[t];
  return off * off / variance[t];
}

double InkMixture::Ink::log_density(const InkFeatures& features, size_t t) const {
  return -(kFreedom + 1) / 2 * std::log1p(distance(features, t) / kFreedom) -
         0.5 * std::log(variance[t]);
}

InkMixture::InkMixture(const std::vector<WrittenCell>& cells, const std::vector<double>& start)
    : cells_(cells) {
  for (const double log_odds : start) by_hand_.push_back(sigmoid(std::clamp(log_odds, -8.0, 8.0)));
}

std::vector<double> InkMixture::fit() {
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
  return log_odds;
}

double InkMixture::log_likelihood() const {
  const double all = inks_[0].cells + inks_[1].cells + 2 * kShareCells;
  double sum = 0;
  for (const WrittenCell& cell : cells_) {
    const double network =
        kNetworkWeight * std::clamp(cell.hand_log_odds, -kMostNetwork, kMostNetwork) / 2;
    double log_p[2] = {std::log((inks_[0].cells + kShareCells) / all) - network,
                       std::log((inks_[1].cells + kShareCells) / all) + network};
    for (size_t k = 0; k < 2; ++k)
      for (size_t t = 0; t < kFeatures; ++t)
        if (cell.features.known[t])
          log_p[k] += kFeatureWeight * inks_[k].log_density(cell.features, t);
    sum += cell.filled * log_add(log_p[0], log_p[1]);
  }
  return sum;
}

int InkMixture::clear_differences() const {
  int count = 0;
  for (const auto t : {InkFeatures::strength, InkFeatures::red, InkFeatures::blue,
                       InkFeatures::stroke, InkFeatures::steepness}) {
    const double spread = std::sqrt((inks_[0].squares[t] + inks_[1].squares[t]) /
                                        std::max(1.0, inks_[0].cells + inks_[1].cells) +
                                    kLeastFeatureSpread * kLeastFeatureSpread);
    count += std::abs(inks_[0].mean[t] - inks_[1].mean[t]) > kClearlyApart * spread ? 1 : 0;
  }
  return count;
}

bool InkMixture::is_typed() const {
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

double InkMixture::share(size_t cell, size_t ink) const {
  return cells_[cell].filled * (ink == 1 ? by_hand_[cell] : 1 - by_hand_[cell]);
}

void InkMixture::measure(bool first) {
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
            first ? 1 : (kFreedom + 1) / (kFreedom + before[k].distance(cells_[i].features, t));
        rows[i][t] = cells_[i].features.known[t] ? whole * calm : 0;
        weights[t] += rows[i][t];
        ink.mean[t] += rows[i][t] * cells_[i].features.values[t];
      }
    }
    for (size_t t = 0; t < kFeatures; ++t) ink.mean[t] /= std::max(1e-9, weights[t]);
    for (size_t i = 0; i < cells_.size(); ++i)
      for (size_t t = 0; t < kFeatures; ++t) {
        const double off = cells_[i].features.values[t] - ink.mean[t];
        ink.squares[t] += rows[i][t] * off * off;
      }
  }
  for (Ink& ink : inks_)
    for (size_t t = 0; t < kFeatures; ++t) {
      const double pooled = (inks_[0].squares[t] + inks_[1].squares[t]) /
                            std::max(1.0, inks_[0].cells + inks_[1].cells);
      ink.variance[t] = (ink.squares[t] + kPooledCells * pooled) / (ink.cells + kPooledCells) +
                        kLeastFeatureSpread * kLeastFeatureSpread;
    }
}

std::vector<double> InkMixture::judge() const {
  const double share = std::log((inks_[1].cells + kShareCells) / (inks_[0].cells + kShareCells));
  std::vector<double> log_odds;
  for (const WrittenCell& cell : cells_) {
    double sum =
        share + kNetworkWeight * std::clamp(cell.hand_log_odds, -kMostNetwork, kMostNetwork);
    for (size_t t = 0; t < kFeatures; ++t)
      if (cell.features.known[t])
        sum += kFeatureWeight * std::clamp(inks_[1].log_density(cell.features, t) -
                                               inks_[0].log_density(cell.features, t),
                                           -kMostFeature, kMostFeature);
    log_odds.push_back(sum);
  }
  return log_odds;
}

}  // namespace gridlens
