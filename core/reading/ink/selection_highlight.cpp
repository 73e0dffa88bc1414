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

struct Blank {
  int row = 0;
  int col = 0;
  cv::Vec3d colour;
};

// The chosen cell; row -1: none.
Terms terms_at(const Grid& all, int row, int col, int chosen_row, int chosen_col) {
  const double middle = (all.n() - 1) / 2.0;
  const bool lit = chosen_row >= 0;
  const bool cross = lit && (row == chosen_row || col == chosen_col);
  const bool box =
      lit && all.shape().box_of(row, col) == all.shape().box_of(chosen_row, chosen_col);
  return {1,
          (col - middle) / all.n(),
          (row - middle) / all.n(),
          cross ? 1.0 : 0.0,
          box ? 1.0 : 0.0,
          cross && box ? 1.0 : 0.0};
}

struct Fit {
  cv::Matx<double, kTerms, 3> weights;
  double left = 1e18;  // squares, with what the ridge takes
};

Fit fit_blanks(const Grid& all, const std::vector<Blank>& blanks, int chosen_row, int chosen_col) {
  cv::Matx<double, kTerms, kTerms> normal = cv::Matx<double, kTerms, kTerms>::zeros();
  cv::Matx<double, kTerms, 3> right = cv::Matx<double, kTerms, 3>::zeros();
  for (int t = 0; t < kTerms; ++t) normal(t, t) = kRidge[t];
  for (const Blank& blank : blanks) {
    const Terms terms = terms_at(all, blank.row, blank.col, chosen_row, chosen_col);
    normal += terms * terms.t();
    right += terms * blank.colour.t();
  }
  Fit fit;
  fit.weights = normal.solve(right, cv::DECOMP_CHOLESKY);
  fit.left = kExact * kExact * static_cast<double>(blanks.size());
  for (const Blank& blank : blanks) {
    const Terms terms = terms_at(all, blank.row, blank.col, chosen_row, chosen_col);
    const cv::Vec3d off = blank.colour - fit.weights.t() * terms;
    fit.left += off.dot(off);
  }
  for (int t = 0; t < kTerms; ++t)
    for (int c = 0; c < 3; ++c) fit.left += kRidge[t] * fit.weights(t, c) * fit.weights(t, c);
  return fit;
}

}  // namespace

CellMap<cv::Vec3d> background_offsets(const Grid& all, const CellMap<InkFeatures>& features,
                                      const CellFlags& rare) {
  const int n = all.n();
  CellMap<cv::Vec3d> off(features.size());
  for (int i = 0; i < features.size(); ++i)
    if (features[i].known[InkFeatures::background_light]) off[i] = background_colour(features[i]);
  std::vector<Blank> blanks;
  for (int cell = 0; cell < n * n; ++cell) {
    if (all.at(cell) == 0 && !rare[cell] && features[cell].known[InkFeatures::background_light])
      blanks.push_back({cell / n, cell % n, background_colour(features[cell])});
  }
  if (blanks.size() < kFewestBlanks) return off;
  const Fit plain = fit_blanks(all, blanks, -1, -1);
  Fit best;
  int chosen = 0;
  for (int cell = 0; cell < n * n; ++cell) {
    const Fit fit = fit_blanks(all, blanks, cell / n, cell % n);
    if (fit.left < best.left) best = fit, chosen = cell;
  }
  const bool lit = best.left <= kClearlyLit * plain.left && in_use<"lit_grounds">();
  if (!lit) best = plain;
  for (int cell = 0; cell < n * n; ++cell) {
    if (!features[cell].known[InkFeatures::background_light]) continue;
    off[cell] -= best.weights.t() *
                 terms_at(all, cell / n, cell % n, lit ? chosen / n : -1, lit ? chosen % n : -1);
  }
  return off;
}

}  // namespace gridlens
