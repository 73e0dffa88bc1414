#pragma once

#include <chrono>
#include <deque>

#include "core/image/frame.h"

namespace gridlens {

// Events per second over the last two seconds.
class RateMeter {
 public:
  void count(Clock::time_point now) {
    times_.push_back(now);
    forget(now);
  }

  [[nodiscard]] double per_second(Clock::time_point now) const {
    size_t recent = 0;
    Clock::time_point first = now;
    for (const Clock::time_point time : times_) {
      if (now - time > kWindow) continue;
      if (recent++ == 0) first = time;
    }
    const double span_ms = milliseconds_between(first, now);
    return recent < 2 || span_ms <= 0 ? 0 : 1000.0 * static_cast<double>(recent - 1) / span_ms;
  }

 private:
  static constexpr std::chrono::seconds kWindow{2};

  void forget(Clock::time_point now) {
    while (!times_.empty() && now - times_.front() > kWindow) times_.pop_front();
  }

  std::deque<Clock::time_point> times_;
};

}  // namespace gridlens
