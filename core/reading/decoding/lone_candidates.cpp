#include "core/reading/decoding/lone_candidates.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/ablation/mechanism.h"
#include "core/image/statistics.h"

namespace gridlens {

namespace {

constexpr double kPossibleCandidate = -3;  // log-probability of a symbol that may be one
constexpr size_t kEnoughCopies = 2;        // of the same symbol; else all symbols are compared with
constexpr size_t kFewSymbols = 8;
constexpr size_t kEnoughEntries = 3;  // to compare what is written with
constexpr double kSmaller = 0.82;     // than the others' height
constexpr double kAside = 0.1;        // off the others' middle, in cells
// Without copies: of some typefaces some digits are smaller than others.
constexpr double kMuchSmaller = 0.77;
constexpr double kFarAside = 0.15;
// Handwriting. A 4 whose thin strokes fade is as small as a candidate, and nearer to the middle.
constexpr double kOffMiddle = 0.22;   // of the print, in cells
constexpr double kSmallReach = 0.72;  // from end to end, of the entries' height
// Heights that spread so much, of the usual height, tell nothing: small cells on a blurred picture.
constexpr double kMostHeightSpread = 0.15;
// The cell stays possible as what it seems to be, should it be needed.
constexpr double kLogBlank = -0.002;

// Where a symbol's strokes lie in their cell, in cells.
struct StrokeExtent {
  double height = 0;
  double x = 0;  // of the middle
  double y = 0;

  explicit StrokeExtent(const InkFeatures& features)
      : height(features.values[InkFeatures::bottom] - features.values[InkFeatures::top]),
        x((features.values[InkFeatures::left] + features.values[InkFeatures::right]) / 2),
        y((features.values[InkFeatures::top] + features.values[InkFeatures::bottom]) / 2) {}

  // So far off the usual middle.
  [[nodiscard]] bool is_aside(const StrokeExtent& usual, double aside) const {
    return std::max(std::abs(x - usual.x), std::abs(y - usual.y)) > aside;
  }
  // Lower than `smaller` of the usual height, and aside: a candidate.
  [[nodiscard]] bool is_candidate(const StrokeExtent& usual, double smaller, double aside) const {
    return height < smaller * usual.height && is_aside(usual, aside);
  }
};

StrokeExtent median_of(const std::vector<StrokeExtent>& all) {
  StrokeExtent usual{InkFeatures{}};
  for (const auto part : {&StrokeExtent::height, &StrokeExtent::x, &StrokeExtent::y}) {
    std::vector<double> values;
    for (const StrokeExtent& one : all) values.push_back(one.*part);
    usual.*part = median(std::move(values));
  }
  return usual;
}

double spread_of_heights(const std::vector<StrokeExtent>& all, double usual) {
  std::vector<double> heights;
  for (const StrokeExtent& one : all) heights.push_back(one.height);
  return robust_spread(std::move(heights), usual);
}

// A small i or j whose dot faded or ran into a line is not as high as its copies, and lower.
bool may_lose_dot(const std::string& symbol) {
  return symbol == "I" || symbol == "J";
}

// Handwriting that is small and on one side of the cell's middle is a pencil candidate. It is
// compared with the entries in the middles of their cells where there are some, else with the
// print. `usual`: of the print.
std::vector<int> written_candidates(const CellChoices& choices,
                                    const CellMap<InkFeatures>& features,
                                    const StrokeExtent& usual) {
  std::vector<std::pair<int, StrokeExtent>> aside;
  std::vector<StrokeExtent> entries;
  for (int cell = 0; cell < choices.cells(); ++cell) {
    if (!features[cell].known[InkFeatures::reach] || choices.by_hand[cell] <= 0.5) continue;
    const StrokeExtent its(features[cell]);
    if (its.is_aside(usual, kOffMiddle))
      aside.emplace_back(cell, its);
    else
      entries.push_back(its);
  }
  const double height = entries.size() < kEnoughEntries ? usual.height : median_of(entries).height;
  std::vector<int> candidates;
  for (const auto& [cell, its] : aside)
    if (features[cell].values[InkFeatures::reach] < kSmallReach * height)
      candidates.push_back(cell);
  return candidates;
}

}  // namespace

bool doubt_lone_candidates(CellChoices& choices, const CellMap<InkFeatures>& features) {
  if (choices.writing == Writing::by_hand) return false;
  const int cells = choices.cells();
  std::vector<std::vector<std::pair<int, StrokeExtent>>> clear(static_cast<size_t>(choices.n + 1));
  std::vector<StrokeExtent> all;
  CellMap<int> best(cells);
  for (int cell = 0; cell < cells; ++cell) {
    if (!features[cell].known[InkFeatures::top] || choices.by_hand[cell] > 0.5) continue;
    const int likeliest = choices.likeliest_symbol(cell);
    if (choices.value(cell, likeliest) < kPossibleCandidate) continue;
    best[cell] = likeliest;
    if (choices.value(cell, likeliest) < kClearSymbol) continue;
    all.push_back(StrokeExtent(features[cell]));
    clear[static_cast<size_t>(likeliest)].emplace_back(cell, all.back());
  }
  if (all.size() < kFewSymbols) return false;
  const StrokeExtent usual = median_of(all);
  if (spread_of_heights(all, usual.height) > kMostHeightSpread * usual.height) return false;
  bool changed = false;
  for (int cell = 0; cell < cells; ++cell) {
    const int value = best[cell];
    if (value == 0 || may_lose_dot(choices.alphabet.symbol(value))) continue;
    const StrokeExtent its(features[cell]);
    std::vector<StrokeExtent> copies;
    for (const auto& [copy, extent] : clear[static_cast<size_t>(value)])
      if (copy != cell) copies.push_back(extent);
    // Copies err: what touches one makes it higher.
    const bool aside = copies.size() >= kEnoughCopies
                           ? its.height < kSmaller * usual.height &&
                                 its.is_candidate(median_of(copies), kSmaller, kAside)
                           : its.is_candidate(usual, kMuchSmaller, kFarAside);
    if (!aside || !in_use<"lone_candidates">()) continue;
    choices.set_blank(cell, kLogBlank);
    changed = true;
  }
  for (const int cell : written_candidates(choices, features, usual)) {
    if (!in_use<"written_candidates">()) break;
    choices.set_blank(cell, kLogBlank);
    changed = true;
  }
  if (changed) choices.set_clues();
  return changed;
}

}  // namespace gridlens
