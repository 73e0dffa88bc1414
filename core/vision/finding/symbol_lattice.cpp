#include "core/vision/finding/symbol_lattice.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <set>
#include <utility>

#include "core/ablation/mechanism.h"
#include "core/image/statistics.h"

namespace gridlens {

namespace {

constexpr double kMostSizeRatio = 1.3;  // of neighbours
constexpr double kLeastPitch = 1.05;    // cells against their symbols
constexpr double kMostPitch = 4.5;
constexpr size_t kNeighbours = 5;
constexpr size_t kStarts = 24;
constexpr double kLeastSine = 0.6;  // between the directions
constexpr double kMostUnequal = 1.5;
constexpr double kOffPlace = 0.2;        // cells
constexpr double kOffRoughPlace = 0.28;  // while the fit is rough
// The lattice is fitted within so many cells of its start, then within more.
constexpr double kReaches[] = {1.6, 2.3, 3.3, 4.6, 6.5, 9, 100, 100};
constexpr double kRough = 4;            // up to which the fit is rough
constexpr double kWorthOfSymbol = 2.5;  // log-likelihood of its being in its place
constexpr double kCostOfShear = 20;     // of 90 degrees: rows of every next symbol are none
constexpr int kLongestStep = 2;         // from a place to the next of its group
constexpr size_t kEnoughForAffine = 4;
constexpr size_t kEnoughForHomography = 8;

using Places = std::map<std::pair<int, int>, size_t>;  // column and row from the start: the spot

struct Start {
  size_t spot;
  cv::Point2d right, down;
};

bool alike(const SymbolSpot& a, const SymbolSpot& b) {
  return std::max(a.size_px, b.size_px) <= kMostSizeRatio * std::min(a.size_px, b.size_px);
}

// The steps from a spot to its nearest neighbours.
std::vector<cv::Point2d> steps_from(const std::vector<SymbolSpot>& spots, size_t from) {
  std::vector<cv::Point2d> steps;
  const SymbolSpot& a = spots[from];
  for (const SymbolSpot& b : spots) {
    const cv::Point2d step = b.at - a.at;
    const double length = std::hypot(step.x, step.y);
    if (&a != &b && alike(a, b) && length >= kLeastPitch * a.size_px &&
        length <= kMostPitch * a.size_px)
      steps.push_back(step);
  }
  std::sort(steps.begin(), steps.end(),
            [](cv::Point2d s, cv::Point2d t) { return s.dot(s) < t.dot(t); });
  if (steps.size() > kNeighbours) steps.resize(kNeighbours);
  return steps;
}

// Pairs of directions, right and down, as a spot's neighbours and the square to each of them.
std::vector<Start> starts_at(const std::vector<SymbolSpot>& spots, size_t spot) {
  std::vector<Start> starts;
  std::vector<cv::Point2d> steps = steps_from(spots, spot);
  const size_t seen = steps.size();
  for (size_t i = 0; i < seen; ++i) {
    const cv::Point2d u = steps[i];
    starts.push_back({spot, u, {-u.y, u.x}});
    for (size_t j = 0; j < i; ++j) {
      const cv::Point2d v = steps[j];
      const double sine = u.cross(v) / std::sqrt(u.dot(u) * v.dot(v));
      if (std::abs(sine) < kLeastSine) continue;
      const double ratio = std::sqrt(u.dot(u) / v.dot(v));
      if (std::max(ratio, 1 / ratio) > kMostUnequal) continue;
      if (sine > 0)
        starts.push_back({spot, u, v});
      else
        starts.push_back({spot, v, u});
    }
  }
  return starts;
}

// Spots that lie where the lattice has a place, `reach` cells from its origin at most; the nearest
// one of each place.
Places places_of(const std::vector<SymbolSpot>& spots, const Homography& cells_from_image,
                 double reach, const SymbolSpot& like) {
  Places places;
  std::map<std::pair<int, int>, double> off;
  for (size_t i = 0; i < spots.size(); ++i) {
    // Perspective makes symbols smaller far from the start; twice is much.
    if (spots[i].size_px > 2 * like.size_px || like.size_px > 2 * spots[i].size_px) continue;
    const cv::Point2d p = cells_from_image(spots[i].at);
    if (!(std::max(std::abs(p.x), std::abs(p.y)) < reach)) continue;
    const std::pair place(static_cast<int>(std::lround(p.x)), static_cast<int>(std::lround(p.y)));
    const double away = std::max(std::abs(p.x - place.first), std::abs(p.y - place.second));
    if (away > (reach < kRough ? kOffRoughPlace : kOffPlace)) continue;
    const auto known = off.find(place);
    if (known != off.end() && known->second <= away) continue;
    off[place] = away;
    places[place] = i;
  }
  return places;
}

std::optional<Homography> fitted(const std::vector<SymbolSpot>& spots, const Places& places) {
  std::vector<cv::Point2d> from, to;
  std::set<int> cols, rows;
  for (const auto& [place, spot] : places) {
    from.emplace_back(place.first, place.second);
    to.push_back(spots[spot].at);
    cols.insert(place.first);
    rows.insert(place.second);
  }
  if (places.size() < kEnoughForAffine || cols.size() < 2 || rows.size() < 2) return std::nullopt;
  if (places.size() >= kEnoughForHomography && cols.size() > 2 && rows.size() > 2)
    return fit_homography(from, to);
  cv::Mat a(static_cast<int>(from.size()), 3, CV_64F), b(static_cast<int>(from.size()), 2, CV_64F);
  for (int i = 0; i < a.rows; ++i) {
    const auto at = static_cast<size_t>(i);
    a.at<double>(i, 0) = from[at].x, a.at<double>(i, 1) = from[at].y, a.at<double>(i, 2) = 1;
    b.at<double>(i, 0) = to[at].x, b.at<double>(i, 1) = to[at].y;
  }
  cv::Mat x;
  if (!cv::solve(a, b, x, cv::DECOMP_SVD)) return std::nullopt;
  return Homography(cv::Matx33d(x.at<double>(0, 0), x.at<double>(1, 0), x.at<double>(2, 0),
                                x.at<double>(0, 1), x.at<double>(1, 1), x.at<double>(2, 1), 0, 0,
                                1));
}

// The places that hang together, with gaps of one at most: the largest group of them. A keypad's
// digits below a board stand in the columns of its lattice, too, but not in its rows.
Places largest_group(const Places& places) {
  std::set<std::pair<int, int>> left;
  for (const auto& [place, spot] : places) left.insert(place);
  Places best;
  while (!left.empty()) {
    std::vector<std::pair<int, int>> group{*left.begin()};
    left.erase(left.begin());
    for (size_t i = 0; i < group.size(); ++i)
      for (int dx = -kLongestStep; dx <= kLongestStep; ++dx)
        for (int dy = -kLongestStep; dy <= kLongestStep; ++dy) {
          const auto next = left.find({group[i].first + dx, group[i].second + dy});
          if (next == left.end()) continue;
          group.push_back(*next);
          left.erase(next);
        }
    if (group.size() <= best.size()) continue;
    best.clear();
    for (const auto& place : group) best[place] = places.at(place);
  }
  return best;
}

// Takes places to the middles of cells in the picture.
struct Grown {
  Homography image_from_places;
  Places places;
  double worth = 0;
};

// Columns and rows that places span.
cv::Rect extent_of(const Places& places) {
  std::vector<cv::Point> points;
  for (const auto& [place, spot] : places) points.emplace_back(place.first, place.second);
  return cv::boundingRect(points);
}

// A symbol in the very middle of its cell counts most, one that is hardly in its place nothing.
// Symbols are spread evenly over the lattice: one that bends to take in what lies beside it, too,
// has many places without any. Its directions stand about square to each other.
double worth_of(const std::vector<SymbolSpot>& spots, const Grown& grown) {
  if (grown.places.empty()) return -1e9;
  const Homography places_from_image = grown.image_from_places.inverse();
  double sum = 0;
  for (const auto& [place, spot] : grown.places) {
    const cv::Point2d p = places_from_image(spots[spot].at);
    const double off = std::max(std::abs(p.x - place.first), std::abs(p.y - place.second));
    sum += 1 - off * off / (kOffPlace * kOffPlace);
  }
  const double filled = static_cast<double>(grown.places.size());
  const cv::Rect extent = extent_of(grown.places);
  const double cells = extent.area();
  const double empty = cells - filled;
  const cv::Point2d middle(extent.x + (extent.width - 1) / 2.0,
                           extent.y + (extent.height - 1) / 2.0);
  const cv::Point2d at = grown.image_from_places(middle);
  const cv::Point2d u = grown.image_from_places(middle + cv::Point2d(1, 0)) - at;
  const cv::Point2d v = grown.image_from_places(middle + cv::Point2d(0, 1)) - at;
  const double shear =
      in_use<"sheared_lattices">() ? u.dot(v) * u.dot(v) / (u.dot(u) * v.dot(v)) : 0;
  return kWorthOfSymbol * sum - kCostOfShear * shear + filled * std::log(filled / cells) +
         (empty > 0 ? empty * std::log(empty / cells) : 0);
}

Grown grow(const std::vector<SymbolSpot>& spots, const Start& start) {
  const cv::Point2d o = spots[start.spot].at;
  Grown grown;
  grown.image_from_places = Homography(
      cv::Matx33d(start.right.x, start.down.x, o.x, start.right.y, start.down.y, o.y, 0, 0, 1));
  for (const double reach : kReaches) {
    grown.places = largest_group(
        places_of(spots, grown.image_from_places.inverse(), reach, spots[start.spot]));
    const auto better = fitted(spots, grown.places);
    if (better) grown.image_from_places = *better;
  }
  grown.places = largest_group(
      places_of(spots, grown.image_from_places.inverse(), kReaches[7], spots[start.spot]));
  grown.worth = worth_of(spots, grown);
  return grown;
}

}  // namespace

Homography fit_homography(const std::vector<cv::Point2d>& from, const std::vector<cv::Point2d>& to,
                          double flatness) {
  const auto scaling = [](const std::vector<cv::Point2d>& points) {
    cv::Point2d mean(0, 0);
    for (const cv::Point2d& p : points) mean += p;
    mean *= 1.0 / static_cast<double>(points.size());
    double spread = 0;
    for (const cv::Point2d& p : points) spread += std::hypot(p.x - mean.x, p.y - mean.y);
    const double s = static_cast<double>(points.size()) / std::max(1e-9, spread);
    return cv::Matx33d(s, 0, -s * mean.x, 0, s, -s * mean.y, 0, 0, 1);
  };
  const Homography scaled_from(scaling(from));
  const Homography scaled_to(scaling(to));
  const int count = static_cast<int>(from.size());
  cv::Mat a = cv::Mat::zeros(2 * count + 2, 8, CV_64F);
  cv::Mat b = cv::Mat::zeros(2 * count + 2, 1, CV_64F);
  a.at<double>(2 * count, 6) = a.at<double>(2 * count + 1, 7) = flatness;
  for (int i = 0; i < count; ++i) {
    const cv::Point2d p = scaled_from(from[static_cast<size_t>(i)]);
    const cv::Point2d q = scaled_to(to[static_cast<size_t>(i)]);
    const double rows[2][8] = {{p.x, p.y, 1, 0, 0, 0, -q.x * p.x, -q.x * p.y},
                               {0, 0, 0, p.x, p.y, 1, -q.y * p.x, -q.y * p.y}};
    for (int k = 0; k < 8; ++k)
      a.at<double>(2 * i, k) = rows[0][k], a.at<double>(2 * i + 1, k) = rows[1][k];
    b.at<double>(2 * i, 0) = q.x;
    b.at<double>(2 * i + 1, 0) = q.y;
  }
  cv::Mat x;
  cv::solve(a, b, x, cv::DECOMP_SVD);
  const auto h = [&](int i) { return x.at<double>(i, 0); };
  return scaled_to.inverse() *
         Homography(cv::Matx33d(h(0), h(1), h(2), h(3), h(4), h(5), h(6), h(7), 1)) * scaled_from;
}

std::vector<SymbolLattice> symbol_lattices(const std::vector<SymbolSpot>& spots, size_t fewest,
                                           size_t most) {
  std::vector<Grown> all;
  const size_t step = std::max<size_t>(1, spots.size() / kStarts);
  for (size_t spot = 0; spot < spots.size(); spot += step)
    for (const Start& start : starts_at(spots, spot)) {
      Grown grown = grow(spots, start);
      if (grown.places.size() >= fewest) all.push_back(std::move(grown));
    }
  std::stable_sort(all.begin(), all.end(),
                   [](const Grown& a, const Grown& b) { return a.worth > b.worth; });
  std::vector<SymbolLattice> lattices;
  std::set<std::set<size_t>> met;
  for (const Grown& grown : all) {
    if (lattices.size() == most) break;
    const cv::Point first = extent_of(grown.places).tl();
    SymbolLattice lattice;
    std::set<size_t> its;
    std::vector<double> sizes;
    for (const auto& [place, spot] : grown.places) {
      lattice.places.emplace_back(place.first - first.x, place.second - first.y);
      its.insert(spot);
      sizes.push_back(spots[spot].size_px);
    }
    if (!met.insert(std::move(its)).second) continue;
    lattice.image_from_cells =
        grown.image_from_places * Homography::translation({first.x - 0.5, first.y - 0.5});
    lattice.size_px = median(std::move(sizes));
    lattices.push_back(std::move(lattice));
  }
  return lattices;
}

}  // namespace gridlens
