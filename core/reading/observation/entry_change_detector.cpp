#include "core/reading/observation/entry_change_detector.h"

#include "core/ablation/mechanism.h"

namespace gridlens {

namespace {

// Rectified boards that showed it blank: a page or a window that is drawn away from a symbol looks
// blank for less.
constexpr double kFewestBlank = 3;

}  // namespace

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

}  // namespace gridlens
