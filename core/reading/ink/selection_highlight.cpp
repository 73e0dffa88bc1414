#include "core/reading/ink/selection_highlight.h"

#include <opencv2/core.hpp>

#include "core/ablation/mechanism.h"

namespace gridlens {

namespace {

// What a blank cell's colour is a sum of: all alike, by column, by row, in the lit row or column,
// in the lit box, in both.
constexpr int kTerms = 6;
using Terms = cv::Vec<double, kTerms>;
// Ridge: slopes, and what box and cross make together, are zero unless the cells say so.
constexpr double kRidge[kTerms] = {1e-6, 0.3, 0.3, 0.005, 0.005, 0.05};
constexpr size_t kFewestBlanks = 7;
// A lit cross must leave so much less of the blanks' differences than none does.
constexpr double kClearlyLit = 0.35;
constexpr double kExact = 2;  // grey levels, that no fit is better than

// `chosen`: the chosen cell, -1: none.
Terms terms_at(const Grid& all, int cell, int chosen) {
  const int n = all.n();
  const int row = cell / n, col = cell % n;
  const int chosen_row = chosen / n, chosen_col = chosen % n;
  const double middle = (n - 1) / 2.0;
  const bool lit = chosen >= 0;
  const bool cross = lit && (row == chosen_row || col == chosen_col);
  const bool box =
      lit && all.shape().box_of(row, col) == all.shape().box_of(chosen_row, chosen_col);
  return {1,
          (col - middle) / n,
          (row - middle) / n,
          cross ? 1.0 : 0.0,
          box ? 1.0 : 0.0,
          cross && box ? 1.0 : 0.0};
}

struct Fit {
  int chosen = -1;
  double left = 1e18;  // squares, with what the ridge takes
  cv::Matx<double, kTerms, 3> weights = {};
};

Fit fit_blanks(const Grid& all, const std::vector<int>& blanks, const CellMap<cv::Vec3d>& colours,
               int chosen) {
  cv::Matx<double, kTerms, kTerms> normal = cv::Matx<double, kTerms, kTerms>::zeros();
  cv::Matx<double, kTerms, 3> right = cv::Matx<double, kTerms, 3>::zeros();
  for (int t = 0; t < kTerms; ++t) normal(t, t) = kRidge[t];
  for (const int cell : blanks) {
    const Terms terms = terms_at(all, cell, chosen);
    normal += terms * terms.t();
    right += terms * colours[cell].t();
  }
  Fit fit{chosen, kExact * kExact * static_cast<double>(blanks.size()),
          normal.solve(right, cv::DECOMP_CHOLESKY)};
  for (const int cell : blanks) {
    const cv::Vec3d off = colours[cell] - fit.weights.t() * terms_at(all, cell, chosen);
    fit.left += off.dot(off);
  }
  for (int t = 0; t < kTerms; ++t)
    for (int c = 0; c < 3; ++c) fit.left += kRidge[t] * fit.weights(t, c) * fit.weights(t, c);
  return fit;
}

}  // namespace

CellMap<cv::Vec3d> background_offsets(const Grid& all, const CellMap<InkFeatures>& features,
                                      const CellFlags& rare) {
  CellMap<cv::Vec3d> off(features.size());
  std::vector<int> known, blanks;
  for (int cell = 0; cell < features.size(); ++cell) {
    if (!features[cell].known[InkFeatures::background_light]) continue;
    off[cell] = background_colour(features[cell]);
    known.push_back(cell);
    if (all.at(cell) == 0 && !rare[cell]) blanks.push_back(cell);
  }
  if (blanks.size() < kFewestBlanks) return off;
  const Fit plain = fit_blanks(all, blanks, off, -1);
  Fit best;
  for (int cell = 0; cell < features.size(); ++cell)
    if (const Fit fit = fit_blanks(all, blanks, off, cell); fit.left < best.left) best = fit;
  const bool lit = best.left <= kClearlyLit * plain.left && in_use<"lit_grounds">();
  if (!lit) best = plain;
  for (const int cell : known) off[cell] -= best.weights.t() * terms_at(all, cell, best.chosen);
  return off;
}

}  // namespace gridlens
