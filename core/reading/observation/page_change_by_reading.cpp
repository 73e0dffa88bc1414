#include "core/reading/observation/page_change_by_reading.h"

#include <algorithm>

#include "core/ablation/mechanism.h"

namespace gridlens {

namespace {

// Share of the symbol cells that a frame reads as something else.
constexpr double kSomeContradiction = 0.2;
constexpr double kStrongContradiction = 0.5;
constexpr int kStrikes = 3;
constexpr double kFewestToCompare = 4;  // taken as the least when shares are worked out

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

}  // namespace gridlens
