#include "core/reading/decoding/alike_glyphs.h"

#include <algorithm>
#include <cmath>

#include "core/ablation/mechanism.h"
#include "core/image/statistics.h"
#include "core/reading/ink/log_odds.h"
#include "core/reading/observation/soft_or_small_symbols.h"

namespace gridlens {

namespace {

constexpr double kLeastDoubt = -6.2;  // log p(blank) of a symbol that may be none, and above it
// Of `repeated`: the usual copy of a screenshot that this is asked of, and how much worse one may
// be. Up to the first figure a symbol does not lean to blank at all, from the second on fully. On
// textured tiles clear symbols are up to 1.3 worse, on plain ones 0.3; candidates 1.9 and more.
constexpr double kGoodCopies = 2.8;
constexpr double kWorse[] = {1.5, 1.9};
constexpr double kOffLines[] = {0.06, 0.12};  // of the top or the bottom, in cells
constexpr double kExactCopies = 3.5;          // no better ones are asked for

// How far the symbol is off the lines of the likest clear one.
double off_lines(const InkFeatures& of, const std::vector<const InkFeatures*>& clear) {
  double least = 1;
  for (const InkFeatures* other : clear)
    least = std::min<double>(
        least,
        std::max(std::abs(of.values[InkFeatures::top] - other->values[InkFeatures::top]),
                 std::abs(of.values[InkFeatures::bottom] - other->values[InkFeatures::bottom])));
  return least;
}

void add_blank_log_odds(CellChoices& choices, int cell, double log_odds) {
  const double blank = std::exp(choices.value(cell, 0));
  const double odds = blank / std::max(1e-12, 1 - blank) * std::exp(log_odds);
  choices.set_blank(cell, std::log(odds / (1 + odds)));
}

}  // namespace

void discount_unlike_glyphs(CellChoices& choices, const CellMap<InkFeatures>& features) {
  std::vector<double> copies;
  std::vector<const InkFeatures*> clear;
  for (int cell = 0; cell < features.size(); ++cell) {
    if (choices.value(cell, 0) > kSurelySymbol || !features[cell].known[InkFeatures::top]) continue;
    clear.push_back(&features[cell]);
    if (features[cell].known[InkFeatures::repeated])
      copies.push_back(features[cell].values[InkFeatures::repeated]);
  }
  if (copies.size() < kEnoughSymbols) return;
  const double usual = std::min(median(copies), kExactCopies);
  if (usual < kGoodCopies) return;
  for (int cell = 0; cell < features.size(); ++cell) {
    if (choices.value(cell, 0) < kLeastDoubt || !features[cell].known[InkFeatures::top]) continue;
    const double share =
        features[cell].known[InkFeatures::repeated]
            ? share_between(usual - features[cell].values[InkFeatures::repeated], kWorse[0],
                            kWorse[1])
            : share_between(off_lines(features[cell], clear), kOffLines[0], kOffLines[1]);
    if (share > 0 && in_use<"without_copies">())
      add_blank_log_odds(choices, cell, share * kUnlikeIsBlank);
  }
}

}  // namespace gridlens
