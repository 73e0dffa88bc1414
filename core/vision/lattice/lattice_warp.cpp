#include "core/vision/lattice/lattice_warp.h"

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>
#include <vector>

#include "core/image/statistics.h"
#include "core/vision/lattice/lattice_fit.h"

namespace gridlens {

namespace {

constexpr double kKnownBendCells = 0.02;  // a bend so small is known after one round

struct Displacement {
  BoardBend::Terms terms;
  double cells;
};

// Robust ridge regression (Tukey weights) of displacements on the monomials. Higher degrees are
// held back more, so that parts without lines stay flat.
bool fit_terms(const std::vector<Displacement>& samples, BoardBend::Terms& out) {
  constexpr int k = BoardBend::kTerms;
  if (samples.size() < 3 * k) return false;
  cv::Matx<double, k, 1> solution = cv::Matx<double, k, 1>::zeros();
  for (int i = 0; i < k; ++i) solution(i) = out[static_cast<std::size_t>(i)];
  std::vector<double> residuals(samples.size());
  for (int round = 0; round < 5; ++round) {
    for (std::size_t i = 0; i < samples.size(); ++i) {
      double predicted = 0;
      for (int t = 0; t < k; ++t)
        predicted += samples[i].terms[static_cast<std::size_t>(t)] * solution(t);
      residuals[i] = samples[i].cells - predicted;
    }
    const double c = 4 * std::max(robust_spread(residuals), 0.012);
    cv::Matx<double, k, k> normal = cv::Matx<double, k, k>::zeros();
    cv::Matx<double, k, 1> right = cv::Matx<double, k, 1>::zeros();
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const double w = tukey_weight(residuals[i] / c);
      if (w == 0) continue;
      for (int a = 0; a < k; ++a) {
        const double wa = w * samples[i].terms[static_cast<std::size_t>(a)];
        right(a) += wa * samples[i].cells;
        for (int b = a; b < k; ++b)
          normal(a, b) += wa * samples[i].terms[static_cast<std::size_t>(b)];
      }
    }
    for (int a = 0; a < k; ++a)
      for (int b = 0; b < a; ++b) normal(a, b) = normal(b, a);
    for (int a = 0; a < k; ++a) normal(a, a) += a < 6 ? 0.01 : (a < 10 ? 0.05 : 0.2);
    cv::Matx<double, k, 1> next;
    if (!cv::solve(normal, right, next, cv::DECOMP_CHOLESKY)) return false;
    solution = next;
  }
  for (int i = 0; i < k; ++i) out[static_cast<std::size_t>(i)] = solution(i);
  return true;
}

}  // namespace

cv::Point2d LatticeWarp::operator()(cv::Point2d board) const {
  return bend_.flat() ? image_from_board_(board) : image_from_board_(board + bend_(board));
}

Homography LatticeWarp::through_corners() const {
  return Homography::image_from_board(outline_of(*this, bend_.n()), bend_.n());
}

bool refine_warp(const LinePicture& picture, int n, double search_cells, double gain,
                 LatticeWarp& warp, SegmentParts parts, std::optional<double> border_search_cells) {
  const ProfileOptions options{.search_cells = search_cells,
                               .max_points = points_along(n),
                               .parts = parts,
                               .border_search_cells = border_search_cells};
  std::vector<Displacement> across;
  std::vector<Displacement> down;
  for (const LatticeSample& s : read_lattice(picture, warp, n, options)) {
    if (!s.reading.seen) continue;
    const bool column = s.segment.family == LineFamily::column_line;
    // The normal points to the next line: the offset is along +x (or +y) of the board.
    (column ? across : down)
        .push_back({BoardBend::terms(s.place(), n), s.reading.offset_px / s.reading.cell_px});
  }
  BoardBend::Terms x{};
  BoardBend::Terms y{};
  if (!fit_terms(across, x) || !fit_terms(down, y)) return false;
  LatticeWarp refined = warp;
  refined.add(x, y, gain);
  // A bend of a cell has slipped to the neighbouring line.
  if (refined.largest_bend() > 1.0) return false;
  warp = refined;
  return true;
}

LatticeWarp measure_warp(const LinePicture& picture, const Homography& image_from_board, int n,
                         int rounds, SegmentParts parts) {
  LatticeWarp warp(image_from_board, n);
  for (int round = 0; round < rounds; ++round) {
    if (!refine_warp(picture, n, round == 0 ? 0.32 : 0.22, 1, warp, parts))
      return LatticeWarp(image_from_board, n);
    if (round == 0 && warp.largest_bend() < kKnownBendCells) break;
  }
  return warp;
}

}  // namespace gridlens
