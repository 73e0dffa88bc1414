#include "core/reading/ink/ink_features.h"

#include <algorithm>
#include <cmath>

#include "core/image/statistics.h"

namespace gridlens {

namespace {

constexpr double kFadingGrey = 16;
constexpr double kLikeBackground = 0.15;

// Blue, green and red, the fading grey added; `first` as in set_colour.
cv::Vec3d colour_of(const InkFeatures& features, InkFeatures::Feature first) {
  const double to_red = std::exp(static_cast<double>(features.values[first]));
  const double to_blue = std::exp(static_cast<double>(features.values[first + 1]));
  const double light = std::exp(static_cast<double>(features.values[first + 2]));
  const double green = 3 * light / (1 + to_red + to_blue);
  return {green * to_blue, green, green * to_red};
}

}  // namespace

void InkFeatures::set_colour(Feature first, const cv::Vec3d& bgr) {
  const cv::Vec3d raised = bgr + cv::Vec3d::all(kFadingGrey);
  set(first, std::log(raised[2] / raised[1]));
  set(static_cast<Feature>(first + 1), std::log(raised[0] / raised[1]));
  set(static_cast<Feature>(first + 2), std::log((bgr[0] + bgr[1] + bgr[2]) / 3 + kFadingGrey));
}

cv::Vec3d ink_colour(const InkFeatures& features) {
  return colour_of(features, InkFeatures::own_red);
}

cv::Vec3d background_colour(const InkFeatures& features) {
  return colour_of(features, InkFeatures::background_red);
}

cv::Vec3d taken_of(const InkFeatures& features) {
  if (!features.known[InkFeatures::taken_blue]) return {};
  return {features.values[InkFeatures::taken_blue], features.values[InkFeatures::taken_green],
          features.values[InkFeatures::taken_red]};
}

InkFeatures turned_upright(const InkFeatures& rectified, int quarter_turns) {
  InkFeatures upright = rectified;
  if (!rectified.known[InkFeatures::top]) return upright;
  for (int turn = 0; turn < quarter_turns % 4; ++turn) {
    const std::array<float, InkFeatures::kCount> values = upright.values;
    upright.values[InkFeatures::top] = 1 - values[InkFeatures::right];
    upright.values[InkFeatures::bottom] = 1 - values[InkFeatures::left];
    upright.values[InkFeatures::left] = values[InkFeatures::top];
    upright.values[InkFeatures::right] = values[InkFeatures::bottom];
  }
  return upright;
}

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

bool InkFeatureEvidence::enough() const {
  bool seen = false;
  for (const Cell& cell : cells_) {
    if (cell.needs_more()) return false;
    seen = seen || cell.symbol;
  }
  return seen;
}

void InkFeatureEvidence::expect(const std::vector<int>& cells, const std::vector<int>& symbols,
                                double weight) {
  for (size_t i = 0; i < cells.size(); ++i) {
    Cell& cell = cells_[cells[i]];
    if (cell.symbol == symbols[i] && weight * cell.frames <= kMuchSharper * cell.weight) continue;
    cell = {};
    cell.symbol = symbols[i];
  }
}

void InkFeatureEvidence::add(const std::vector<int>& cells,
                             const std::vector<InkFeatures>& features, double weight) {
  for (size_t i = 0; i < cells.size(); ++i) {
    Cell& cell = cells_[cells[i]];
    if (!cell.needs_more()) continue;
    ++cell.frames;
    cell.weight += weight;
    for (size_t t = 0; t < InkFeatures::kCount; ++t) {
      if (!features[i].known[t]) continue;
      cell.weights[t] += weight;
      cell.sums[t] += weight * features[i].values[t];
    }
  }
}

CellMap<InkFeatures> InkFeatureEvidence::means() const {
  CellMap<InkFeatures> means(cells_.size());
  for (int i = 0; i < cells_.size(); ++i) {
    const Cell& cell = cells_[i];
    for (size_t t = 0; t < InkFeatures::kCount; ++t)
      if (cell.weights[t] > 0)
        means[i].set(static_cast<InkFeatures::Feature>(t), cell.sums[t] / cell.weights[t]);
  }
  return means;
}

}  // namespace gridlens
