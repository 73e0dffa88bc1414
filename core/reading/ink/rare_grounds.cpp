#include "core/reading/ink/rare_grounds.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace gridlens {

namespace {

constexpr double kLikeGround = 0.15;

double distance(const InkTraits& a, const InkTraits& b,
                std::initializer_list<InkTraits::Trait> traits) {
  double squares = 0;
  for (const InkTraits::Trait trait : traits)
    if (a.known[trait] && b.known[trait]) {
      const double off = a.values[trait] - b.values[trait];
      squares += off * off;
    }
  return std::sqrt(squares);
}

}  // namespace

double ground_distance(const InkTraits& a, const InkTraits& b) {
  return distance(a, b, {InkTraits::ground, InkTraits::ground_red, InkTraits::ground_blue});
}

double own_colour_distance(const InkTraits& a, const InkTraits& b) {
  return distance(a, b, {InkTraits::own_red, InkTraits::own_blue, InkTraits::own_light});
}

double distance_from_ink(const InkTraits& cell, const InkTraits& ink) {
  if (!cell.known[InkTraits::own_red] || !ink.known[InkTraits::own_red]) return 0;
  const double red = cell.values[InkTraits::own_red] - ink.values[InkTraits::own_red];
  const double blue = cell.values[InkTraits::own_blue] - ink.values[InkTraits::own_blue];
  const double to_red = cell.values[InkTraits::ground_red] - ink.values[InkTraits::own_red];
  const double to_blue = cell.values[InkTraits::ground_blue] - ink.values[InkTraits::own_blue];
  const double length = to_red * to_red + to_blue * to_blue;
  const double along =
      length > 0 ? std::clamp((red * to_red + blue * to_blue) / length, -1.0, 1.0) : 0;
  return std::hypot(red - along * to_red, blue - along * to_blue);
}

std::vector<bool> on_rare_ground(const std::vector<InkTraits>& traits) {
  std::vector<bool> rare(traits.size(), false);
  for (size_t i = 0; i < traits.size(); ++i) {
    if (!traits[i].known[InkTraits::ground]) continue;
    rare[i] = true;
    for (size_t j = 0; j < traits.size() && rare[i]; ++j)
      rare[i] = i == j || !traits[j].known[InkTraits::ground] ||
                ground_distance(traits[i], traits[j]) > kLikeGround;
  }
  return rare;
}

InkTraits median_traits(const std::vector<InkTraits>& traits, const std::vector<bool>& of) {
  InkTraits medians;
  for (size_t t = 0; t < InkTraits::kCount; ++t) {
    std::vector<float> values;
    for (size_t i = 0; i < traits.size(); ++i)
      if (of[i] && traits[i].known[t]) values.push_back(traits[i].values[t]);
    if (values.empty()) continue;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    medians.set(static_cast<InkTraits::Trait>(t), *middle);
  }
  return medians;
}

}  // namespace gridlens
