#include "core/reading/observation/regions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <opencv2/core.hpp>

#include "core/image/statistics.h"
#include "core/puzzle/shape.h"

namespace gridlens {

namespace {

constexpr int kPieceEnd = 5;    // pixels left out at the ends of a piece
constexpr int kBackground = 6;  // pixels from a line to which its cells' own background counts
constexpr double kFaintestInk = 0.15;  // full ink's pixels: lighter lines are as good as none
constexpr double kFloor = 0.02;        // variance of logs: weights are never known better
constexpr double kHeavier = 0.25;      // mean log by which heavy lines are so
constexpr double kMostInOne = 0.4;     // of the cells: a larger region is none
constexpr double kFewestSeen = 0.5;    // of the pieces in one direction
constexpr int kMostRings = 2;          // around single cells
// Steps of the background (logs) between regions of different tints.
constexpr double kBackgroundStep = 0.03;
constexpr double kStepOverNoise = 3;
constexpr double kFewestSteps = 0.8;  // that are seen: the picture's edge may cut a corner
constexpr double kOtherSteps = 0.1;   // share of the steps that may be otherwise

// Which pieces lie between regions.
using Parting = std::vector<bool>;

template <typename RegionOf>
Parting parting_by(const CellBorders& borders, const RegionOf& region_of) {
  Parting parting;
  for (int i = 0; i < borders.count(); ++i) {
    const auto [a, b] = borders.cells_beside(i);
    parting.push_back(region_of(a) != region_of(b));
  }
  return parting;
}

Parting parting_of(const CellBorders& borders, DisjointSets& regions) {
  return parting_by(borders, [&](int cell) { return regions.of(cell); });
}

std::vector<Parting> partings_of_boxes(const CellBorders& borders) {
  std::vector<Parting> partings;
  for (const Shape& shape : possible_shapes(borders.n))
    partings.push_back(parting_by(
        borders, [&, n = borders.n](int cell) { return shape.box_of(cell / n, cell % n); }));
  return partings;
}

constexpr double kNoLevel = std::numeric_limits<double>::quiet_NaN();

bool is_seen(double weight) {
  return !std::isnan(weight);
}

// DisjointSets of up to n cells, grown over the lightest lines first, and over unobserved ones
// last.
DisjointSets grown_regions(const CellBorders& borders, const std::vector<double>& weights) {
  DisjointSets regions(borders.n * borders.n);
  std::vector<int> order(weights.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    const double one = weights[static_cast<size_t>(a)];
    const double other = weights[static_cast<size_t>(b)];
    return is_seen(one) && (!is_seen(other) || one < other);
  });
  for (const int i : order) {
    const auto [a, b] = borders.cells_beside(i);
    regions.join(a, b, borders.n);
  }
  return regions;
}

struct Split {
  double within = 0;  // mean variance in the two groups
  double step = 0;    // mean of the pieces between regions above that of the others
  double pieces = 0;  // that were seen
};

Split split_by(const std::vector<double>& weights, const Parting& parting) {
  double count[2] = {}, sum[2] = {}, squares[2] = {};
  for (size_t i = 0; i < weights.size(); ++i) {
    if (!is_seen(weights[i])) continue;
    ++count[parting[i]];
    sum[parting[i]] += weights[i];
    squares[parting[i]] += weights[i] * weights[i];
  }
  Split split;
  for (int g = 0; g < 2; ++g)
    if (count[g] > 0) split.within += squares[g] - sum[g] * sum[g] / count[g];
  split.pieces = count[0] + count[1];
  split.within /= std::max(1.0, split.pieces);
  if (count[0] > 0 && count[1] > 0) split.step = sum[1] / count[1] - sum[0] / count[0];
  return split;
}

// How much better two groups explain the weights than one: log-likelihood.
double gain(const std::vector<double>& weights, const Parting& parting) {
  const Split all = split_by(weights, Parting(weights.size(), false));
  const Split two = split_by(weights, parting);
  if (two.step < kHeavier) return 0;
  return 0.5 * all.pieces * std::log((all.within + kFloor) / (two.within + kFloor));
}

// The weight that parts light lines from heavy ones best.
double middle_weight(std::vector<double> weights) {
  std::erase_if(weights, [](double weight) { return !is_seen(weight); });
  if (weights.empty()) return 0;
  std::sort(weights.begin(), weights.end());
  const size_t split = otsu_split(weights);
  return split == 0 ? weights.front() : (weights[split - 1] + weights[split]) / 2;
}

// Ink across a piece of line, in pixels of full ink, and that above the background of the darker
// cell beside it.
std::array<double, 2> ink_of_piece(const cv::Mat& ink, const CellBorders::Place& piece) {
  // A digit covers a part of the background, a tile all of it.
  const double background = std::max(ink_across(ink, piece, -kBackground, -kLineReach - 1, 4),
                                     ink_across(ink, piece, kLineReach + 1, kBackground, 4));
  const double all = ink_across(ink, piece, -kLineReach, kLineReach);
  return {all, std::max(0.0, all - background / (kBackground - kLineReach) * (2 * kLineReach + 1))};
}

// A ring around the chosen cell, or another, is no region: their pieces become like the others of
// their lines. With more such cells they may be cages.
std::vector<double> without_rings(const CellBorders& borders, std::vector<double> weights) {
  const double middle = middle_weight(weights);
  CellFlags ringed(borders.n * borders.n, true);
  for (int i = 0; i < borders.count(); ++i) {
    const auto [a, b] = borders.cells_beside(i);
    if (!(weights[static_cast<size_t>(i)] >= middle)) ringed[a] = ringed[b] = false;
  }
  const int count = count_of(ringed);
  if (count == 0 || count > kMostRings) return weights;
  const auto line_of = [&](int i) {
    const auto [a, b] = borders.cells_beside(i);
    return b == a + 1 ? a % borders.n : borders.n + a / borders.n;
  };
  const std::vector<double> before = weights;
  for (int i = 0; i < borders.count(); ++i) {
    const auto [a, b] = borders.cells_beside(i);
    if (!ringed[a] && !ringed[b]) continue;
    std::vector<double> line;
    for (int other = 0; other < borders.count(); ++other)
      if (line_of(other) == line_of(i) && is_seen(before[static_cast<size_t>(other)]))
        line.push_back(before[static_cast<size_t>(other)]);
    weights[static_cast<size_t>(i)] = median(std::move(line));
  }
  return weights;
}

}  // namespace

std::pair<int, int> CellBorders::cells_beside(int i) const {
  const int across = n * (n - 1);
  if (i < across) {
    const int cell = i / (n - 1) * n + i % (n - 1);
    return {cell, cell + 1};
  }
  return {i - across, i - across + n};
}

CellBorders::Place CellBorders::place_of(int i) const {
  const auto [a, b] = cells_beside(i);
  return b == a + 1 ? Place{true, b % n, a / n} : Place{false, b / n, a % n};
}

double ink_across(const cv::Mat& ink, const CellBorders::Place& piece, int from, int to,
                  size_t share) {
  std::array<int, RectifiedBoard::kCellPx - 2 * kPieceEnd> sums{};
  for (size_t i = 0; i < sums.size(); ++i) {
    const int along = RectifiedBoard::line_px(piece.cell) + kPieceEnd + static_cast<int>(i);
    for (int off = from; off <= to; ++off) {
      const int at = RectifiedBoard::line_px(piece.line) + off;
      if (at < 0 || at >= ink.cols) continue;
      sums[i] +=
          piece.between_columns ? ink.at<std::uint8_t>(along, at) : ink.at<std::uint8_t>(at, along);
    }
  }
  return static_cast<double>(nth_smallest(sums, sums.size() / share)) / InkMap::kFullInk;
}

void LineWeights::add(const InkMap& ink, const CellFlags& occluded, double weight) {
  const auto count = static_cast<size_t>(borders_.count());
  for (auto& sums : sums_) sums.resize(count);
  weights_.resize(count);
  ++frames_;
  for (size_t i = 0; i < count; ++i) {
    const auto [a, b] = borders_.cells_beside(static_cast<int>(i));
    if (occluded[a] || occluded[b]) continue;
    const auto seen = ink_of_piece(ink.ink, borders_.place_of(static_cast<int>(i)));
    for (size_t observed = 0; observed < seen.size(); ++observed)
      sums_[observed][i] += weight * std::log(kFaintestInk + seen[observed]);
    weights_[i] += weight;
  }
}

std::vector<double> LineWeights::levelled(const std::vector<double>& sums) const {
  std::vector<double> levels(sums.size(), kNoLevel);
  const int n = borders_.n;
  for (const bool down : {false, true}) {
    // A plane through the pieces of one direction.
    const size_t half = sums.size() / 2, from = down ? half : 0;
    cv::Matx33d normal = cv::Matx33d::zeros();
    cv::Vec3d right;
    size_t seen = 0;
    const auto terms = [&](size_t i) {
      const int cell = borders_.cells_beside(static_cast<int>(i)).first;
      return cv::Vec3d(1, static_cast<double>(cell % n) / n - 0.5,
                       static_cast<double>(cell / n) / n - 0.5);
    };
    for (size_t i = from; i < from + half; ++i) {
      if (weights_[i] <= 0) continue;
      ++seen;
      const cv::Vec3d at = terms(i);
      normal += at * at.t();
      right += at * (sums[i] / weights_[i]);
    }
    if (static_cast<double>(seen) < kFewestSeen * static_cast<double>(half)) return {};
    cv::Vec3d plane;
    if (!cv::solve(normal, right, plane, cv::DECOMP_CHOLESKY)) return {};
    for (size_t i = from; i < from + half; ++i)
      if (weights_[i] > 0) levels[i] = sums[i] / weights_[i] - plane.dot(terms(i));
  }
  return levels;
}

double LineWeights::odds_of_other_regions() const {
  double least = 1e9;
  for (const auto& sums : sums_)
    least = std::min(least, gridlens::odds_of_other_regions(borders_.n, levelled(sums)));
  return least;
}

double odds_of_other_regions(int n, const std::vector<double>& seen_weights) {
  const CellBorders borders{n};
  if (n < 4 || static_cast<int>(seen_weights.size()) != borders.count()) return 0;
  const auto seen = std::count_if(seen_weights.begin(), seen_weights.end(), is_seen);
  if (seen == 0) return 0;
  const std::vector<double> line_weights = without_rings(borders, seen_weights);
  double of_boxes = 0;
  for (const Parting& boxes : partings_of_boxes(borders))
    of_boxes = std::max(of_boxes, gain(line_weights, boxes));
  DisjointSets grown = grown_regions(borders, line_weights);
  double of_regions = gain(line_weights, parting_of(borders, grown));
  // Cages: whatever light lines join.
  DisjointSets joined(n * n);
  const double middle = middle_weight(line_weights);
  for (int i = 0; i < borders.count(); ++i) {
    const auto [a, b] = borders.cells_beside(i);
    if (line_weights[static_cast<size_t>(i)] < middle) joined.join(a, b, n * n);
  }
  int largest = 0;
  for (int cell = 0; cell < n * n; ++cell) largest = std::max(largest, joined.size(cell));
  if (largest <= kMostInOne * n * n)
    of_regions = std::max(of_regions, gain(line_weights, parting_of(borders, joined)));
  return (of_regions - of_boxes) / static_cast<double>(seen);
}

bool backgrounds_mark_other_regions(int n, const CellMap<InkFeatures>& features) {
  const CellBorders borders{n};
  if (n < 4 || features.size() != n * n) return false;
  std::vector<double> steps;
  for (int i = 0; i < borders.count(); ++i) {
    const auto [a, b] = borders.cells_beside(i);
    double squares = 0;
    for (const auto feature : {InkFeatures::background_light, InkFeatures::background_red,
                               InkFeatures::background_blue}) {
      const InkFeatures& one = features[a];
      const InkFeatures& other = features[b];
      const bool known = one.known[feature] && other.known[feature];
      const double step = known ? one.values[feature] - other.values[feature] : kNoLevel;
      squares += step * step;
    }
    steps.push_back(std::sqrt(squares));
  }
  const auto seen = static_cast<double>(std::count_if(steps.begin(), steps.end(), is_seen));
  if (seen < kFewestSteps * borders.count()) return false;
  DisjointSets regions = grown_regions(borders, steps);
  for (int cell = 0; cell < n * n; ++cell)
    if (regions.size(cell) != n) return false;
  const Parting parting = parting_of(borders, regions);
  for (const Parting& boxes : partings_of_boxes(borders)) {
    bool same = true;
    for (size_t i = 0; i < steps.size(); ++i)
      same = same && (!is_seen(steps[i]) || parting[i] == boxes[i]);
    if (same) return false;
  }
  std::vector<double> between, inside;
  for (size_t i = 0; i < steps.size(); ++i)
    if (is_seen(steps[i])) (parting[i] ? between : inside).push_back(steps[i]);
  const double least = quantile(std::move(between), kOtherSteps);
  const double most = quantile(std::move(inside), 1 - kOtherSteps);
  return least > kBackgroundStep && least > kStepOverNoise * most;
}

}  // namespace gridlens
