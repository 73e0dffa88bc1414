#include "tests/simulator/film.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "tests/simulator/warp.h"

namespace gridlens::generator {
namespace {

constexpr double kStillPx = 0.8;  // of way in an exposure
constexpr double kStepPx = 1.6;   // of a smear
constexpr int kMostDoublings = 5;

cv::Point2d project(const cv::Matx33d& h, cv::Point2d p) {
  const cv::Vec3d seen = h * cv::Vec3d(p.x, p.y, 1);
  return {seen[0] / seen[2], seen[1] / seen[2]};
}

cv::Matx33d shift(cv::Point2d by) {
  return {1, 0, by.x, 0, 1, by.y, 0, 0, 1};
}

std::array<cv::Point2d, 4> corners_of(const cv::Rect2d& r) {
  return {cv::Point2d(r.x, r.y), cv::Point2d(r.br().x, r.y), r.br(), cv::Point2d(r.x, r.br().y)};
}

// Where a thing may be seen in `film`; all of it when a part lies behind the camera.
cv::Rect bounds(const cv::Matx33d& h, const cv::Rect2d& area, cv::Size film) {
  double left = 1e9, top = 1e9, right = -1e9, bottom = -1e9;
  for (const cv::Point2d& corner : corners_of(area)) {
    const cv::Vec3d seen = h * cv::Vec3d(corner.x, corner.y, 1);
    if (seen[2] <= 1e-9) return {{}, film};
    left = std::min(left, seen[0] / seen[2]), right = std::max(right, seen[0] / seen[2]);
    top = std::min(top, seen[1] / seen[2]), bottom = std::max(bottom, seen[1] / seen[2]);
  }
  const auto whole = [](double v) { return int(std::clamp(v, -1e6, 1e6)); };
  const cv::Point from(whole(std::floor(left)) - 1, whole(std::floor(top)) - 1);
  const cv::Point to(whole(std::ceil(right)) + 2, whole(std::ceil(bottom)) + 2);
  return cv::Rect(from, to) & cv::Rect({}, film);
}

// `above`: CV_32FC4 light times coverage; `below`: CV_32FC3, all is covered.
void put_over(const cv::Mat& above, cv::Mat below) {
  for (int y = 0; y < above.rows; ++y) {
    const auto* from = above.ptr<float>(y);
    auto* to = below.ptr<float>(y);
    for (int x = 0; x < above.cols; ++x, from += 4, to += 3) {
      const float rest = 1 - from[3];
      for (int i = 0; i < 3; ++i) to[i] = from[i] + to[i] * rest;
    }
  }
}

// Paints the layers over `film` (CV_32FC3, or CV_32FC4 with coverage) as they are seen through
// `to_film` times their motion (pixels of `film` from their own coordinates).
void paint(const std::vector<FilmLayer>& layers, const cv::Matx33d& to_film, double time_s,
           cv::Mat& film) {
  struct Placed {
    cv::Rect place;
    const Texture::Level* level;
    cv::Matx33d level_from_film;
  };
  std::vector<Placed> placed;
  for (const FilmLayer& layer : layers) {
    const cv::Matx33d h = to_film * layer.motion(time_s);
    const cv::Rect place =
        layer.endless ? cv::Rect({}, film.size()) : bounds(h, layer.texture->area(), film.size());
    // Scale of the layer at the middle of the place.
    const cv::Point2d middle(place.x + place.width / 2.0, place.y + place.height / 2.0);
    const cv::Matx33d back = h.inv();
    const cv::Point2d x = project(back, middle + cv::Point2d(1, 0)) - project(back, middle);
    const cv::Point2d y = project(back, middle + cv::Point2d(0, 1)) - project(back, middle);
    const double area = std::abs(x.cross(y));
    const Texture::Level& level = layer.texture->level_for(area > 0 ? 1 / std::sqrt(area) : 1);
    placed.push_back({place, &level, level.level_from_thing * back});
  }
  for (size_t i = 0; i < layers.size(); ++i) {
    const cv::Rect& place = placed[i].place;
    if (place.empty()) continue;
    const cv::Matx33d film_from_place = shift(place.tl());
    std::vector<Covering> above;
    for (size_t over = i + 1; over < layers.size(); ++over)
      if (!placed[over].place.empty() && !placed[over].level->full.empty())
        above.push_back({placed[over].level_from_film * film_from_place, placed[over].level->full});
    paint_warped(placed[i].level->coded, placed[i].level_from_film * film_from_place,
                 layers[i].endless, above, film(place));
  }
}

// The longest way in the film of what the group shows of itself there.
double way_px(const std::vector<FilmLayer>& group, double open_s, double close_s, cv::Size size) {
  double most = 0;
  const cv::Rect2d film(0, 0, size.width - 1, size.height - 1);
  for (const FilmLayer& layer : group) {
    const cv::Matx33d open = layer.motion(open_s), close = layer.motion(close_s);
    // What is in a corner of the film, and the thing's own corners where they are nearer.
    const cv::Matx33d before = open * close.inv();
    for (const cv::Point2d& corner : corners_of(film)) {
      const cv::Point2d way = project(before, corner) - corner;
      most = std::max(most, std::hypot(way.x, way.y));
    }
    if (layer.endless) continue;
    double own = 0;
    for (const cv::Point2d& corner : corners_of(layer.texture->area())) {
      const cv::Point2d way = project(close, corner) - project(open, corner);
      own = std::max(own, std::hypot(way.x, way.y));
    }
    if (group.size() == 1) most = std::min(most, own);
  }
  return most;
}

void expose_group(const std::vector<FilmLayer>& group, double open_s, double close_s,
                  cv::Mat& film) {
  // A sheet that is turned over is seen from its edge for a moment: no smear of one plane.
  const double open = cv::determinant(group.back().motion(open_s));
  const double close = cv::determinant(group.back().motion(close_s));
  const double way = way_px(group, open_s, close_s, film.size());
  if (way < kStillPx || open * close <= 0 || std::abs(std::log(open / close)) > 0.7) {
    paint(group, cv::Matx33d::eye(), (open_s + close_s) / 2, film);
    return;
  }
  const int doublings = std::clamp(int(std::ceil(std::log2(way / kStepPx))), 1, kMostDoublings);
  const double step_s = (close_s - open_s) / (1 << doublings), first_s = open_s + step_s / 2;
  // Room around for what comes in from outside; no more than the thing needs.
  const int room = int(std::min(std::ceil(way) + 2, 160.0));
  const cv::Size roomy(film.cols + 2 * room, film.rows + 2 * room);
  const Motion& motion = group.back().motion;
  const bool endless = group.front().endless;
  cv::Rect part({}, roomy);
  if (!endless) {
    const cv::Matx33d wide = shift(cv::Point2d(room, room));
    const cv::Rect2d area = group.back().texture->area();
    part = bounds(wide * motion(open_s), area, roomy) | bounds(wide * motion(close_s), area, roomy);
    for (const FilmLayer& layer : group)
      if (layer.texture != group.back().texture) part = cv::Rect({}, roomy);
    if (part.empty()) return;
  }
  const cv::Point corner = part.tl() - cv::Point(room, room);  // of the part, in the film
  const cv::Matx33d to_part = shift(-cv::Point2d(corner));
  cv::Mat seen(part.size(), CV_32FC4, cv::Scalar::all(0));
  paint(group, to_part, first_s, seen);
  // The mean over 2 n moments is the mean of two means over n, the second one moved on by n steps.
  const cv::Matx33d thing_from_first = (to_part * motion(first_s)).inv();
  for (int i = 0; i < doublings; ++i) {
    const cv::Matx33d way_on = to_part * motion(first_s + step_s * (1 << i)) * thing_from_first;
    cv::Mat back;
    cv::invert(way_on, back);
    seen = mean_with_warped(seen, back, endless);
  }
  const cv::Rect visible = cv::Rect(corner, part.size()) & cv::Rect({}, film.size());
  if (visible.empty()) return;
  if (endless)
    cv::cvtColor(seen(visible - corner), film(visible), cv::COLOR_BGRA2BGR);
  else
    put_over(seen(visible - corner), film(visible));
}

// The lowest layer that is seen at all: one that fills the film by itself hides those below.
size_t first_seen(const std::vector<FilmLayer>& layers, double open_s, double close_s,
                  cv::Size size) {
  const auto corners = corners_of(cv::Rect2d(-1, -1, size.width + 1, size.height + 1));
  for (size_t i = layers.size() - 1; i > 0; --i) {
    bool fills = true;
    for (const double time_s : {open_s, close_s}) {
      const cv::Matx33d thing_from_film = layers[i].motion(time_s).inv();
      for (const cv::Point2d& corner : corners)
        fills = fills && layers[i].texture->covers_fully(project(thing_from_film, corner));
    }
    if (fills) return i;
  }
  return 0;
}

}  // namespace

cv::Mat expose(const std::vector<FilmLayer>& layers, double open_s, double close_s, cv::Size size) {
  cv::Mat film(size, CV_32FC3, cv::Scalar::all(0));
  for (size_t i = first_seen(layers, open_s, close_s, size); i < layers.size();) {
    std::vector<FilmLayer> group;
    const int number = layers[i].group;
    for (; i < layers.size() && layers[i].group == number; ++i) group.push_back(layers[i]);
    expose_group(group, open_s, close_s, film);
  }
  return film;
}

}  // namespace gridlens::generator
