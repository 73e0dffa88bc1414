#include "core/reading/cell_evidence.h"

#include <algorithm>
#include <cmath>

namespace gridlens {

namespace {

constexpr double kGrowth = 0.35;      // of the factor, for every doubling of the frames
constexpr double kMostFrames = 16;    // older frames fade once so many count
constexpr float kLeastLog = -14;      // one frame alone never rules a symbol out further
constexpr double kBlankDoubt = 3e-4;  // of the test that needs no network

void normalise(std::vector<float>& logs) {
  const float top = *std::max_element(logs.begin(), logs.end());
  double sum = 0;
  for (const float value : logs) sum += std::exp(static_cast<double>(value - top));
  const float log_sum = top + static_cast<float>(std::log(sum));
  for (float& value : logs) value -= log_sum;
}

std::vector<float> blank_row(int size) {
  std::vector<float> row(static_cast<size_t>(size),
                         static_cast<float>(std::log(kBlankDoubt / (size - 1))));
  row[0] = static_cast<float>(std::log(1 - kBlankDoubt));
  return row;
}

}  // namespace

CellEvidence::CellEvidence(int cells)
    : symbols_(static_cast<int>(DigitNetwork::labels().size())),
      symbol_sums_(static_cast<size_t>(cells * symbols_)),
      kind_sums_(static_cast<size_t>(cells * kCellKinds)) {}

void CellEvidence::begin_frame(double weight) {
  weight_ = weight;
  total_ += weight;
  total_squares_ += weight * weight;
  const double frames = total_ * total_ / total_squares_;
  if (frames > kMostFrames) {
    const double keep = 0.9;
    for (float& sum : symbol_sums_) sum *= static_cast<float>(keep);
    for (float& sum : kind_sums_) sum *= static_cast<float>(keep);
    total_ = (total_ - weight) * keep + weight;
    total_squares_ = (total_squares_ - weight * weight) * keep * keep + weight * weight;
  }
}

void CellEvidence::add(int cell, const float* symbols, const float* kinds) {
  float* sums = &symbol_sums_[static_cast<size_t>(cell * symbols_)];
  const auto weight = static_cast<float>(weight_);
  for (int i = 0; i < symbols_; ++i) sums[i] += weight * std::max(kLeastLog, symbols[i]);
  float* kind_sums = &kind_sums_[static_cast<size_t>(cell * kCellKinds)];
  for (int i = 0; i < kCellKinds; ++i) kind_sums[i] += weight * std::max(kLeastLog, kinds[i]);
}

void CellEvidence::add(int cell, const CellScores& scores) {
  add(cell, scores.symbols.data(), scores.kinds.data());
}

void CellEvidence::add_blank(int cell) {
  static const std::vector<float> symbols =
      blank_row(static_cast<int>(DigitNetwork::labels().size()));
  static const std::vector<float> kinds = blank_row(kCellKinds);
  add(cell, symbols.data(), kinds.data());
}

double CellEvidence::factor() const {
  if (total_ <= 0) return 0;
  const double frames = total_ * total_ / total_squares_;
  return (1 + kGrowth * std::log2(std::clamp(frames, 1.0, kMostFrames))) / total_;
}

CellScores CellEvidence::scores(int cell) const {
  const auto scale = static_cast<float>(factor());
  CellScores result;
  const float* sums = &symbol_sums_[static_cast<size_t>(cell * symbols_)];
  result.symbols.assign(sums, sums + symbols_);
  const float* kind_sums = &kind_sums_[static_cast<size_t>(cell * kCellKinds)];
  result.kinds.assign(kind_sums, kind_sums + kCellKinds);
  for (float& value : result.symbols) value *= scale;
  // Who wrote a symbol does not become surer by looking at it again.
  for (float& value : result.kinds) value /= static_cast<float>(total_);
  normalise(result.symbols);
  normalise(result.kinds);
  return result;
}

int CellEvidence::best_label(int cell) const {
  const float* sums = &symbol_sums_[static_cast<size_t>(cell * symbols_)];
  return static_cast<int>(std::max_element(sums, sums + symbols_) - sums);
}

double CellEvidence::best_probability(int cell) const {
  const CellScores now = scores(cell);
  return std::exp(*std::max_element(now.symbols.begin(), now.symbols.end()));
}

}  // namespace gridlens
