#include "core/reading/observation/cell_evidence.h"

#include <algorithm>
#include <cmath>

namespace gridlens {

namespace {

constexpr double kGrowth = 0.35;          // of the factor, for every doubling of the frames
constexpr double kMostFrames = 16;        // older frames fade once so many count
constexpr float kLeastFrameLog = -14;     // one frame alone never rules a symbol out further
constexpr double kBlankDoubt = 3e-4;      // of the test that needs no network
constexpr double kUnobservedBlank = 0.6;  // share of blank cells, before a cell was seen

void normalise(std::vector<float>& logs) {
  const float top = *std::max_element(logs.begin(), logs.end());
  double sum = 0;
  for (const float value : logs) sum += std::exp(static_cast<double>(value - top));
  const float log_sum = top + static_cast<float>(std::log(sum));
  for (float& value : logs) value -= log_sum;
}

// Blank but for a doubt that all the others share.
std::vector<float> blank_row(int size, double doubt) {
  std::vector<float> row(static_cast<size_t>(size),
                         static_cast<float>(std::log(doubt / (size - 1))));
  row[0] = static_cast<float>(std::log(1 - doubt));
  return row;
}

CellScores blank_scores(double doubt) {
  return {blank_row(static_cast<int>(DigitNetwork::labels().size()), doubt),
          blank_row(kCellKinds, doubt)};
}

void add_weighted(std::vector<float>& sums, const std::vector<float>& logs, float weight) {
  for (size_t i = 0; i < sums.size(); ++i) sums[i] += weight * std::max(kLeastFrameLog, logs[i]);
}

}  // namespace

CellEvidence::Seen CellEvidence::nothing_seen() {
  return {
      0, 0, {std::vector<float>(DigitNetwork::labels().size()), std::vector<float>(kCellKinds)}};
}

CellEvidence::CellEvidence(int cells) : seen_(cells, nothing_seen()) {}

void CellEvidence::begin_frame(double weight, double trust) {
  weight_ = weight;
  trust_ = trust;
}

void CellEvidence::add(int cell, const CellScores& scores) {
  Seen& seen = seen_[cell];
  if (seen.frames() > kMostFrames - 1) {
    constexpr double kKeep = 0.9;
    for (auto* sums : {&seen.sums.symbols, &seen.sums.kinds})
      for (float& sum : *sums) sum *= static_cast<float>(kKeep);
    seen.total *= kKeep;
    seen.squares *= kKeep * kKeep;
  }
  seen.total += weight_;
  seen.squares += weight_ * weight_;
  const auto weight = static_cast<float>(weight_ * trust_);
  add_weighted(seen.sums.symbols, scores.symbols, weight);
  add_weighted(seen.sums.kinds, scores.kinds, weight);
}

void CellEvidence::add_blank(int cell) {
  static const CellScores blank = blank_scores(kBlankDoubt);
  add(cell, blank);
}

void CellEvidence::forget(int cell) {
  seen_[cell] = nothing_seen();
}

CellScores CellEvidence::scores(int cell) const {
  const Seen& seen = seen_[cell];
  if (seen.total <= 0) return blank_scores(1 - kUnobservedBlank);
  const double frames = std::clamp(seen.frames(), 1.0, kMostFrames);
  const auto scale = static_cast<float>((1 + kGrowth * std::log2(frames)) / seen.total);
  CellScores result = seen.sums;
  for (float& value : result.symbols) value *= scale;
  // Who wrote a symbol does not become surer by looking at it again.
  for (float& value : result.kinds) value /= static_cast<float>(seen.total);
  normalise(result.symbols);
  normalise(result.kinds);
  return result;
}

int CellEvidence::best_label(int cell) const {
  const std::vector<float>& sums = seen_[cell].sums.symbols;
  return static_cast<int>(std::max_element(sums.begin(), sums.end()) - sums.begin());
}

double CellEvidence::best_probability(int cell) const {
  const CellScores now = scores(cell);
  return std::exp(*std::max_element(now.symbols.begin(), now.symbols.end()));
}

}  // namespace gridlens
