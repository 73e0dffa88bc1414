#include "core/reading/ink/ink_groups.h"

#include <algorithm>
#include <cmath>
#include <opencv2/core/matx.hpp>

namespace gridlens {

namespace {

// Grey levels of 255 within which a colour is one with another's ink, mixed with paper.
constexpr double kLeastLink = 16;
constexpr double kLinkOfNearest = 3;  // of how far most colours are off their nearest
constexpr double kMostColours = 0.9;
constexpr double kPalest = 0.3;  // share of ink in what is still seen as its colour

// Blue, green and red, each with the fading grey of the traits added.
struct Drawn {
  cv::Vec3d ink, paper;
};

cv::Vec3d colour_of(double red, double blue, double light) {
  const double green = 3 * std::exp(light) / (1 + std::exp(red) + std::exp(blue));
  return {green * std::exp(blue), green, green * std::exp(red)};
}

// How far a colour is from all mixtures of an ink with its own paper: thin strokes are pale.
double off_mixtures(const Drawn& of, const cv::Vec3d& ink) {
  const cv::Vec3d way = ink - of.paper;
  const double length = way.dot(way);
  const double share =
      length > 0 ? std::clamp((of.ink - of.paper).dot(way) / length, kPalest, 1.0) : 1;
  return cv::norm(of.ink - of.paper - share * way);
}

double colour_distance(const Drawn& a, const Drawn& b) {
  return std::min(off_mixtures(a, b.ink), off_mixtures(b, a.ink));
}

}  // namespace

cv::Vec3d ink_colour(const InkTraits& traits) {
  const auto& values = traits.values;
  return colour_of(values[InkTraits::own_red], values[InkTraits::own_blue],
                   values[InkTraits::own_light]);
}

cv::Vec3d ground_colour(const InkTraits& traits) {
  const auto& values = traits.values;
  return colour_of(values[InkTraits::ground_red], values[InkTraits::ground_blue],
                   values[InkTraits::ground_light]);
}

std::vector<int> ink_groups(const Grid& symbols, const std::vector<InkTraits>& traits) {
  std::vector<size_t> cells;
  std::vector<Drawn> drawn(traits.size());
  for (size_t i = 0; i < traits.size(); ++i)
    if (symbols.values()[i] != 0 && traits[i].known[InkTraits::own_red] &&
        traits[i].known[InkTraits::ground_red]) {
      cells.push_back(i);
      drawn[i] = {ink_colour(traits[i]), ground_colour(traits[i])};
    }
  std::vector<int> group(traits.size(), -1);
  if (cells.size() < 2) return group;

  std::vector<double> nearest(cells.size(), 1e9);
  for (size_t a = 0; a < cells.size(); ++a)
    for (size_t b = 0; b < cells.size(); ++b)
      if (a != b)
        nearest[a] = std::min(nearest[a], colour_distance(drawn[cells[a]], drawn[cells[b]]));
  const auto most = nearest.begin() + static_cast<std::ptrdiff_t>(
                                          kMostColours * static_cast<double>(nearest.size() - 1));
  std::nth_element(nearest.begin(), most, nearest.end());
  const double link = std::max(kLeastLink, kLinkOfNearest * *most);

  std::vector<std::vector<size_t>> groups;
  for (const size_t seed : cells) {
    if (group[seed] >= 0) continue;
    const int number = static_cast<int>(groups.size());
    groups.push_back({seed});
    group[seed] = number;
    for (size_t next = 0; next < groups.back().size(); ++next)
      for (const size_t cell : cells)
        if (group[cell] < 0 && colour_distance(drawn[groups.back()[next]], drawn[cell]) < link) {
          group[cell] = number;
          groups.back().push_back(cell);
        }
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  for (size_t number = 0; number < groups.size(); ++number)
    for (const size_t cell : groups[number]) group[cell] = static_cast<int>(number);
  return group;
}

}  // namespace gridlens
