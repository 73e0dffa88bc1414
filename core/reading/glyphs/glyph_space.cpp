#include "core/reading/glyphs/glyph_space.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/core.hpp>

namespace gridlens {

namespace {

constexpr double kNearShare = 0.3;  // of a symbol's pictures that each is compared with
constexpr size_t kLeastNear = 2;
constexpr int kMostDirections = 24;
// Copies differ by at least this share of what glyphs differ by: strokes fall on pixels in steps.
constexpr double kCopyShare = 0.03;

using Rows = cv::Mat;  // CV_64F, one picture a row

Rows centred(const std::vector<GlyphPicture>& pictures) {
  Rows rows(static_cast<int>(pictures.size()), static_cast<int>(pictures.front().size()), CV_64F);
  for (int i = 0; i < rows.rows; ++i)
    std::copy(pictures[size_t(i)].begin(), pictures[size_t(i)].end(), rows.ptr<double>(i));
  cv::Mat mean;
  cv::reduce(rows, mean, 0, cv::REDUCE_AVG);
  for (int i = 0; i < rows.rows; ++i) rows.row(i) -= mean;
  return rows;
}

double squared_distance(const double* a, const double* b, int size) {
  std::array<double, 4> sums{};  // one would wait for itself
  for (int k = 0; k < size; ++k) sums[size_t(k % 4)] += (a[k] - b[k]) * (a[k] - b[k]);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// Covariance of copies of one glyph, drawn towards a round one as far as they are few. Empty where
// there are no copies.
cv::Mat covariance_of_copies(const Rows& pictures, const std::vector<int>& symbols,
                             const std::vector<double>& trust) {
  const int size = pictures.cols;
  cv::Mat sum = cv::Mat::zeros(size, size, CV_64F);
  std::vector<double> difference(static_cast<size_t>(size));
  std::vector<std::pair<double, int>> near;
  double copies = 0;
  for (int i = 0; i < pictures.rows; ++i) {
    near.clear();
    for (int j = 0; j < pictures.rows; ++j)
      if (j != i && symbols[size_t(j)] == symbols[size_t(i)])
        near.emplace_back(squared_distance(pictures.ptr<double>(i), pictures.ptr<double>(j), size),
                          j);
    if (near.empty()) continue;
    const size_t count = std::min(
        near.size(),
        std::max(kLeastNear, static_cast<size_t>(kNearShare * static_cast<double>(near.size()))));
    std::partial_sort(near.begin(), near.begin() + static_cast<long>(count), near.end());
    const double its_trust = trust[size_t(i)];
    for (size_t k = 0; k < count; ++k) {
      const auto* one = pictures.ptr<double>(i);
      const auto* other = pictures.ptr<double>(near[k].second);
      for (size_t d = 0; d < difference.size(); ++d) difference[d] = one[d] - other[d];
      const double weight =
          its_trust * trust[size_t(near[k].second)] / (2.0 * static_cast<double>(count));
      for (int row = 0; row < size; ++row) {
        const double scaled = weight * difference[size_t(row)];
        auto* sums = sum.ptr<double>(row);
        for (int d = 0; d <= row; ++d) sums[d] += scaled * difference[size_t(d)];
      }
    }
    copies += its_trust;
  }
  if (copies <= 0) return {};
  cv::completeSymm(sum, true);
  const double mean = cv::trace(sum)[0] / size;
  if (mean <= 0) return {};
  const double roundness = size / (size + copies);
  sum *= (1 - roundness) / copies;
  for (int k = 0; k < size; ++k) sum.at<double>(k, k) += roundness * mean / copies;
  return sum;
}

// Lower Cholesky factor.
cv::Mat root_of(cv::Mat matrix) {
  for (int i = 0; i < matrix.rows; ++i)
    for (int j = 0; j <= i; ++j) {
      double rest = matrix.at<double>(i, j);
      for (int k = 0; k < j; ++k) rest -= matrix.at<double>(i, k) * matrix.at<double>(j, k);
      matrix.at<double>(i, j) =
          i == j ? std::sqrt(std::max(1e-12, rest)) : rest / matrix.at<double>(j, j);
    }
  return matrix;
}

// To coordinates in which root root' is the unit matrix.
void whiten(Rows& rows, const cv::Mat& root) {
  const cv::Mat columns = root.t();
  for (int i = 0; i < rows.rows; ++i) {
    auto* row = rows.ptr<double>(i);
    for (int l = 0; l < rows.cols; ++l) {
      const auto* factor = columns.ptr<double>(l);
      row[l] /= factor[l];
      for (int k = l + 1; k < rows.cols; ++k) row[k] -= factor[k] * row[l];
    }
  }
}

// The variances of rows along their principal directions (unit rows), largest first. Of fewer rows
// than columns by their products with each other, which have the same variances: the work goes with
// the third power of the smaller number.
void principal_directions(const Rows& rows, cv::Mat& variances, cv::Mat& directions) {
  if (rows.rows >= rows.cols) {
    cv::eigen(rows.t() * rows / rows.rows, variances, directions);
    return;
  }
  cv::Mat mixtures;
  cv::eigen(rows * rows.t() / rows.rows, variances, mixtures);
  directions = mixtures * rows;
  for (int k = 0; k < directions.rows; ++k)
    directions.row(k) /= std::max(1e-12, cv::norm(directions.row(k)));
}

}  // namespace

GlyphSpace fit_glyph_space(const std::vector<GlyphPicture>& pictures,
                           const std::vector<int>& symbols, const std::vector<double>& trust) {
  GlyphSpace space;
  if (pictures.size() < 2) return space;
  Rows rows = centred(pictures);
  const cv::Mat copies = covariance_of_copies(rows, symbols, trust);
  if (copies.empty()) return space;
  whiten(rows, root_of(copies));
  cv::Mat variances;
  cv::Mat directions;
  principal_directions(rows, variances, directions);
  // Noise alone has variances up to here (Marchenko and Pastur 1967).
  const double edge = std::pow(1 + std::sqrt(static_cast<double>(rows.cols) / rows.rows), 2);
  int kept = 0;
  while (kept < std::min(variances.rows, kMostDirections) && variances.at<double>(kept) > edge)
    ++kept;
  if (kept == 0) return space;
  Rows placed = rows * directions.rowRange(0, kept).t();
  for (int k = 0; k < kept; ++k) {
    const double spread = variances.at<double>(k) - 1;
    const double copy = 1 + kCopyShare * spread;
    placed.col(k) /= std::sqrt(copy);
    space.spread.push_back(spread / copy);
  }
  for (int i = 0; i < placed.rows; ++i)
    space.points.emplace_back(placed.ptr<double>(i), placed.ptr<double>(i) + kept);
  return space;
}

}  // namespace gridlens
