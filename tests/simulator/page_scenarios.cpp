#include "tests/simulator/page_scenarios.h"

#include <algorithm>
#include <utility>

#include "tests/simulator/scenario_set.h"

namespace gridlens::generator {

ClipPlan two_boards(const ClipOptions& options) {
  PageOptions page;
  page.kind = PageKind::two_boards;
  return hand_held_set("two_boards", options, page, 0.88, 0, 15).finish();
}

ClipPlan four_boards(const ClipOptions& options) {
  PageOptions page;
  page.kind = PageKind::four_boards;
  return hand_held_set("four_boards", options, page, 0.98, 0, 12).finish();
}

ClipPlan six_boards(const ClipOptions& options) {
  PageOptions page;
  page.kind = PageKind::six_boards;
  page.board_px = 560;
  return hand_held_set("six_boards", options, page, 0.95, 0, 12).finish();
}

ClipPlan newspaper(const ClipOptions& options) {
  PageOptions page;
  page.kind = PageKind::newspaper;
  page.aged_paper = true;
  return hand_held_set("newspaper", options, page, 0.55, 0, 25).finish();
}

ClipPlan no_sudoku(const ClipOptions& options) {
  PageOptions page;
  page.kind = PageKind::negative;
  Random random = Random(options.seed).fork("which");
  if (random.chance(0.8)) page.negative = random.pick(negative_kinds());
  if (options.negative) page.negative = options.negative;
  return hand_held_set("no_sudoku", options, page, page.negative ? 1.15 : 1.3, 0, 20).finish();
}

ClipPlan barrel(const ClipOptions& options) {
  Set set = hand_held_set("barrel", options, {}, 0.75, 0, 15);
  set.plan.lens.focal_px = options.size.width * 0.75;
  set.base.distance *= 0.75;
  set.plan.lens.k1 = set.random.uniform(-0.16, -0.08);
  return set.finish();
}

ClipPlan curl(const ClipOptions& options) {
  Set set = hand_held_set("curl", options, {}, 0.68, 0, 15);
  const double side = set.plan.pages[0].boards[0].corners.side_lengths_px()[0];
  set.plan.curl.period = side * set.random.uniform(1.8, 3.0);
  set.plan.curl.amplitude = side * set.random.uniform(0.008, 0.025);
  set.plan.curl.direction_rad = any_direction(set.random);
  set.plan.curl.phase_rad = any_direction(set.random);
  return set.finish();
}

ClipPlan inverted(const ClipOptions& options) {
  PageOptions page;
  page.style.inverted = true;
  return hand_held_set("inverted", options, page, 0.68, 0, 15).finish();
}

ClipPlan no_border(const ClipOptions& options) {
  PageOptions page;
  page.style.missing_border = true;
  return hand_held_set("no_border", options, page, 0.68, 0, 15).finish();
}

ClipPlan double_frame(const ClipOptions& options) {
  PageOptions page;
  page.style.doubled_frame = true;
  return hand_held_set("double_frame", options, page, 0.68, 0, 15).finish();
}

ClipPlan handwriting(const ClipOptions& options) {
  PageOptions page;
  Random random = Random(options.seed).fork("how full");
  page.style.entry_share = random.uniform(0.2, 1);
  page.style.pencil_mark_share = random.uniform(0, 0.4);
  return hand_held_set("handwriting", options, page, 0.72, 0, 15).finish();
}

ClipPlan sizes(const ClipOptions& options) {
  const std::vector<Shape> shapes{{2, 2}, {2, 3}, {3, 2}, {2, 4}, {2, 5}, {3, 4},
                                  {4, 3}, {3, 5}, {4, 4}, {4, 5}, {5, 5}};
  PageOptions page;
  Random random = Random(options.seed).fork("shape");
  page.shape = random.pick(shapes);
  page.style.any_alphabet = true;
  if (page.shape.n() > 12) page.puzzle.given_share = 0.5;
  page.board_px = std::max(1000, 64 * page.shape.n());
  return hand_held_set("sizes", options, page, page.shape.n() > 12 ? 0.88 : 0.72, 0, 12).finish();
}

// The demo clip of assets/: a pleasant newspaper page, moved so that its end meets its start.
ClipPlan demo(const ClipOptions& options) {
  PageOptions page;
  page.kind = PageKind::newspaper;
  page.aged_paper = true;
  BoardStyle style;
  style.font = "caladea_bold.ttf";
  style.digit_height = 0.5;
  style.background = {250, 247, 238};
  style.thin_line = {90, 88, 84};
  page.exact_style = style;
  page.puzzle.given_share = 0.35;
  Set set = prepare("demo", options, page, 0.62);
  set.plan.lens.focal_px = options.size.width;
  set.plan.lens.k1 = 0;
  set.base.distance = set.plan.lens.focal_px * 900 / (0.62 * options.size.height);
  set.plan.desk = Desk::wood;
  set.light = {};
  set.light.exposure = 1.08;
  set.light.tint = {0.93, 1.0, 1.05};
  set.light.sharpen = 0.35;
  set.light.read_noise = 0.001, set.light.shot_noise = 0.00001;
  const double period = set.duration_s(), unit = set.unit;
  set.plan.light = [how = set.light](double) { return how; };
  set.plan.pose = [base = set.base, period, unit](double t) {
    const auto wave = [&](int cycles, double phase) {
      return std::sin(2 * std::numbers::pi * (cycles * t / period + phase));
    };
    Pose pose = base;
    pose.aim_px = {(46 * wave(1, 0.1) + 15 * wave(3, 0.3) + 0.7 * wave(61, 0.2)) * unit,
                   (20 * wave(2, 0.6) + 9 * wave(5, 0.1) + 0.7 * wave(53, 0.7)) * unit};
    pose.tilt = cv::Point2d(-9 - 19 * wave(1, 0.35), 17 * wave(2, 0.15) + 4 * wave(3, 0)) * kDegree;
    pose.roll_rad = (3 + 15 * wave(1, 0.7) + 3 * wave(3, 0.2)) * kDegree;
    pose.distance *= 1 - 0.10 * wave(1, 0.55) - 0.03 * wave(4, 0.5);
    return pose;
  };
  return std::move(set.plan);
}

}  // namespace gridlens::generator
