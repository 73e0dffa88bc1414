#pragma once

#include <deque>
#include <vector>

#include "app/session/session_view.h"
#include "core/pipeline/frame_result.h"

namespace gridlens {

// Times of each stage over the latest frames, for median and 99th percentile. Frames in which a
// stage did not run do not count for it.
class StageHistory {
 public:
  explicit StageHistory(size_t frames = 150) : capacity_(frames) {}

  void add(const StageTimes& stages);
  [[nodiscard]] std::vector<StageStatistics> statistics()
      const;  // stages that ran, in the order of the work

 private:
  size_t capacity_;
  std::deque<StageTimes> times_;
};

// Nearest-rank percentile (0..100) of unsorted values; 0 when empty.
double percentile(std::vector<double> values, double percent);

}  // namespace gridlens
