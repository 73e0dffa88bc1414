#include "core/reading/ink/background_outliers.h"

#include <algorithm>
#include <cmath>

#include "core/image/statistics.h"

namespace gridlens {

namespace {

constexpr double kLikeBackground = 0.15;

}  // namespace

double background_distance(const InkTraits& a, const InkTraits& b) {
  double squares = 0;
  for (const auto trait :
       {InkTraits::background, InkTraits::background_red, InkTraits::background_blue})
    if (a.known[trait] && b.known[trait]) {
      const double off = a.values[trait] - b.values[trait];
      squares += off * off;
    }
  return std::sqrt(squares);
}

std::vector<bool> background_outliers(const std::vector<InkTraits>& traits) {
  std::vector<bool> rare(traits.size(), false);
  for (size_t i = 0; i < traits.size(); ++i) {
    if (!traits[i].known[InkTraits::background]) continue;
    rare[i] = true;
    for (size_t j = 0; j < traits.size() && rare[i]; ++j)
      rare[i] = i == j || !traits[j].known[InkTraits::background] ||
                background_distance(traits[i], traits[j]) > kLikeBackground;
  }
  return rare;
}

InkTraits median_traits(const std::vector<InkTraits>& traits, const std::vector<bool>& of) {
  InkTraits medians;
  for (size_t t = 0; t < InkTraits::kCount; ++t) {
    std::vector<float> values;
    for (size_t i = 0; i < traits.size(); ++i)
      if (of[i] && traits[i].known[t]) values.push_back(traits[i].values[t]);
    if (!values.empty()) medians.set(static_cast<InkTraits::Trait>(t), median(std::move(values)));
  }
  return medians;
}

}  // namespace gridlens
