#include "core/reading/ink/background_outliers.h"

#include <algorithm>
#include <cmath>

#include "core/image/statistics.h"

namespace gridlens {

namespace {

constexpr double kLikeBackground = 0.15;

}  // namespace

double background_distance(const InkFeatures& a, const InkFeatures& b) {
  double squares = 0;
  for (const auto feature :
       {InkFeatures::background, InkFeatures::background_red, InkFeatures::background_blue})
    if (a.known[feature] && b.known[feature]) {
      const double off = a.values[feature] - b.values[feature];
      squares += off * off;
    }
  return std::sqrt(squares);
}

CellFlags background_outliers(const CellMap<InkFeatures>& features) {
  CellFlags rare(features.size());
  for (int i = 0; i < features.size(); ++i) {
    if (!features[i].known[InkFeatures::background]) continue;
    rare[i] = true;
    for (int j = 0; j < features.size() && rare[i]; ++j)
      rare[i] = i == j || !features[j].known[InkFeatures::background] ||
                background_distance(features[i], features[j]) > kLikeBackground;
  }
  return rare;
}

InkFeatures median_features(const CellMap<InkFeatures>& features, const CellFlags& of) {
  InkFeatures medians;
  for (size_t t = 0; t < InkFeatures::kCount; ++t) {
    std::vector<float> values;
    for (int i = 0; i < features.size(); ++i)
      if (of[i] && features[i].known[t]) values.push_back(features[i].values[t]);
    if (!values.empty())
      medians.set(static_cast<InkFeatures::Feature>(t), median(std::move(values)));
  }
  return medians;
}

}  // namespace gridlens
