#pragma once

#include <chrono>
#include <cstdint>
#include <opencv2/core/mat.hpp>

namespace gridlens {

using Clock = std::chrono::steady_clock;

// One picture of a source. The pixels are shared, not copied, when a Frame is copied: treat them as
// immutable.
struct Frame {
  cv::Mat bgr;             // CV_8UC3, never empty in a delivered frame
  cv::Size captured_size;  // where bgr is a reduced copy of what was captured; else empty
  bool still = false;      // a picture by itself: no further one shows the same
  std::int64_t index = 0;  // from 0, counts every picture the source delivered; gaps are drops
  double time_ms =
      0;  // position in the stream: media time for files, time since start for live sources
  Clock::time_point captured_at{};  // when the picture arrived from the source
};

inline double milliseconds_between(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double, std::milli>(to - from).count();
}

}  // namespace gridlens
