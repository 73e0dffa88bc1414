#include "tests/simulator/motion.h"

#include <algorithm>
#include <cmath>

namespace gridlens::generator {
namespace {

Pose blend(const Pose& a, const Pose& b, double share_of_b) {
  const double s = share_of_b * share_of_b * (3 - 2 * share_of_b);  // eases in and out
  Pose pose;
  pose.target = a.target + (b.target - a.target) * s;
  pose.distance = a.distance * std::pow(b.distance / a.distance, s);
  pose.tilt = a.tilt + (b.tilt - a.tilt) * s;
  pose.roll_rad = a.roll_rad + (b.roll_rad - a.roll_rad) * s;
  pose.aim_px = a.aim_px + (b.aim_px - a.aim_px) * s;
  return pose;
}

enum Channel { aim_x, aim_y, tremor_x, tremor_y, zoom, tilt_x, tilt_y, roll, channel_count };

}  // namespace

PosePath::PosePath(std::vector<PoseKey> keys, const HandMotion& hand, Random random)
    : keys_(std::move(keys)), hand_(hand) {
  for (int c = 0; c < channel_count; ++c) {
    const bool tremor = c == tremor_x || c == tremor_y;
    drift_.emplace_back(random, tremor ? 4.0 : 0.12, tremor ? 9.0 : 0.9);
  }
}

Pose PosePath::at(double time_s) const {
  size_t next = 0;
  while (next < keys_.size() && keys_[next].time_s <= time_s) ++next;
  Pose pose;
  if (next == 0)
    pose = keys_.front().pose;
  else if (next == keys_.size())
    pose = keys_.back().pose;
  else {
    const PoseKey &a = keys_[next - 1], &b = keys_[next];
    pose = blend(a.pose, b.pose, (time_s - a.time_s) / (b.time_s - a.time_s));
  }
  const auto noise = [&](Channel c) { return drift_[c].at(time_s); };
  pose.aim_px += cv::Point2d(noise(aim_x), noise(aim_y)) * hand_.aim_px;
  pose.aim_px += cv::Point2d(noise(tremor_x), noise(tremor_y)) * hand_.tremor_px;
  pose.distance *= std::exp(hand_.zoom * noise(zoom));
  pose.tilt += cv::Point2d(noise(tilt_x), noise(tilt_y)) * hand_.tilt_rad;
  pose.roll_rad += hand_.roll_rad * noise(roll);
  return pose;
}

}  // namespace gridlens::generator
