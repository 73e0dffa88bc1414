#include "core/reading/ink/background_clusters.h"

#include <algorithm>
#include <numeric>
#include <opencv2/core/matx.hpp>

#include "core/image/statistics.h"

namespace gridlens {

namespace {

// Grey levels of 255 within which a colour joins another's group: some times how far most colours
// are off their nearest.
constexpr double kLink[] = {3, 20};
constexpr double kBackgroundLinkOfNearest = 3;
constexpr double kMostNearest = 0.9;

}  // namespace

CellMap<int> background_clusters(const Grid& all, const CellMap<InkFeatures>& features,
                                 const CellMap<cv::Vec3d>& off) {
  std::vector<int> cells;
  for (int i = 0; i < features.size(); ++i)
    if (features[i].known[InkFeatures::background_light]) cells.push_back(i);
  CellMap<int> group(features.size(), -1);
  if (cells.size() < 2) return group;
  std::vector<double> nearest(cells.size(), 1e9);
  for (size_t a = 0; a < cells.size(); ++a)
    for (size_t b = 0; b < cells.size(); ++b)
      if (a != b) nearest[a] = std::min(nearest[a], cv::norm(off[cells[a]] - off[cells[b]]));
  const double most = quantile(std::move(nearest), kMostNearest);
  const double link = std::clamp(kBackgroundLinkOfNearest * most, kLink[0], kLink[1]);

  std::vector<int> symbols;  // by group
  for (const int seed : cells) {
    if (group[seed] >= 0) continue;
    const int number = static_cast<int>(symbols.size());
    symbols.push_back(0);
    std::vector<int> its{seed};
    group[seed] = number;
    for (size_t next = 0; next < its.size(); ++next) {
      symbols.back() += all.at(its[next]) != 0 ? 1 : 0;
      for (const int cell : cells)
        if (group[cell] < 0 && cv::norm(off[its[next]] - off[cell]) < link) {
          group[cell] = number;
          its.push_back(cell);
        }
    }
  }
  std::vector<int> order(symbols.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return symbols[static_cast<size_t>(a)] > symbols[static_cast<size_t>(b)];
  });
  std::vector<int> rank(order.size());
  for (size_t i = 0; i < order.size(); ++i)
    rank[static_cast<size_t>(order[i])] = static_cast<int>(i);
  for (int& number : group)
    if (number >= 0) number = rank[static_cast<size_t>(number)];
  return group;
}

}  // namespace gridlens
