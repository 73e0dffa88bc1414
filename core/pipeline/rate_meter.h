#pragma once

#include <algorithm>
#include <chrono>
#include <deque>

#include "core/image/frame.h"

namespace gridlens {

// Events per second over the last two seconds.
class RateMeter {
 public:
  void count(Clock::time_point now) {
    times_.push_back(now);
    times_.erase(times_.begin(), first_recent(now));
  }

  [[nodiscard]] double per_second(Clock::time_point now) const {
    const auto first = first_recent(now);
    if (times_.end() - first < 2) return 0;
    const double span_ms = milliseconds_between(*first, now);
    return span_ms <= 0 ? 0 : 1000.0 * static_cast<double>(times_.end() - first - 1) / span_ms;
  }

 private:
  [[nodiscard]] std::deque<Clock::time_point>::const_iterator first_recent(
      Clock::time_point now) const {
    return std::find_if(times_.begin(), times_.end(), [&](Clock::time_point time) {
      return now - time <= std::chrono::seconds(2);
    });
  }

  std::deque<Clock::time_point> times_;  // rising
};

}  // namespace gridlens
