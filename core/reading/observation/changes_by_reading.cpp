#include "core/reading/observation/changes_by_reading.h"

#include <algorithm>
#include <cmath>

#include "core/ablation/mechanism.h"

namespace gridlens {

namespace {

// Share of the symbol cells that a frame reads as something else.
constexpr double kSomeContradiction = 0.2;
constexpr double kStrongContradiction = 0.5;
constexpr int kStrikes = 3;
constexpr double kFewestToCompare = 4;  // taken as the least when shares are worked out

// Rectified boards that showed it blank: a page or a window that is drawn away from a symbol looks
// blank for less.
constexpr double kFewestBlank = 3;

// What a frame clearly shows in a cell, where it is no label.
constexpr int kNothingClear = -1;
constexpr int kUnclearSymbol = -2;  // a symbol, but not which

// What a frame clearly shows in each cell: a label, 0 for blank, or one of these.
CellMap<int> clear_labels(const FrameObservation& observed, const std::vector<CellScores>& scores) {
  CellMap<int> labels(observed.cells());
  for (size_t i = 0; i < observed.inked.size(); ++i) {
    const auto& symbols = scores[i].symbols;
    const auto top = std::max_element(symbols.begin(), symbols.end());
    int& label = labels[observed.inked[i]];
    label = symbols[0] < std::log(1 - kClearlyRead) ? kUnclearSymbol : kNothingClear;
    if (*top > std::log(kClearlyRead)) label = static_cast<int>(top - symbols.begin());
  }
  for (int cell = 0; cell < labels.size(); ++cell)
    if (observed.visibility[cell] <= Visibility::saturated) labels[cell] = kNothingClear;
  return labels;
}

// Share of the symbol cells that a frame surely reads differently. Cells that turned blank count
// half: a hand or glare hides symbols, it does not write new ones.
double contradiction(const CellEvidence& evidence, const FrameObservation& observed,
                     const std::vector<CellScores>& scores) {
  const CellMap<int> now = clear_labels(observed, scores);
  double different = 0;
  double symbols_before = 0;
  double symbols_now = 0;
  for (int cell = 0; cell < observed.cells(); ++cell) {
    if (observed.visibility[cell] <= Visibility::saturated || !evidence.seen(cell)) continue;
    const int label = now[cell];
    const int before = evidence.best_label(cell);
    symbols_before += before > 0 ? 1 : 0;
    symbols_now += label > 0 ? 1 : 0;
    if (label < 0 || label == before || evidence.best_probability(cell) < kClearlyRead) continue;
    different += label > 0 ? 1 : 0.5;
  }
  return different / std::max(kFewestToCompare, std::max(symbols_before, symbols_now));
}

}  // namespace

PageChangeByReading::Verdict PageChangeByReading::judge(const CellEvidence& evidence,
                                                        const FrameObservation& observed,
                                                        const std::vector<CellScores>& scores) {
  const double share = contradiction(evidence, observed, scores);
  if (share < kSomeContradiction || !in_use<"page_change">()) {
    strikes_ = 0;
    return Verdict::same;
  }
  strikes_ += share > kStrongContradiction ? 2 : 1;
  if (strikes_ < kStrikes) return Verdict::doubtful;
  strikes_ = 0;
  return Verdict::changed;
}

EntryChangeDetector::EntryChangeDetector(int cells)
    : entered_(cells), seen_(cells, kNothingClear) {}

std::vector<int> EntryChangeDetector::changed(const CellEvidence& evidence,
                                              const FrameObservation& observed,
                                              const std::vector<CellScores>& scores,
                                              const CellVisibility& seen) {
  std::vector<int> cells;
  const CellMap<int> labels = clear_labels(observed, scores);
  for (int cell = 0; cell < observed.cells(); ++cell) {
    if (labels[cell] == kNothingClear || !evidence.seen(cell))
      continue;  // as after the last rectified board
    const int before = evidence.best_label(cell);
    const bool was_blank = before == 0 && seen[cell] == Visibility::clear &&
                           evidence.best_probability(cell) >= kConfident;
    // Which symbol was written need not be clear at once.
    const int now = was_blank && labels[cell] != 0 ? kUnclearSymbol : labels[cell];
    const bool other = now != before && (was_blank || (entered_[cell] && now != kUnclearSymbol));
    if (!other) {
      seen_[cell] = kNothingClear;
    } else if (seen_[cell] != now) {
      seen_[cell] = now;
    } else {
      seen_[cell] = kNothingClear;
      if (!was_blank || evidence.frames(cell) >= kFewestBlank || !in_use<"soon_uncovered">())
        entered_[cell] = true;
      cells.push_back(cell);
    }
  }
  return cells;
}

bool EntryChangeDetector::waits(int cell) const {
  return seen_[cell] != kNothingClear;
}

}  // namespace gridlens
