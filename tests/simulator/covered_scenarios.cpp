#include "tests/simulator/covered_scenarios.h"

#include <algorithm>
#include <cmath>

#include "core/image/homography.h"
#include "tests/simulator/scenario_set.h"

namespace gridlens::generator {
namespace {

constexpr double kShare = 0.68;  // of the picture's height that the board spans

ClipPlan occluded(const char* name, const ClipOptions& options, bool pen) {
  Set set = hand_held_set(name, options, {}, kShare, 0, 15);
  // Comes in after a second and wanders over the board, from below; now and then over a corner.
  const double board_px = kShare * options.size.height;
  const double radius =
      board_px * (pen ? set.random.uniform(0.02, 0.035) : set.random.uniform(0.055, 0.085));
  const double direction = set.random.uniform(0.15, 0.85) * std::numbers::pi;
  const int fingers = pen ? 0 : set.random.integer(1, 3);
  const cv::Point2d outwards(std::cos(direction), std::sin(direction));
  const cv::Point2d across(-outwards.y, outwards.x);
  const cv::Point2d middle(options.size.width / 2.0, options.size.height / 2.0);
  Random wander_random = set.random.fork("wander");
  const SmoothNoise x(wander_random, 0.15, 0.6), y(wander_random, 0.15, 0.6);
  set.plan.occluders = [=](double t) {
    const double in = std::clamp((t - 0.8) / 0.5, 0.0, 1.0);
    Occluder bar;
    bar.pen = pen;
    bar.radius_px = radius;
    bar.tip = middle + cv::Point2d(x.at(t), y.at(t)) * (0.25 * board_px) +
              outwards * (board_px * 1.3 * (1 - in) - 0.02 * board_px);
    bar.root = bar.tip + outwards * (board_px * 2);
    std::vector<Occluder> bars{bar};
    for (int i = 1; i < fingers; ++i) {  // the next fingers, a little shorter each
      Occluder next = bar;
      next.tip += across * (2.05 * radius * i) + outwards * (0.9 * radius * i);
      next.root += across * (2.05 * radius * i);
      bars.push_back(next);
    }
    if (pen) {  // the hand that holds it
      Occluder hand = bar;
      hand.pen = false;
      hand.radius_px = 0.13 * board_px;
      hand.tip += outwards * (0.42 * board_px) + across * (0.06 * board_px);
      hand.root += across * (0.1 * board_px);
      bars.push_back(hand);
    }
    return bars;
  };
  return set.finish();
}

// Where a place on the first board, in shares of its sides, lies in the picture when the hand is
// still.
cv::Point2d seen_at(const Set& set, cv::Point2d share) {
  const Camera camera(set.plan.lens, set.base, set.plan.curl);
  const Homography page_from_unit =
      Homography::image_from_board(set.plan.pages[0].boards[0].corners, 1);
  return camera.pixel_from_page(page_from_unit(share));
}

}  // namespace

ClipPlan finger(const ClipOptions& options) {
  return occluded("finger", options, false);
}
ClipPlan pen(const ClipOptions& options) {
  return occluded("pen", options, true);
}

// A palm and the thumb or fingers beside it, lying still on the page from the first frame on; the
// picture's own hand moves under it.
ClipPlan covered_corner(const ClipOptions& options) {
  Set set = hand_held_set("covered_corner", options, {}, kShare, 0, 15);
  set.hand.aim_px *= 0.3;
  const double board_px = kShare * options.size.height;
  const cv::Point2d corner(set.random.integer(0, 1), set.random.integer(0, 1));
  // A round tip of radius r, its middle d inside the corner: all of the corner is under it.
  const double radius = board_px * set.random.uniform(0.14, 0.27);
  const double inwards = board_px * set.random.uniform(0.0, 0.10);
  const cv::Point2d at = seen_at(set, corner);
  const cv::Point2d middle = seen_at(set, {0.5, 0.5});
  cv::Point2d out = at - middle;
  out *= 1 / std::hypot(out.x, out.y);
  Occluder palm;
  palm.radius_px = radius;
  palm.tip = at - out * inwards;
  const double lean = set.random.uniform(-0.5, 0.5);
  palm.root = palm.tip + cv::Point2d(out.x - lean * out.y, out.y + lean * out.x) * (2 * board_px);
  set.plan.occluders = [palm](double) { return std::vector<Occluder>{palm}; };
  return set.finish();
}

ClipPlan covered_side(const ClipOptions& options) {
  Set set = hand_held_set("covered_side", options, {}, kShare, 0, 15);
  set.hand.aim_px *= 0.3;
  const double board_px = kShare * options.size.height;
  const int side = set.random.integer(0, 3);
  // A forearm along the side, over its whole length or nearly so, reaching in by up to 2 cells.
  const double depth = board_px * set.random.uniform(0.04, 0.22);
  const double radius = board_px * set.random.uniform(0.16, 0.24);
  const cv::Point2d corners[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const cv::Point2d from = seen_at(set, corners[side]);
  const cv::Point2d to = seen_at(set, corners[(side + 1) % 4]);
  const cv::Point2d middle = seen_at(set, {0.5, 0.5});
  cv::Point2d along = to - from;
  along *= 1 / std::hypot(along.x, along.y);
  cv::Point2d out = (from + to) * 0.5 - middle;
  out *= 1 / std::hypot(out.x, out.y);
  Occluder arm;
  arm.radius_px = radius;
  const cv::Point2d aside = out * (radius - depth);
  const double reach = board_px * set.random.uniform(-0.2, 0.3);  // of the tip, beyond the side
  arm.tip = to + along * reach + aside;
  arm.root = from - along * (2 * board_px) + aside + out * (0.4 * board_px);
  set.plan.occluders = [arm](double) { return std::vector<Occluder>{arm}; };
  return set.finish();
}

// One side of the board reaches beyond the picture's edge; the page moves on outwards, then back
// until all of the board is in the picture.
ClipPlan cut_off(const ClipOptions& options) {
  Set set = hand_held_set("cut_off", options, {}, kShare, 0, 15);
  set.hand.aim_px *= 0.3;
  const double cell_px = kShare * options.size.height / 9;
  const int side = set.random.integer(0, 3);
  const cv::Point2d ends[5] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}};
  const cv::Point2d middle = (seen_at(set, ends[side]) + seen_at(set, ends[side + 1])) * 0.5;
  const bool upright = side % 2 == 0;  // the picture's upper or lower edge
  const double edge = side == 0 || side == 3 ? 0
                      : upright              ? options.size.height - 1
                                             : options.size.width - 1;
  const double outwards = side == 0 || side == 3 ? -1 : 1;
  const auto reaching = [&](double cells) {  // so far beyond the edge
    Pose pose = set.base;
    const double way = edge + outwards * cells * cell_px - (upright ? middle.y : middle.x);
    pose.aim_px += upright ? cv::Point2d(0, way) : cv::Point2d(way, 0);
    return pose;
  };
  const double first = set.random.uniform(0.1, 0.5);
  const double most = set.random.uniform(0.4, 1.5);
  const double d = set.duration_s();
  return set.finish({{0, reaching(first)},
                     {0.4 * d, reaching(most)},
                     {0.8 * d, reaching(-1)},
                     {d, reaching(-1)}});
}

}  // namespace gridlens::generator
