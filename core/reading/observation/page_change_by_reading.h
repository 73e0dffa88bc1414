#pragma once

#include <vector>

#include "core/reading/observation/cell_evidence.h"
#include "core/reading/observation/frame_observation.h"

namespace gridlens {

// Notices that the page under a track was exchanged.
class PageChangeByReading {
 public:
  enum class Verdict { same = 1, doubtful, changed };

  // Compares what a frame reads (`scores` of the inked cells) with what was gathered before.
  // `changed` is said once, after a few frames in a row that contradict.
  Verdict judge(const CellEvidence& evidence, const FrameObservation& observed,
                const std::vector<CellScores>& scores);

 private:
  int strikes_ = 0;
};

}  // namespace gridlens
