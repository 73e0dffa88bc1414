#include "tests/report/painted.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "core/image/statistics.h"
#include "core/overlay/contrast.h"

namespace gridlens::report {

namespace {

constexpr int kSidePx = 64;
constexpr double kMargin = -0.07;    // the cell's lines are left out
constexpr double kInk = 0.03;        // share of the pixels that are ink, at least
constexpr double kCore = 0.015;      // the middle of the strokes
constexpr double kLeastChange = 16;  // levels, of painted pixels
constexpr double kInked = 0.4;       // of the largest change: a stroke
constexpr double kEdge = 0.08;       // of it: the last of a soft edge
constexpr int kRingPx = 5;           // from the stroke: the background around it
constexpr int kFewestPixels = 60;    // of the background around a symbol

cv::Vec3d mean(const cv::Mat& picture, const cv::Mat& mask) {
  const cv::Scalar m = cv::mean(picture, mask);
  return {m[0], m[1], m[2]};
}

Rgba rgba(const cv::Vec3d& bgr) {
  return {static_cast<float>(bgr[2] / 255), static_cast<float>(bgr[1] / 255),
          static_cast<float>(bgr[0] / 255), 1};
}

// The level that `share` of the pixels exceed.
float level_exceeded_by(const cv::Mat& levels, double share) {
  return quantile(std::vector<float>(levels.begin<float>(), levels.end<float>()), 1 - share);
}

// CV_32F, of each pixel of a CV_32FC3 picture.
cv::Mat distance_from(const cv::Vec3f& colour, const cv::Mat& picture) {
  cv::Mat difference = picture - cv::Scalar(colour), channels[3], distance;
  cv::split(difference, channels);
  cv::magnitude(channels[0], channels[1], distance);
  cv::magnitude(distance, channels[2], distance);
  return distance;
}

// How far each pixel went the way that the strokes went: a halo goes the other way.
cv::Mat change_towards_ink(const cv::Mat& before, const cv::Mat& after) {
  cv::Mat from, to, difference, channels[3], far, change;
  before.convertTo(from, CV_32F);
  after.convertTo(to, CV_32F);
  difference = to - from;
  cv::split(difference, channels);
  cv::magnitude(channels[0], channels[1], far);
  cv::magnitude(far, channels[2], far);
  // Pencil marks that were painted over went back to the paper.
  const cv::Vec3f paper = colour_at(after, 0.5);
  far.setTo(0, distance_from(paper, to) <= distance_from(paper, from));
  const cv::Scalar ink = cv::mean(difference, far >= level_exceeded_by(far, kInk));
  const double length = std::sqrt(ink.dot(ink));
  if (length < 1) return cv::Mat::zeros(before.size(), CV_32F);
  change = (channels[0] * ink[0] + channels[1] * ink[1] + channels[2] * ink[2]) / length;
  change.setTo(0, far == 0);
  return cv::max(change, 0);
}

}  // namespace

std::optional<PaintedSymbol> measure_painted(const cv::Mat& clean, const cv::Mat& annotated,
                                             const BoardPlace& place, int cell) {
  const cv::Mat before = cell_picture(clean, place, cell, kSidePx, kMargin);
  const cv::Mat after = cell_picture(annotated, place, cell, kSidePx, kMargin);
  if (before.empty() || after.empty()) return std::nullopt;
  const cv::Mat change = change_towards_ink(before, after);
  const float most = level_exceeded_by(change, kInk);
  if (most < kLeastChange) return std::nullopt;

  PaintedSymbol painted;
  cv::Mat near, at;
  cv::dilate(change > kEdge * most, at, cv::Mat());
  cv::dilate(change > kInked * most, near, cv::Mat(), {-1, -1}, kRingPx);
  const cv::Mat ring = near & ~at;
  // Paper that is laid over pencil marks changes most of the cell.
  const bool covered = cv::countNonZero(ring) < kFewestPixels;
  cv::Mat symbol;
  if (covered) {
    symbol = after;
  } else {
    change.convertTo(symbol, CV_8U, 255.0 / std::max(most, 1.0f));
    cv::cvtColor(symbol, symbol, cv::COLOR_GRAY2BGR);
  }
  const auto box = measure_symbol(symbol);
  if (!box) return std::nullopt;
  painted.box = *box;
  if (covered) {
    painted.contrast = contrast_ratio(rgba(box->ink), rgba(box->background));
  } else {
    painted.contrast = contrast_ratio(rgba(mean(after, change >= level_exceeded_by(change, kCore))),
                                      rgba(mean(after, ring)));
  }
  const double scale = 1 + 2 * kMargin;
  painted.height = (box->bottom - box->top) * scale;
  painted.box.stroke *= scale;
  painted.x = ((box->left + box->right) / 2 - 0.5) * scale;
  painted.y = ((box->top + box->bottom) / 2 - 0.5) * scale;
  return painted;
}

}  // namespace gridlens::report
