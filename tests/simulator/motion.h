#pragma once

#include <vector>

#include "tests/simulator/camera.h"
#include "tests/simulator/random.h"

namespace gridlens::generator {

// How much a hand moves the camera about its path: standard deviations.
struct HandMotion {
  double aim_px = 0;     // slow drift across the picture
  double tremor_px = 0;  // 4..9 Hz
  double zoom = 0;       // relative distance
  double tilt_rad = 0;
  double roll_rad = 0;
};

struct PoseKey {
  double time_s = 0;
  Pose pose;
};

// A camera path: smooth interpolation through keys, plus the hand's own motion.
class PosePath {
 public:
  PosePath(std::vector<PoseKey> keys, const HandMotion& hand, Random random);
  [[nodiscard]] Pose at(double time_s) const;

 private:
  std::vector<PoseKey> keys_;
  HandMotion hand_;
  std::vector<SmoothNoise> drift_;
};

}  // namespace gridlens::generator
