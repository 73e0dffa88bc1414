// What lies where on a stage, and how well it can be seen.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/image/homography.h"
#include "tests/simulator/clip.h"
#include "tests/simulator/stage.h"

namespace gridlens::generator {
namespace {

constexpr double kLeastCellPx = 14;  // of a readable board
constexpr double kMostBlurPx = 1;    // sigma
constexpr double kLeastGain = 0.5, kMostGain = 1.3;
constexpr double kFaceOn = 0.15;           // cosine of a sheet that is turned over
constexpr double kSamplingSigmaPx = 0.35;  // of the film: linear interpolation of its textures

bool inside(cv::Point2d at, cv::Size size) {
  return at.x >= 0 && at.y >= 0 && at.x <= size.width - 1 && at.y <= size.height - 1;
}

double least_cell_px(const Quad& corners, int n) {
  const auto at = Homography::image_from_board(corners, n);
  double least = corners.shortest_side_px() / n;
  for (const double x : {0.0, n - 1.0})
    for (const double y : {0.0, n - 1.0}) {
      const cv::Point2d a = at({x, y}), b = at({x + 1, y}), c = at({x + 1, y + 1}),
                        d = at({x, y + 1});
      least = std::min({least, cv::norm(b - a), cv::norm(c - b), cv::norm(d - c), cv::norm(a - d)});
    }
  return least;
}

double face_on(const Thing& thing, double time_s) {
  return thing.back ? std::cos(thing.at(time_s).flip_rad) : 1;
}

}  // namespace

bool is_readable(const BoardTruth& board, const BoardFacts& facts) {
  return facts.least_cell_px >= kLeastCellPx && facts.blur_sigma_px <= kMostBlurPx &&
         facts.gain >= kLeastGain && facts.gain <= kMostGain && board.inside == 1 &&
         board.visible == 1;
}

struct StageView::Shown {
  const PrintedBoard& board;  // its corners in units of the thing
  int number;
  size_t thing;
  int window = -1;  // of the thing's display
};

void StageView::tell(double time_s, FrameTruth& truth, std::vector<BoardFacts>& facts) const {
  truth.width = stage_.size.width, truth.height = stage_.size.height;
  truth.time_ms = time_s * 1000;
  truth.seed = stage_.seed;
  for (size_t i = 0; i < stage_.things.size(); ++i) {
    const Thing& thing = stage_.things[i];
    if (!thing.is_there(time_s)) continue;
    if (!shows_face(thing, time_s)) continue;
    for (size_t b = 0; b < thing.boards.size(); ++b)
      tell_board({thing.boards[b], thing.first_board + int(b), i}, time_s, truth, facts);
    if (!thing.display) continue;
    for (size_t w = 0; w < thing.display->windows.size(); ++w) {
      const Window& window = thing.display->windows[w];
      if (!window.is_there(time_s)) continue;
      for (size_t b = 0; b < window.boards.size(); ++b) {
        PrintedBoard board = window.boards[b];
        for (cv::Point2d& corner : board.corners.corners)
          corner += cv::Point2d(window.corner_at(time_s));
        tell_board({board, window.first_board + int(b), i, int(w)}, time_s, truth, facts);
      }
    }
  }
}

void StageView::tell_board(const Shown& shown, double time_s, FrameTruth& truth,
                           std::vector<BoardFacts>& facts) const {
  const Thing& thing = stage_.things[shown.thing];
  const Homography now(pixel_from_thing(thing, time_s));
  const Homography open(pixel_from_thing(thing, time_s - stage_.exposure_s / 2));
  const Homography close(pixel_from_thing(thing, time_s + stage_.exposure_s / 2));
  BoardTruth seen = printed_truth(shown.board);
  BoardFacts fact;
  fact.board = shown.number;
  for (size_t c = 0; c < 4; ++c) {
    const cv::Point2d corner = shown.board.corners.corners[c];
    seen.corners.corners[c] = now(corner);
    seen.blur_px = std::max(seen.blur_px, cv::norm(close(corner) - open(corner)));
  }
  if (!seen.corners.is_convex() || seen.corners.signed_area_px2() <= 0) return;
  const int n = shown.board.shape().n();
  seen.cell_px = Homography::image_from_board(seen.corners, n).cell_size_px({n / 2.0, n / 2.0});
  seen.tilt_deg = pose(time_s).tilt_rad() * 180 / std::numbers::pi;
  fact.least_cell_px = least_cell_px(seen.corners, n);
  const double disc = stage_.defocus_px.at(time_s) / 2;  // sigma of a disc along one axis
  fact.blur_sigma_px =
      std::sqrt(stage_.light.lens_blur_px * stage_.light.lens_blur_px + disc * disc +
                kSamplingSigmaPx * kSamplingSigmaPx + seen.blur_px * seen.blur_px / 12);
  fact.gain = stage_.gain.at(time_s);
  tell_cover(shown, time_s, seen, fact);
  seen.readable = is_readable(seen, fact) && face_on(thing, time_s) >= kFaceOn;
  truth.boards.push_back(std::move(seen));
  facts.push_back(fact);
}

void StageView::tell_cover(const Shown& shown, double time_s, BoardTruth& truth,
                           BoardFacts& facts) const {
  constexpr int kGrid = 40, kCellGrid = 4;
  const Thing& thing = stage_.things[shown.thing];
  const Homography film_from_thing(pixel_from_thing(thing, time_s));
  struct Cover {
    const Thing* thing;
    Homography thing_from_film;
  };
  std::vector<Cover> covers;
  for (size_t i = shown.thing + 1; i < stage_.things.size(); ++i)
    if (stage_.things[i].is_there(time_s))
      covers.push_back(
          {&stage_.things[i], Homography(pixel_from_thing(stage_.things[i], time_s)).inverse()});
  const auto covered = [&](cv::Point2d at_thing, cv::Point2d at_film, bool hands) {
    if (shown.window >= 0 && thing.display->covers(size_t(shown.window), at_thing, time_s))
      return true;
    return std::any_of(covers.begin(), covers.end(), [&](const Cover& c) {
      return (hands || !c.thing->hand) && c.thing->texture->covers(c.thing_from_film(at_film));
    });
  };
  const Homography thing_from_unit = Homography::image_from_board(shown.board.corners, 1);
  int in = 0, seen = 0, uncovered = 0, all = 0;
  const auto look = [&](cv::Point2d unit) {
    const cv::Point2d at_thing = thing_from_unit(unit), at_film = film_from_thing(at_thing);
    const bool is_inside = inside(at_film, stage_.size);
    const bool is_free = !covered(at_thing, at_film, false);
    const bool is_seen = is_inside && is_free && !covered(at_thing, at_film, true);
    ++all, in += is_inside ? 1 : 0, uncovered += is_free ? 1 : 0, seen += is_seen ? 1 : 0;
    return is_seen;
  };
  for (int j = 0; j <= kGrid; ++j)  // the rim as well
    for (int i = 0; i <= kGrid; ++i) look({double(i) / kGrid, double(j) / kGrid});
  truth.inside = double(in) / all;
  truth.visible = double(seen) / all;
  facts.uncovered = double(uncovered) / all;
  if (seen == all) return;
  const int n = truth.shape.n();
  for (int cell = 0; cell < n * n; ++cell) {
    bool whole = true;
    for (int i = 0; i < kCellGrid * kCellGrid && whole; ++i)
      whole = look({(cell % n + (i % kCellGrid + 0.5) / kCellGrid) / n,
                    (double(cell / n) + (double(i / kCellGrid) + 0.5) / kCellGrid) / n});
    if (!whole) truth.covered.push_back(cell);
  }
}

}  // namespace gridlens::generator
