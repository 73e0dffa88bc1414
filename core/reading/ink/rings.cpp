#include "core/reading/ink/rings.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "core/ablation/mechanism.h"

namespace gridlens {

namespace {

constexpr double kRingDark = 0.25;    // of the cell's darkest ink
constexpr int kLeastRingDark = 30;    // of 255
constexpr int kLeastRingPx = 15;      // either way
constexpr double kLeastHolePx = 140;  // area inside
constexpr double kRound = 0.88;       // of the area of a box around it; a circle has 0.79
constexpr int kLeastInsidePx = 6;     // area of what stands in the ring

cv::Rect box_of(const cv::Mat& stats, int label) {
  return {stats.at<int>(label, cv::CC_STAT_LEFT), stats.at<int>(label, cv::CC_STAT_TOP),
          stats.at<int>(label, cv::CC_STAT_WIDTH), stats.at<int>(label, cv::CC_STAT_HEIGHT)};
}

// What the mask runs around, 255; empty where that is too little or has corners, as what lies
// between a cell's own lines has.
cv::Mat enclosed_by(const cv::Mat& mask) {
  std::vector<std::vector<cv::Point>> contours;
  std::vector<cv::Vec4i> tree;
  cv::findContours(mask, contours, tree, cv::RETR_CCOMP, cv::CHAIN_APPROX_NONE);
  for (size_t i = 0; i < contours.size(); ++i) {
    if (tree[i][3] < 0) continue;
    const double area_px = cv::contourArea(contours[i]);
    if (area_px < kLeastHolePx || area_px > kRound * cv::boundingRect(contours[i]).area()) continue;
    cv::Mat inside = cv::Mat::zeros(mask.size(), CV_8U);
    cv::drawContours(inside, contours, static_cast<int>(i), 255, cv::FILLED);
    inside.setTo(0, mask);
    return inside;
  }
  return {};
}

void erase_ring(cv::Mat window) {
  double darkest = 0;
  cv::minMaxLoc(window, nullptr, &darkest);
  if (darkest < kLeastRingDark) return;
  const cv::Mat dark = window >= std::max<double>(kLeastRingDark, kRingDark * darkest);
  cv::Mat labels, stats, centroids;
  const int count = cv::connectedComponentsWithStats(dark, labels, stats, centroids, 8, CV_32S);
  if (count < 3) return;  // a ring and a symbol, beside the background
  for (int label = 1; label < count; ++label) {
    const cv::Rect box = box_of(stats, label);
    if (std::min(box.width, box.height) < kLeastRingPx) continue;
    cv::Mat mask = labels == label;
    const cv::Mat inside = enclosed_by(mask);
    if (inside.empty() || cv::countNonZero(inside & dark) < kLeastInsidePx || !in_use<"rings">())
      continue;
    cv::dilate(mask, mask, cv::Mat::ones(3, 3, CV_8U));  // its soft edges as well
    window.setTo(0, mask & ~(inside & dark));
    return;
  }
}

}  // namespace

void erase_rings(InkMap& ink_map) {
  for (int cell = 0; cell < ink_map.n * ink_map.n; ++cell) {
    if (surely_blank(ink_map, cell)) continue;
    erase_ring(ink_map.inside(cell));
  }
}

}  // namespace gridlens
