#pragma once

#include <opencv2/core/utility.hpp>

namespace gridlens {

// Microseconds that a unit of FrameWork takes on this machine: one with AVX2, about two without.
// Decided by the instruction set alone.
inline double us_per_work_unit() {
  static const double us = cv::checkHardwareSupport(CV_CPU_AVX2) ? 1 : 2;
  return us;
}

// What the readings of one frame may cost, so that no frame waits for them: boards that it does not
// suffice for wait for the next frame. Work is counted in units, not measured: on machines of one
// us_per_work_unit() the same frames give the same results.
class FrameWork {
 public:
  explicit FrameWork(double us, double us_per_unit = us_per_work_unit())
      : left_(us / us_per_unit) {}

  // May so much more be done? The first thing always may, however little is left for it.
  [[nodiscard]] bool allows(double units) const { return !begun_ || units <= left_; }
  void spend(double units) {
    begun_ = true;
    left_ -= units;
  }
  // Takes off what the frame has spent on other things.
  void reserve(double units) { left_ -= units; }

 private:
  double left_;
  bool begun_ = false;
};

}  // namespace gridlens
