#include "tests/simulator/scenario_set.h"

#include <algorithm>
#include <memory>

namespace gridlens::generator {

ClipPlan Set::finish(std::vector<PoseKey> keys) {
  auto path = std::make_shared<PosePath>(std::move(keys), hand, random.fork("path"));
  plan.pose = [path](double t) { return path->at(t); };
  if (!plan.light) plan.light = [how = light](double) { return how; };
  return std::move(plan);
}

Set prepare(const char* name, const ClipOptions& options, PageOptions page, double share) {
  Set set{Random(options.seed).fork(name), options, {}, {}, {}, {}, options.size.height / 720.0};
  Random& random = set.random;
  if (options.shape) page.shape = *options.shape;
  Random page_random = random.fork("page");
  set.plan.pages.push_back(make_page(page, page_random));
  set.plan.page_from_s.push_back(0);
  set.plan.lens.focal_px = options.size.width * random.uniform(0.85, 1.15);
  set.plan.lens.centre = {(options.size.width - 1) / 2.0, (options.size.height - 1) / 2.0};
  set.plan.lens.k1 = random.uniform(-0.03, 0.01);
  set.plan.desk = random.chance(0.7) ? Desk::wood : random.chance(0.6) ? Desk::cloth : Desk::plain;
  const Page& sheet = set.plan.pages[0];
  // The whole page where there is no board, or several.
  Quad seen{{cv::Point2d(0, 0), cv::Point2d(sheet.bgr.cols, 0),
             cv::Point2d(sheet.bgr.cols, sheet.bgr.rows), cv::Point2d(0, sheet.bgr.rows)}};
  if (sheet.boards.size() == 1) seen = sheet.boards[0].corners;
  const double side =
      std::max(seen.side_lengths_px()[1],
               seen.side_lengths_px()[0] * options.size.height / options.size.width);
  set.base.target = seen.centre();
  set.base.distance = set.plan.lens.focal_px * side / (share * options.size.height);
  set.light.vignette = random.uniform(0.05, 0.25);
  set.light.gradient = random.uniform(0, 0.18);
  set.light.gradient_rad = random.uniform(0, 2 * std::numbers::pi);
  set.light.exposure = random.uniform(0.75, 1.0);
  set.light.tint = {random.uniform(0.88, 1.05), 1.0, random.uniform(0.95, 1.06)};
  set.light.lens_blur_px = random.uniform(0.4, 0.7);
  set.light.sharpen = random.uniform(0, 0.5);
  set.light.jpeg_quality = random.integer(80, 95);
  return set;
}

Set hand_held_set(const char* name, const ClipOptions& options, const PageOptions& page,
                  double share, double low_tilt_deg, double high_tilt_deg) {
  Set set = prepare(name, options, page, share);
  set.base.tilt = tilt_towards(set.random.uniform(low_tilt_deg, high_tilt_deg) * kDegree,
                               any_direction(set.random));
  set.base.roll_rad = set.random.uniform(-8, 8) * kDegree;
  set.hand = steady_hand(set.unit);
  return set;
}

HandMotion steady_hand(double unit) {
  return {16 * unit, 0.5 * unit, 0.02, 0.03, 0.02};
}

cv::Point2d tilt_towards(double tilt_rad, double direction_rad) {
  return cv::Point2d(std::cos(direction_rad), std::sin(direction_rad)) * tilt_rad;
}

double any_direction(Random& random) {
  return random.uniform(0, 2 * std::numbers::pi);
}

}  // namespace gridlens::generator
