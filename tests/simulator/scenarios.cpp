#include "tests/simulator/scenarios.h"

#include <algorithm>
#include <stdexcept>

#include "tests/simulator/covered_scenarios.h"
#include "tests/simulator/page_scenarios.h"
#include "tests/simulator/scenario_set.h"

namespace gridlens::generator {
namespace {

ClipPlan still(const ClipOptions& options) {
  Set set = hand_held_set("still", options, {}, 0.75, 0, 15);
  set.hand = {};
  return set.finish();
}

ClipPlan hand_held(const ClipOptions& options) {
  return hand_held_set("hand_held", options, {}, 0.68, 0, 20).finish();
}

ClipPlan tilt(const ClipOptions& options) {
  Set set = hand_held_set("tilt", options, {}, 0.62, 0, 0);
  const double direction = any_direction(set.random);
  const double end = set.random.uniform(45, 60) * kDegree;
  Pose tilted = set.base;
  tilted.tilt = tilt_towards(end, direction);
  return set.finish({{0, set.base}, {set.duration_s() * 0.8, tilted}, {set.duration_s(), tilted}});
}

ClipPlan rotation_sweep(const ClipOptions& options) {
  Set set = hand_held_set("rotation_sweep", options, {}, 0.6, 0, 15);
  Pose turned = set.base;
  turned.roll_rad += (set.random.chance(0.5) ? 180 : -180) * kDegree;
  return set.finish({{0, set.base}, {set.duration_s(), turned}});
}

ClipPlan fast_motion(const ClipOptions& options) {
  Set set = hand_held_set("fast_motion", options, {}, 0.5, 0, 15);
  set.plan.exposure_s = 1.0 / 500;
  // Back and forth at 600..1500 px/s (of 720 rows) at the peak; smoothstep peaks at 1.5 x mean.
  const double reach = 0.16 * options.size.width;
  const double speed = set.random.uniform(600, 1500) * set.unit;
  const double leg_s = 1.5 * 2 * reach / speed;
  const cv::Point2d way = tilt_towards(reach, set.random.uniform(-0.35, 0.35));
  std::vector<PoseKey> keys{{0, set.base}};
  set.hand.aim_px *= 0.4;
  double side = 1;
  for (double t = 0.5; t < set.duration_s() + leg_s; t += leg_s, side = -side) {
    Pose pose = set.base;
    pose.aim_px = way * side;
    keys.push_back({t, pose});
  }
  return set.finish(keys);
}

ClipPlan motion_blur(const ClipOptions& options) {
  Set set = hand_held_set("motion_blur", options, {}, 0.6, 0, 15);
  set.plan.exposure_s = 1.0 / 30;
  // Peak way during the exposure: 6..12 px of 720 rows; stands still at the ends of each leg.
  const double peak = set.random.uniform(6, 12) * set.unit;
  const double reach = 0.07 * options.size.width, speed = peak / set.plan.exposure_s;
  const double leg_s = 1.5 * 2 * reach / speed;
  const cv::Point2d way = tilt_towards(reach, any_direction(set.random));
  std::vector<PoseKey> keys{{0, set.base}};
  set.hand.aim_px *= 0.3;
  double side = 1;
  for (double t = 0.6; t < set.duration_s() + leg_s; t += leg_s, side = -side) {
    Pose pose = set.base;
    pose.aim_px = {way.x * side, way.y * side * 0.6};
    keys.push_back({t, pose});
  }
  return set.finish(keys);
}

ClipPlan defocus(const ClipOptions& options) {
  Set set = hand_held_set("defocus", options, {}, 0.68, 0, 15);
  // The autofocus hunts: disc radius swings between sharp and 2..4 px of 720 rows.
  const double worst = set.random.uniform(2, 4) * set.unit, hz = set.random.uniform(0.3, 0.6);
  const double phase = set.random.uniform(0, 2 * std::numbers::pi);
  set.plan.light = [how = set.light, worst, hz, phase](double t) {
    Development now = how;
    now.defocus_px = worst * 0.5 * (1 + std::sin(2 * std::numbers::pi * hz * t + phase));
    return now;
  };
  return set.finish();
}

ClipPlan low_light(const ClipOptions& options) {
  Set set = hand_held_set("low_light", options, {}, 0.7, 0, 15);
  set.light.exposure = set.random.uniform(0.18, 0.4);
  set.light.read_noise = set.random.uniform(0.006, 0.014);
  set.light.shot_noise = set.random.uniform(0.0003, 0.0009);
  set.light.tint = {0.75, 0.95, 1.15};
  set.plan.exposure_s = 1.0 / 40;
  set.light.jpeg_quality = set.random.integer(70, 88);
  return set.finish();
}

ClipPlan glare(const ClipOptions& options) {
  Set set = hand_held_set("glare", options, {}, 0.7, 0, 20);
  const double radius = set.random.uniform(60, 130) * set.unit;
  const double strength = set.random.uniform(0.7, 1.6), duration = set.duration_s();
  const cv::Point2d middle(options.size.width / 2.0, options.size.height / 2.0);
  const cv::Point2d way = tilt_towards(0.3 * options.size.height, any_direction(set.random));
  set.plan.light = [=, how = set.light](double t) {
    Development now = how;
    now.glare = GlareSpot{middle + way * (2 * t / duration - 1), radius, strength};
    return now;
  };
  return set.finish();
}

ClipPlan shadow(const ClipOptions& options) {
  Set set = hand_held_set("shadow", options, {}, 0.7, 0, 20);
  const double softness = set.random.uniform(8, 50) * set.unit,
               depth = set.random.uniform(0.4, 0.7);
  const double direction = any_direction(set.random), duration = set.duration_s();
  const cv::Point2d middle(options.size.width / 2.0, options.size.height / 2.0);
  const cv::Point2d way = tilt_towards(0.35 * options.size.height, direction);
  set.plan.light = [=, how = set.light](double t) {
    Development now = how;
    now.shadow = ShadowEdge{middle + way * (2 * t / duration - 1), direction, softness, depth};
    return now;
  };
  return set.finish();
}

ClipPlan far_board(const ClipOptions& options) {
  // 72..91 px at 640 x 480: cells of 8 to 10 px. Through a cheap camera they are too small to read.
  Random random = Random(options.seed).fork("far");
  Set set = hand_held_set("far_board", options, {}, random.uniform(0.15, 0.19), 0, 15);
  set.light.lens_blur_px = set.random.uniform(0.6, 1.4);
  set.light.read_noise = set.random.uniform(0.002, 0.006);
  set.light.jpeg_quality = set.random.integer(65, 90);
  return set.finish();
}

ClipPlan small_board(const ClipOptions& options) {
  // 90..200 px at 640 x 480: 19..42 % of the height.
  Random random = Random(options.seed).fork("small");
  Set set = hand_held_set("small_board", options, {}, random.uniform(0.19, 0.42), 0, 15);
  return set.finish();
}

ClipPlan page_swap(const ClipOptions& options) {
  Set set = hand_held_set("page_swap", options, {}, 0.68, 0, 12);
  PageOptions second;
  if (options.shape) second.shape = *options.shape;
  Random random = set.random.fork("second page");
  set.plan.pages.push_back(make_page(second, random));
  set.plan.page_from_s.push_back(set.duration_s() / 2);
  return set.finish();
}

ClipPlan leave_and_return(const ClipOptions& options) {
  constexpr double kShare = 0.6;
  Set set = hand_held_set("leave_and_return", options, {}, kShare, 0, 12);
  // Wholly out of the picture and back at a peak of 600..1500 px/s (of 720 rows); smoothstep peaks
  // at 1.5 x mean. A short clip goes faster within that range, and over the nearer edge.
  const double most = 1500 * set.unit, away_s = 0.1, begin_s = 0.1 * set.duration_s();
  const double leg_s = (set.duration_s() - begin_s - away_s) / 2;
  const double out = 0.75 * kShare * options.size.height;
  const double sideways = options.size.width / 2.0 + out, upright = options.size.height / 2.0 + out;
  const bool fits = 1.5 * sideways / most <= leg_s;
  const bool over_a_side = set.random.chance(0.5) && fits;
  const double way = over_a_side ? sideways : upright;
  const double speed =
      std::min(most, std::max(set.random.uniform(600, 1500) * set.unit, 1.5 * way / leg_s));
  const double takes_s = 1.5 * way / speed;
  Pose away = set.base;
  away.aim_px += tilt_towards(
      way, (over_a_side ? 0 : 90 * kDegree) + (set.random.chance(0.5) ? 180 * kDegree : 0));
  const double back_s = begin_s + takes_s + away_s;
  return set.finish({{0, set.base},
                     {begin_s, set.base},
                     {begin_s + takes_s, away},
                     {back_s, away},
                     {back_s + takes_s, set.base}});
}

}  // namespace

const std::vector<Scenario>& scenarios() {
  static const std::vector<Scenario> list{
      {"still", "camera on a stand, board 75 % of the height, tilt 0-15 degrees", still},
      {"hand_held", "hand-held, board 68 % of the height, tilt 0-20 degrees", hand_held},
      {"tilt", "from square on to a tilt of 45-60 degrees in any direction", tilt},
      {"rotation_sweep", "turned in the picture by 180 degrees during the clip", rotation_sweep},
      {"fast_motion", "back and forth, peak 600-1500 px/s at 720 rows, 2 ms exposure", fast_motion},
      {"motion_blur", "peak smear 6-12 px at 720 rows, 33 ms exposure", motion_blur},
      {"defocus", "focus hunts between sharp and a blur disc of 2-4 px radius at 720 rows",
       defocus},
      {"low_light", "18-40 % of the light, strong noise, warm, JPEG 70-88", low_light},
      {"glare", "a burnt-out spot of 60-130 px radius wanders over the board", glare},
      {"shadow", "a shadow edge (40-70 % darker) crosses the board", shadow},
      {"small_board", "board 19-42 % of the height: 90-200 px at 640x480", small_board},
      {"far_board", "board 15-19 % of the height (72-91 px at 640x480), a soft and noisy camera",
       far_board},
      {"finger", "one to three fingers wander over the board: up to 45 % covered, corners too",
       finger},
      {"pen", "a hand with a pen wanders over the board: up to 20 % covered", pen},
      {"covered_corner", "a hand lies over a whole corner from the start: 5-35 % covered",
       covered_corner},
      {"covered_side", "a hand lies along a side from the start: up to 25 % covered", covered_side},
      {"cut_off",
       "a side of the board 0.1-1.5 cells beyond the picture's edge, then all of it inside",
       cut_off},
      {"page_swap", "another page lies there from half time on", page_swap},
      {"leave_and_return",
       "the board leaves the picture and comes back, peak 600-1500 px/s at 720 rows",
       leave_and_return},
      {"two_boards", "two boards side by side on a page", two_boards},
      {"four_boards", "four boards on a page", four_boards},
      {"six_boards", "six boards on a page", six_boards},
      {"newspaper", "among columns, adverts, crosswords, tables; tilt 0-25 degrees", newspaper},
      {"no_sudoku", "a page without a Sudoku: crossword, table, calendar, form, ...", no_sudoku},
      {"barrel", "wide lens, radial distortion k1 -0.08 to -0.16", barrel},
      {"curl", "a bent sheet: bend height 0.8-2.5 % of the board's side", curl},
      {"inverted", "light lines and digits on a dark ground", inverted},
      {"no_border", "lattice without an outer border: line ends only", no_border},
      {"double_frame", "a second line around the border, 0.04-0.3 cells away, thin or thick",
       double_frame},
      {"handwriting", "20-100 % of the empty cells filled in, pencil marks", handwriting},
      {"sizes", "4x4 to 25x25, any alphabet, any box shape", sizes},
      {"demo", "the demo clip: newspaper page, 0-35 degrees tilt, periodic over the clip", demo}};
  return list;
}

ClipPlan plan_scenario(const std::string& name, const ClipOptions& options) {
  for (const Scenario& scenario : scenarios())
    if (name == scenario.name) return scenario.plan(options);
  std::string all;
  for (const Scenario& scenario : scenarios())
    all += std::string(all.empty() ? "" : ", ") + scenario.name;
  throw std::invalid_argument("no scenario '" + name + "'; there are " + all);
}

}  // namespace gridlens::generator
