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

}  // namespace

CellEvidence::CellEvidence(int cells)
    : symbols_(static_cast<int>(DigitNetwork::labels().size())),
      symbol_sums_(static_cast<size_t>(cells * symbols_)),
      kind_sums_(static_cast<size_t>(cells * kCellKinds)),
      seen_(cells) {}

void CellEvidence::begin_frame(double weight, double trust) {
  weight_ = weight;
  trust_ = trust;
}

void CellEvidence::add(int cell, const float* symbols, const float* kinds) {
  Seen& seen = seen_[cell];
  float* sums = &symbol_sums_[static_cast<size_t>(cell * symbols_)];
  float* kind_sums = &kind_sums_[static_cast<size_t>(cell * kCellKinds)];
  if (seen.frames() > kMostFrames - 1) {
    constexpr double kKeep = 0.9;
    for (int i = 0; i < symbols_; ++i) sums[i] *= static_cast<float>(kKeep);
    for (int i = 0; i < kCellKinds; ++i) kind_sums[i] *= static_cast<float>(kKeep);
    seen.total *= kKeep;
    seen.squares *= kKeep * kKeep;
  }
  seen.total += weight_;
  seen.squares += weight_ * weight_;
  const auto weight = static_cast<float>(weight_ * trust_);
  for (int i = 0; i < symbols_; ++i) sums[i] += weight * std::max(kLeastFrameLog, symbols[i]);
  for (int i = 0; i < kCellKinds; ++i) kind_sums[i] += weight * std::max(kLeastFrameLog, kinds[i]);
}

void CellEvidence::add(int cell, const CellScores& scores) {
  add(cell, scores.symbols.data(), scores.kinds.data());
}

void CellEvidence::add_blank(int cell) {
  static const std::vector<float> symbols =
      blank_row(static_cast<int>(DigitNetwork::labels().size()), kBlankDoubt);
  static const std::vector<float> kinds = blank_row(kCellKinds, kBlankDoubt);
  add(cell, symbols.data(), kinds.data());
}

void CellEvidence::forget(int cell) {
  seen_[cell] = {};
  std::fill_n(symbol_sums_.begin() + static_cast<long>(cell) * symbols_, symbols_, 0.0F);
  std::fill_n(kind_sums_.begin() + static_cast<long>(cell) * kCellKinds, kCellKinds, 0.0F);
}

CellScores CellEvidence::scores(int cell) const {
  const Seen& seen = seen_[cell];
  if (seen.total <= 0)
    return {blank_row(symbols_, 1 - kUnobservedBlank), blank_row(kCellKinds, 1 - kUnobservedBlank)};
  const double frames = std::clamp(seen.frames(), 1.0, kMostFrames);
  const auto scale = static_cast<float>((1 + kGrowth * std::log2(frames)) / seen.total);
  CellScores result;
  const float* sums = &symbol_sums_[static_cast<size_t>(cell * symbols_)];
  result.symbols.assign(sums, sums + symbols_);
  const float* kind_sums = &kind_sums_[static_cast<size_t>(cell * kCellKinds)];
  result.kinds.assign(kind_sums, kind_sums + kCellKinds);
  for (float& value : result.symbols) value *= scale;
  // Who wrote a symbol does not become surer by looking at it again.
  for (float& value : result.kinds) value /= static_cast<float>(seen.total);
  normalise(result.symbols);
  normalise(result.kinds);
  return result;
}

int CellEvidence::best_label(int cell) const {
  if (!seen(cell)) return 0;
  const float* sums = &symbol_sums_[static_cast<size_t>(cell * symbols_)];
  return static_cast<int>(std::max_element(sums, sums + symbols_) - sums);
}

double CellEvidence::best_probability(int cell) const {
  const CellScores now = scores(cell);
  return std::exp(*std::max_element(now.symbols.begin(), now.symbols.end()));
}

}  // namespace gridlens
