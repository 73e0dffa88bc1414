#include "core/reading/decoding/symbol_places.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "core/ablation/mechanism.h"
#include "core/image/statistics.h"
#include "core/reading/decoding/alphabet_fit.h"

namespace gridlens {

namespace {

constexpr std::array kEdges = {InkFeatures::top, InkFeatures::bottom, InkFeatures::left,
                               InkFeatures::right};
constexpr double kPossible = -14;           // log-probability of a value that is thought possible
constexpr double kLeastEdgeSpread = 0.035;  // cells: about a pixel of a small cell
constexpr double kStray = 0.05;  // share of edges that lie anywhere: rests of lines, gaps
constexpr double kMost = 6;      // log-odds

using Edges = std::array<double, kEdges.size()>;

// Where a symbol's copies have their edges.
struct Place {
  Edges middle{};
  Edges spread{};
};

Edges edges_of(const InkFeatures& features) {
  Edges edges{};
  for (size_t e = 0; e < kEdges.size(); ++e) edges[e] = features.values[kEdges[e]];
  return edges;
}

Place place_of(const std::vector<Edges>& copies) {
  Place place;
  std::vector<double> values(copies.size());
  for (size_t e = 0; e < kEdges.size(); ++e) {
    for (size_t i = 0; i < copies.size(); ++i) values[i] = copies[i][e];
    place.middle[e] = median(values);
    place.spread[e] = std::max(kLeastEdgeSpread, robust_spread(values, place.middle[e]));
  }
  return place;
}

double log_density(const Place& place, const Edges& edges) {
  double sum = 0;
  for (size_t e = 0; e < kEdges.size(); ++e) {
    const double off = (edges[e] - place.middle[e]) / place.spread[e];
    sum += std::log(kStray + (1 - kStray) * std::exp(-off * off / 2) / (2.5066 * place.spread[e]));
  }
  return sum;
}

}  // namespace

bool weigh_places(CellChoices& choices, const CellMap<InkFeatures>& features) {
  std::vector<std::vector<int>> copies(static_cast<size_t>(choices.n + 1));
  std::vector<int> doubted;
  for (int cell = 0; cell < choices.cells(); ++cell) {
    if (!features[cell].known[InkFeatures::top]) continue;
    int possible = 0;
    for (int v = 1; v <= choices.n; ++v) {
      if (choices.value(cell, v) > kClearSymbol) copies[static_cast<size_t>(v)].push_back(cell);
      possible += choices.value(cell, v) > kPossible;
    }
    if (possible > 1) doubted.push_back(cell);
  }
  // From the other copies: the cell itself shall not bear itself out.
  const auto place_without = [&](int v, int cell, Place& place) {
    std::vector<Edges> edges;
    for (const int copy : copies[static_cast<size_t>(v)])
      if (copy != cell) edges.push_back(edges_of(features[copy]));
    if (std::ssize(edges) < kFewCopies) return false;
    place = place_of(edges);
    return true;
  };
  bool changed = false;
  for (const int cell : doubted) {
    const Edges edges = edges_of(features[cell]);
    double* values = choices.values_of(cell).data();
    const int best = choices.likeliest_symbol(cell);
    Place place;
    if (!place_without(best, cell, place)) continue;
    const double its = log_density(place, edges);
    double gained = 0;
    for (int v = 1; v <= choices.n; ++v) {
      if (v == best || values[v] <= kPossible || !place_without(v, cell, place)) continue;
      const double gain = std::min(kMost, log_density(place, edges) - its);
      if (gain <= 0 || !in_use<"symbol_places">()) continue;
      gained += std::exp(values[v]) * std::expm1(gain);
      values[v] += gain;
      changed = true;
    }
    if (gained > 0) {
      const double shift = std::log1p(gained);
      for (int v = 0; v <= choices.n; ++v) values[v] -= shift;
    }
  }
  if (changed) choices.set_clues();
  return changed;
}

}  // namespace gridlens
