#include "core/reading/glyphs/glyph_weights.h"

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>

#include "core/reading/glyphs/glyph_weight_table.h"

namespace gridlens {

namespace {

constexpr double kAnyWeight = 25;  // variance of the typeface's own weight: anything
// Standard deviations of what is measured: of a glyph in any copy, and of each copy.
constexpr double kGlyphNoise = 0.05;
constexpr double kCopyNoise = 0.15;
// Typefaces stray farther than a normal distribution has it.
constexpr double kShare = 0.7;     // of the log-odds that counts
constexpr double kMostOdds = 2.5;  // log-odds

int index_of(const std::string& symbol) {
  if (symbol.size() != 1) return -1;
  const char c = symbol[0];
  return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'Z' ? 10 + c - 'A' : -1;
}

double square(double x) {
  return x * x;
}

}  // namespace

GlyphWeights::GlyphWeights(const Alphabet& alphabet, const std::vector<double>& inks,
                           const std::vector<int>& counts)
    : place_(inks.size(), -1) {
  std::vector<int> symbols;
  std::vector<double> noise;  // variances
  bool letters = false;
  for (int value = 1; value <= alphabet.n; ++value) {
    const int symbol = index_of(alphabet.symbol(value));
    if (symbol < 0) return;
    letters = letters || symbol >= 10;
    const auto at = static_cast<size_t>(value);
    if (counts[at] == 0 || inks[at] <= 0) continue;
    symbols.push_back(symbol);
    noise.push_back(square(kGlyphNoise) + square(kCopyNoise) / counts[at]);
  }
  if (!letters || symbols.size() < 2) return;
  for (size_t v = 1; v < inks.size(); ++v) {
    if (counts[v] == 0 || inks[v] <= 0) continue;
    place_[v] = static_cast<int>(logs_.size());
    logs_.push_back(std::log(inks[v]));
  }
  const int size = static_cast<int>(symbols.size());
  for (const SymbolWeights* table : {&kCapitalWeights, &kSmallLetterWeights}) {
    Case& its = cases_[table == &kCapitalWeights ? 0 : 1];
    cv::Mat covariance(size, size, CV_64F);
    for (int i = 0; i < size; ++i) {
      const SymbolWeight& of_i = (*table)[static_cast<size_t>(symbols[static_cast<size_t>(i)])];
      its.expected.push_back(of_i.mean);
      for (int j = 0; j < size; ++j) {
        const SymbolWeight& of_j = (*table)[static_cast<size_t>(symbols[static_cast<size_t>(j)])];
        covariance.at<double>(i, j) =
            kAnyWeight + of_i.loading * of_j.loading +
            (i == j ? square(of_i.spread) + noise[static_cast<size_t>(i)] : 0);
      }
    }
    its.log_scale = -std::log(cv::determinant(covariance)) / 2;
    its.precision = covariance.inv(cv::DECOMP_CHOLESKY);
  }
}

double GlyphWeights::log_density(const Case& letters, const std::vector<double>& logs) const {
  double sum = 0;
  for (size_t i = 0; i < logs.size(); ++i) {
    const auto* row = letters.precision.ptr<double>(static_cast<int>(i));
    double along = 0;
    for (size_t j = 0; j < logs.size(); ++j) along += row[j] * (logs[j] - letters.expected[j]);
    sum += along * (logs[i] - letters.expected[i]);
  }
  return letters.log_scale - sum / 2;
}

double GlyphWeights::log_density(const std::vector<double>& logs) const {
  const double capitals = log_density(cases_[0], logs);
  const double small_letters = log_density(cases_[1], logs);
  const double most = std::max(capitals, small_letters);
  return most + std::log(std::exp(capitals - most) + std::exp(small_letters - most));
}

double GlyphWeights::odds(int v, int w) const {
  const int at_v = place_[static_cast<size_t>(v)];
  const int at_w = place_[static_cast<size_t>(w)];
  if (at_v < 0 || at_w < 0) return 0;
  std::vector<double> exchanged = logs_;
  std::swap(exchanged[static_cast<size_t>(at_v)], exchanged[static_cast<size_t>(at_w)]);
  return std::clamp(kShare * (log_density(logs_) - log_density(exchanged)), -kMostOdds, kMostOdds);
}

}  // namespace gridlens
