#pragma once

#include "core/image/frame.h"

namespace gridlens {

// Adds the time until its end of scope to a number of milliseconds.
class StageTimer {
 public:
  explicit StageTimer(double& total_ms) : total_ms_(total_ms), started_(Clock::now()) {}
  ~StageTimer() { total_ms_ += milliseconds_between(started_, Clock::now()); }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  double& total_ms_;
  Clock::time_point started_;
};

}  // namespace gridlens
