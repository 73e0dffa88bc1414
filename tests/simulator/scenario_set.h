#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "tests/simulator/clip.h"

namespace gridlens::generator {

constexpr double kDegree = std::numbers::pi / 180;

// What most scenarios share: a page, a lens, a pose that shows it, a hand, ordinary light.
struct Set {
  Random random;
  ClipOptions options;
  ClipPlan plan;
  Pose base;  // square on, first board (or the whole page) centred
  HandMotion hand;
  Development light;
  double unit;  // frame height / 720: pixel figures are written for 720 rows

  [[nodiscard]] double duration_s() const { return options.frames / options.fps; }

  // Makes the path of `keys` with the hand's motion; call last.
  ClipPlan finish(std::vector<PoseKey> keys);
  ClipPlan finish() { return finish({{0, base}}); }
};

// The board (with several boards or none: the page) spans `share` of the frame's height.
Set prepare(const char* name, const ClipOptions& options, PageOptions page, double share);

// The same in a hand, tilted by so many degrees in any direction, turned by up to 8.
Set hand_held_set(const char* name, const ClipOptions& options, const PageOptions& page,
                  double share, double low_tilt_deg, double high_tilt_deg);

HandMotion steady_hand(double unit);
cv::Point2d tilt_towards(double tilt_rad, double direction_rad);
double any_direction(Random& random);

}  // namespace gridlens::generator
