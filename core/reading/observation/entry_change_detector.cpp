#include "core/reading/observation/entry_change_detector.h"

#include <algorithm>
#include <cmath>

namespace gridlens {

namespace {

constexpr double kWasBlank = 0.99;  // of blank, by all rectified boards before
// So many of them: a page or a window that is drawn away from a symbol looks blank for less.
constexpr double kFewestBlank = 3;

}  // namespace

// What a rectified board clearly shows in each cell: a label, 0 for blank; kSome for a symbol,
// whichever; kNone where nothing is clear.
std::vector<int> EntryChangeDetector::labels_now(const FrameObservation& observed,
                                                 const std::vector<CellScores>& scores) {
  std::vector<int> labels(static_cast<size_t>(observed.cells()), 0);
  for (size_t i = 0; i < observed.inked.size(); ++i) {
    const auto& symbols = scores[i].symbols;
    const auto top = std::max_element(symbols.begin(), symbols.end());
    int& label = labels[static_cast<size_t>(observed.inked[i])];
    label = symbols[0] < std::log(1 - kClearlyRead) ? kSome : kNone;
    if (*top > std::log(kClearlyRead)) label = static_cast<int>(top - symbols.begin());
  }
  for (size_t cell = 0; cell < labels.size(); ++cell)
    if (observed.occluded[cell] || observed.saturated[cell] ||
        (observed.maybe_saturated[cell] && labels[cell] == 0))
      labels[cell] = kNone;
  return labels;
}

EntryChangeDetector::EntryChangeDetector(int cells)
    : entered_(static_cast<size_t>(cells), false), seen_(static_cast<size_t>(cells), kNone) {}

std::vector<int> EntryChangeDetector::changed(const CellEvidence& evidence,
                                              const FrameObservation& observed,
                                              const std::vector<CellScores>& scores,
                                              const std::vector<bool>& clear) {
  std::vector<int> cells;
  const std::vector<int> labels = labels_now(observed, scores);
  for (int cell = 0; cell < observed.cells(); ++cell) {
    const auto at = static_cast<size_t>(cell);
    if (labels[at] == kNone || !evidence.seen(cell)) continue;  // as after the last rectified board
    const int before = evidence.best_label(cell);
    const bool was_blank = before == 0 && clear[at] && evidence.best_probability(cell) >= kWasBlank;
    // Which symbol was written need not be clear at once.
    const int now = was_blank && labels[at] != 0 ? kSome : labels[at];
    const bool other = now != before && (was_blank || (entered_[at] && now != kSome));
    if (!other) {
      seen_[at] = kNone;
    } else if (seen_[at] != now) {
      seen_[at] = now;
    } else {
      seen_[at] = kNone;
      if (!was_blank || evidence.frames(cell) >= kFewestBlank) entered_[at] = true;
      cells.push_back(cell);
    }
  }
  return cells;
}

}  // namespace gridlens
