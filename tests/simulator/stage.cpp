#include "tests/simulator/stage.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gridlens::generator {
namespace {

double along(Course course, double share) {
  switch (course) {
    case Course::even:
      return share;
    case Course::braked:
      return 1 - (1 - share) * (1 - share);
    case Course::eased:
      break;
  }
  return share * share * (3 - 2 * share);
}

}  // namespace

void Track::to(double time_s, double value) {
  keys_.push_back({std::max(time_s, last_s()), value});
}

double Track::at(double time_s) const {
  if (time_s >= keys_.back().time_s) return keys_.back().value;
  size_t next = 0;
  while (keys_[next].time_s <= time_s) ++next;
  if (next == 0) return keys_.front().value;
  const Key &a = keys_[next - 1], &b = keys_[next];
  return a.value + (b.value - a.value) * (time_s - a.time_s) / (b.time_s - a.time_s);
}

Place Thing::at(double time_s) const {
  size_t next = 0;
  while (next < keys.size() && keys[next].time_s <= time_s) ++next;
  if (next == 0) return keys.front().place;
  if (next == keys.size()) return keys.back().place;
  const Key &a = keys[next - 1], &b = keys[next];
  const double s = along(b.course, (time_s - a.time_s) / (b.time_s - a.time_s));
  return {a.place.middle + (b.place.middle - a.place.middle) * s,
          a.place.angle_rad + (b.place.angle_rad - a.place.angle_rad) * s,
          a.place.flip_rad + (b.place.flip_rad - a.place.flip_rad) * s};
}

bool Thing::is_moving(double open_s, double close_s) const {
  const Place a = at(open_s), b = at(close_s);
  return a.middle != b.middle || a.angle_rad != b.angle_rad || a.flip_rad != b.flip_rad;
}

void Thing::go(double start_s, double takes_s, const Place& to, Course course) {
  keys.push_back({start_s, at(start_s), Course::even});  // rests until then
  keys.push_back({start_s + takes_s, to, course});
}

StageView::StageView(const Stage& stage)
    : stage_(stage), path_(stage.camera, stage.hand, Random(stage.seed).fork("camera")) {}

Pose StageView::pose(double time_s) const {
  Pose pose = path_.at(time_s);
  for (const Shaking& s : stage_.shakings) {
    if (time_s <= s.from_s || time_s >= s.to_s) continue;
    const double swell = std::sin(std::numbers::pi * (time_s - s.from_s) / (s.to_s - s.from_s));
    const double turn = 2 * std::numbers::pi * s.hz * time_s + s.phase_rad;
    pose.aim_px += cv::Point2d(std::sin(turn), std::sin(1.37 * turn + 1)) * (s.aim_px * swell);
    pose.roll_rad += s.roll_rad * swell * std::sin(0.81 * turn + 2);
  }
  return pose;
}

cv::Matx33d StageView::pixel_from_thing(const Thing& thing, double time_s) const {
  const Place place = thing.at(time_s);
  const double c = std::cos(place.angle_rad), s = std::sin(place.angle_rad);
  const double across = std::cos(place.flip_rad), up = std::sin(place.flip_rad);
  const double k = thing.scale;
  // A sheet that is turned about its middle is lifted, though not so far that it clears the desk.
  const double lift = 0.25 * k * thing.texture->area().width * std::abs(up);
  const cv::Matx<double, 4, 3> world_from_thing(
      k * c * across, -k * s,
      place.middle.x - k * (c * across * thing.centre.x - s * thing.centre.y), k * s * across,
      k * c, place.middle.y - k * (s * across * thing.centre.x + c * thing.centre.y), -k * up, 0,
      k * up * thing.centre.x - lift,  //
      0, 0, 1);
  return Camera(stage_.lens, pose(time_s)).pixel_from_world() * world_from_thing;
}

bool StageView::shows_face(const Thing& thing, double time_s) const {
  if (!thing.back) return true;
  const cv::Matx33d pixel_from = pixel_from_thing(thing, time_s);
  const auto at = [&](double x, double y) {
    const cv::Vec3d p = pixel_from * cv::Vec3d(thing.centre.x + x, thing.centre.y + y, 1);
    return cv::Point2d(p[0] / p[2], p[1] / p[2]);
  };
  const cv::Point2d middle = at(0, 0);
  return (at(1, 0) - middle).cross(at(0, 1) - middle) > 0;
}

std::vector<FilmLayer> StageView::layers(double open_s, double close_s) const {
  std::vector<FilmLayer> layers;
  layers.push_back({stage_.desk.get(), true,
                    [this](double t) {
                      const cv::Matx34d p = Camera(stage_.lens, pose(t)).pixel_from_world();
                      return cv::Matx33d(p(0, 0), p(0, 1), p(0, 3), p(1, 0), p(1, 1), p(1, 3),
                                         p(2, 0), p(2, 1), p(2, 3));
                    },
                    0});
  bool moved = false;
  const double middle_s = (open_s + close_s) / 2;
  for (const Thing& thing : stage_.things) {
    if (!thing.is_there(middle_s)) continue;
    const bool moving = thing.is_moving(open_s, close_s);
    const int number = layers.back().group + (moving || moved ? 1 : 0);
    moved = moving;
    const Texture* texture = (shows_face(thing, middle_s) ? thing.texture : thing.back).get();
    if (thing.display) texture = thing.display->texture(middle_s).get();
    layers.push_back(
        {texture, false, [this, &thing](double t) { return pixel_from_thing(thing, t); }, number});
  }
  return layers;
}

}  // namespace gridlens::generator
