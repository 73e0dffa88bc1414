#pragma once

namespace gridlens {

// What the readings of one frame may cost, so that no frame waits for them: boards that it does not
// suffice for wait for the next frame. Units are about microseconds of one core. Counted, not
// measured: the same frames give the same results.
class FrameWork {
 public:
  explicit FrameWork(double units) : left_(units) {}

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
