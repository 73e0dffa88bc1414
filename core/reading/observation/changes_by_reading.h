#pragma once

#include <vector>

#include "core/reading/observation/cell_evidence.h"
#include "core/reading/observation/frame_observation.h"

namespace gridlens {

// What a frame reads (`scores` of the inked cells) is compared with what was gathered before.

// Notices that the page under a track was exchanged.
class PageChangeByReading {
 public:
  enum class Verdict { same = 1, doubtful, changed };

  // `changed` is said once, after a few frames in a row that contradict.
  Verdict judge(const CellEvidence& evidence, const FrameObservation& observed,
                const std::vector<CellScores>& scores);

 private:
  int strikes_ = 0;
};

// Notices what a player writes, changes and rubs out while the board is in view. A cell of a surely
// read board was written into if it was clearly blank and holds a symbol in two frames running.
// Print does not appear later, so the symbol is an entry whatever it looks like.
class EntryChangeDetector {
 public:
  explicit EntryChangeDetector(int cells);

  // The cells that hold something else than before; their evidence starts afresh. `scores`: of the
  // inked cells. `seen`: the best of all frames.
  std::vector<int> changed(const CellEvidence& evidence, const FrameObservation& observed,
                           const std::vector<CellScores>& scores, const CellVisibility& seen);

  // The cell looks written into, and the next frame decides. Until then the cell adds no evidence.
  [[nodiscard]] bool waits(int cell) const;

  // Rectified cells that were long blank and then written into, whatever they hold now.
  [[nodiscard]] const CellFlags& entered() const { return entered_; }

 private:
  CellFlags entered_;
  CellMap<int> seen_;  // what else the last rectified board showed, or that it was nothing clear
};

}  // namespace gridlens
