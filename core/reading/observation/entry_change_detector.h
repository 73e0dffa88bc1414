#pragma once

#include <vector>

#include "core/reading/observation/cell_evidence.h"
#include "core/reading/observation/frame_observation.h"

namespace gridlens {

// Notices what a player writes while the board is looked at, changes and rubs out. A cell of a
// surely read board that was clearly blank, and holds a symbol in two rectified boards one after
// another, was written into. Print does not come late: whatever it looks like, it is an entry.
class EntryChangeDetector {
 public:
  explicit EntryChangeDetector(int cells);

  // Compares what a rectified board reads (`scores` of the inked cells) with what was gathered
  // before: the cells that hold something else now, whose evidence is to start afresh. `clear`:
  // cells that a rectified board has shown without hand or glare.
  std::vector<int> changed(const CellEvidence& evidence, const FrameObservation& observed,
                           const std::vector<CellScores>& scores, const std::vector<bool>& clear);

  // Does a cell look as if it had been written into, and the next rectified board is to tell? It
  // adds nothing to the evidence until then.
  [[nodiscard]] bool waits(int cell) const { return seen_[static_cast<size_t>(cell)] != kNone; }

  // Cells of the rectified board that were written into, whatever they hold now.
  [[nodiscard]] const std::vector<bool>& entered() const { return entered_; }

 private:
  static constexpr int kNone = -1;
  static constexpr int kSome = -2;
  static std::vector<int> labels_now(const FrameObservation& observed,
                                     const std::vector<CellScores>& scores);

  std::vector<bool> entered_;
  std::vector<int> seen_;  // what else the last rectified board showed, as labels_now says it
};

}  // namespace gridlens
