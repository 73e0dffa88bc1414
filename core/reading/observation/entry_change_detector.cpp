#include "core/reading/observation/entry_change_detector.h"

#include <algorithm>
#include <cmath>

#include "core/ablation/mechanism.h"

namespace gridlens {

namespace {

// Rectified boards that showed it blank: a page or a window that is drawn away from a symbol looks
// blank for less.
constexpr double kFewestBlank = 3;

}  // namespace

// What a rectified board clearly shows in each cell: a label, 0 for blank; kSome for a symbol,
// whichever; kNone where nothing is clear.
CellMap<int> EntryChangeDetector::labels_now(const FrameObservation& observed,
                                             const std::vector<CellScores>& scores) {
  CellMap<int> labels(observed.cells());
  for (size_t i = 0; i < observed.inked.size(); ++i) {
    const auto& symbols = scores[i].symbols;
    const auto top = std::max_element(symbols.begin(), symbols.end());
    int& label = labels[observed.inked[i]];
    label = symbols[0] < std::log(1 - kClearlyRead) ? kSome : kNone;
    if (*top > std::log(kClearlyRead)) label = static_cast<int>(top - symbols.begin());
  }
  for (int cell = 0; cell < labels.size(); ++cell)
    if (observed.visibility[cell] <= Visibility::saturated) labels[cell] = kNone;
  return labels;
}

EntryChangeDetector::EntryChangeDetector(int cells) : entered_(cells), seen_(cells, kNone) {}

std::vector<int> EntryChangeDetector::changed(const CellEvidence& evidence,
                                              const FrameObservation& observed,
                                              const std::vector<CellScores>& scores,
                                              const CellVisibility& seen) {
  std::vector<int> cells;
  const CellMap<int> labels = labels_now(observed, scores);
  for (int cell = 0; cell < observed.cells(); ++cell) {
    if (labels[cell] == kNone || !evidence.seen(cell))
      continue;  // as after the last rectified board
    const int before = evidence.best_label(cell);
    const bool was_blank = before == 0 && seen[cell] == Visibility::clear &&
                           evidence.best_probability(cell) >= kConfident;
    // Which symbol was written need not be clear at once.
    const int now = was_blank && labels[cell] != 0 ? kSome : labels[cell];
    const bool other = now != before && (was_blank || (entered_[cell] && now != kSome));
    if (!other) {
      seen_[cell] = kNone;
    } else if (seen_[cell] != now) {
      seen_[cell] = now;
    } else {
      seen_[cell] = kNone;
      if (!was_blank || evidence.frames(cell) >= kFewestBlank || !in_use<"soon_uncovered">())
        entered_[cell] = true;
      cells.push_back(cell);
    }
  }
  return cells;
}

}  // namespace gridlens
