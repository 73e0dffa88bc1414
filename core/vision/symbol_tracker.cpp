#include "core/vision/symbol_tracker.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/image/statistics.h"
#include "core/vision/finding/symbol_lattice.h"

namespace gridlens {

namespace {

constexpr int kCellPx = 16;
constexpr int kMarginPx = kCellPx / 2;
constexpr int kPatchFrom = 2;  // of a cell: what is compared
constexpr int kPatchPx = kCellPx - 2 * kPatchFrom;
constexpr int kReachPx = 5;
constexpr double kStrongShare = 0.9;  // of the cells are less contrasted than strong symbols
constexpr double kSymbol = 0.5;       // of those' contrast
constexpr double kLeastContrast = 3;  // grey levels
constexpr double kLeastLike = 0.6;    // correlation
constexpr size_t kFewest = 5;         // symbols
constexpr double kMostLost = 0.4;     // of the symbols
constexpr int kTrackRounds = 3;
constexpr double kMostOffPx = 1;
constexpr double kOffMedians = 3;

cv::Rect patch_of(int cell, int n) {
  return {kMarginPx + cell % n * kCellPx + kPatchFrom, kMarginPx + cell / n * kCellPx + kPatchFrom,
          kPatchPx, kPatchPx};
}

// Where between the pixels three values in a row have their peak, -0.5 to 0.5.
double peak(double before, double at, double after) {
  const double curve = before - 2 * at + after;
  return curve < 0 ? std::clamp(0.5 * (before - after) / curve, -0.5, 0.5) : 0;
}

// How far the patch lies aside in the picture; nullopt where nothing is like it.
std::optional<cv::Point2d> aside(const cv::Mat& picture, const cv::Mat& look,
                                 const cv::Rect& patch) {
  const cv::Rect window(patch.x - kReachPx, patch.y - kReachPx, patch.width + 2 * kReachPx,
                        patch.height + 2 * kReachPx);
  cv::Mat likeness;
  cv::matchTemplate(picture(window), look(patch), likeness, cv::TM_CCOEFF_NORMED);
  double best = 0;
  cv::Point at;
  cv::minMaxLoc(likeness, nullptr, &best, nullptr, &at);
  if (best < kLeastLike || at.x == 0 || at.y == 0 || at.x == 2 * kReachPx || at.y == 2 * kReachPx)
    return std::nullopt;
  const auto value = [&](int x, int y) { return likeness.at<float>(at.y + y, at.x + x); };
  return cv::Point2d(at.x - kReachPx + peak(value(-1, 0), value(0, 0), value(1, 0)),
                     at.y - kReachPx + peak(value(0, -1), value(0, 0), value(0, 1)));
}

// The plane through most of the places. A few symbols make up no perspective: what they bear out
// comes with the next steps. Those off it are taken out of `from` and `to`.
Homography through_most(std::vector<cv::Point2d>& from, std::vector<cv::Point2d>& to,
                        std::vector<int>& cells) {
  Homography plane = fit_homography(from, to);
  for (int round = 0; round < kTrackRounds; ++round) {
    std::vector<double> off;
    for (size_t i = 0; i < from.size(); ++i) off.push_back(cv::norm(plane(from[i]) - to[i]));
    const double most = std::max(kMostOffPx / kCellPx, kOffMedians * median(off));
    size_t kept = 0;
    for (size_t i = 0; i < off.size(); ++i) {
      if (off[i] > most) continue;
      from[kept] = from[i], to[kept] = to[i], cells[kept++] = cells[i];
    }
    if (kept < kFewest) break;
    from.resize(kept), to.resize(kept), cells.resize(kept);
    plane = fit_homography(from, to);
  }
  return plane;
}

}  // namespace

void SymbolTracker::remember(const BoardCutout& cutout, const Homography& image_from_board, int n) {
  n_ = n;
  look_ = cutout.square_on(image_from_board, n, kCellPx, kMarginPx);
  std::vector<double> contrasts;
  for (int cell = 0; cell < n * n; ++cell) {
    cv::Scalar mean, deviation;
    cv::meanStdDev(look_(patch_of(cell, n)), mean, deviation);
    contrasts.push_back(deviation[0]);
  }
  const double strong = quantile(contrasts, kStrongShare);
  cells_.clear();
  for (int cell = 0; cell < n * n; ++cell)
    if (contrasts[static_cast<size_t>(cell)] > std::max(kLeastContrast, kSymbol * strong))
      cells_.push_back(cell);
}

std::optional<TrackOutcome> SymbolTracker::find(const BoardCutout& cutout,
                                                Homography image_from_board) const {
  TrackOutcome out;
  for (int round = 0; round < kTrackRounds; ++round) {
    const cv::Mat picture = cutout.square_on(image_from_board, n_, kCellPx, kMarginPx);
    std::vector<cv::Point2d> from, to;
    std::vector<int> cells;
    for (const int cell : cells_) {
      const auto off = aside(picture, look_, patch_of(cell, n_));
      if (!off) continue;
      from.emplace_back(cell % n_ + 0.5, cell / n_ + 0.5);
      to.push_back(from.back() + *off / kCellPx);
      cells.push_back(cell);
    }
    const size_t fewest = std::max(
        kFewest, static_cast<size_t>((1 - kMostLost) * static_cast<double>(cells_.size())));
    if (cells.size() < fewest) return std::nullopt;
    const Homography predicted_from_board = through_most(from, to, cells);
    if (cells.size() < fewest) return std::nullopt;
    std::vector<double> off_px;
    const double cell_px = image_from_board.cell_size_px({n_ / 2.0, n_ / 2.0});
    for (size_t i = 0; i < from.size(); ++i)
      off_px.push_back(cell_px * cv::norm(predicted_from_board(from[i]) - to[i]));
    image_from_board = image_from_board * predicted_from_board;
    out.residual_px = median(std::move(off_px));
    out.lattice_score = static_cast<double>(cells.size()) / static_cast<double>(cells_.size());
    out.occluded = CellFlags(n_ * n_);
    for (const int cell : cells_) out.occluded[cell] = true;
    for (const int cell : cells) out.occluded[cell] = false;
  }
  if (!image_from_board.outline(n_).is_convex()) return std::nullopt;
  out.image_from_board = image_from_board;
  out.bend = BoardBend(n_);
  return out;
}

}  // namespace gridlens
