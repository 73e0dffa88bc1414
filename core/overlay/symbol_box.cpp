#include "core/overlay/symbol_box.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <utility>
#include <vector>

#include "core/image/statistics.h"

namespace gridlens {

cv::Vec3f colour_at(const cv::Mat& picture, double share) {
  std::array<LevelCounts, 3> counts{};
  for (int y = 0; y < picture.rows; ++y) {
    const auto* row = picture.ptr<cv::Vec3b>(y);
    for (int x = 0; x < picture.cols; ++x)
      for (int channel = 0; channel < 3; ++channel)
        ++counts[static_cast<size_t>(channel)][row[x][channel]];
  }
  cv::Vec3f colour;
  for (int channel = 0; channel < 3; ++channel)
    colour[channel] = static_cast<float>(
        level_reached_by(std::floor(share * static_cast<double>(picture.total())) + 1,
                         counts[static_cast<size_t>(channel)]));
  return colour;
}

namespace {

float colour_length(const cv::Vec3f& colour) {
  return std::sqrt(colour.dot(colour));
}

// How much of each pixel is ink: 0 on the background, 1 in the middle of the strokes.
struct Coverage {
  cv::Mat share;  // CV_32F
  cv::Vec3f ink, background;
};

std::optional<Coverage> coverage_of(const cv::Mat& cell) {
  constexpr double kDarkest = 0.03;  // of the pixels: the middle of the strokes
  constexpr float kLeastContrast = 24;
  Coverage coverage;
  coverage.background = colour_at(cell, 0.5);
  std::vector<std::pair<float, cv::Point>> far;
  far.reserve(cell.total());
  for (int y = 0; y < cell.rows; ++y)
    for (int x = 0; x < cell.cols; ++x)
      far.emplace_back(colour_length(cv::Vec3f(cell.at<cv::Vec3b>(y, x)) - coverage.background),
                       cv::Point(x, y));
  const auto count = static_cast<std::ptrdiff_t>(kDarkest * static_cast<double>(far.size())) + 1;
  std::nth_element(far.begin(), far.begin() + count, far.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (auto it = far.begin(); it != far.begin() + count; ++it)
    coverage.ink += cv::Vec3f(cell.at<cv::Vec3b>(it->second)) * (1.0f / static_cast<float>(count));
  const cv::Vec3f axis = coverage.ink - coverage.background;
  if (colour_length(axis) < kLeastContrast) return std::nullopt;
  const float scale = 1 / axis.dot(axis);
  coverage.share.create(cell.size(), CV_32F);
  for (int y = 0; y < cell.rows; ++y)
    for (int x = 0; x < cell.cols; ++x)
      coverage.share.at<float>(y, x) =
          std::clamp((cv::Vec3f(cell.at<cv::Vec3b>(y, x)) - coverage.background).dot(axis) * scale,
                     0.0f, 1.0f);
  return coverage;
}

// The symbol's own pixels' box; lines along the edges and specks are left out.
cv::Rect box_of_symbol(const cv::Mat& share) {
  struct Blob {
    cv::Rect box;
    int area = 0;
  };
  cv::Mat labels, stats, centres;
  const int side = share.rows;
  const int count = cv::connectedComponentsWithStats(share > 0.5f, labels, stats, centres, 8);
  std::vector<Blob> blobs;
  for (int i = 1; i < count; ++i) {
    const Blob blob{{stats.at<int>(i, cv::CC_STAT_LEFT), stats.at<int>(i, cv::CC_STAT_TOP),
                     stats.at<int>(i, cv::CC_STAT_WIDTH), stats.at<int>(i, cv::CC_STAT_HEIGHT)},
                    stats.at<int>(i, cv::CC_STAT_AREA)};
    const bool at_edge =
        blob.box.x == 0 || blob.box.y == 0 || blob.box.br().x == side || blob.box.br().y == side;
    if (!at_edge) blobs.push_back(blob);
  }
  int largest = 0;
  for (const Blob& blob : blobs) largest = std::max(largest, blob.area);
  cv::Rect box;
  for (const Blob& blob : blobs)
    if (blob.area * 6 >= largest) box = box.empty() ? blob.box : (box | blob.box);
  return box;
}

// Where a profile first rises over a half, between its samples; `step` 1 from the front, -1 from
// the back. In pixel edges.
double first_edge(const std::vector<float>& profile, int from, int step) {
  const int size = static_cast<int>(profile.size());
  float before = 0;
  for (int i = from; i >= 0 && i < size; i += step) {
    const float now = profile[static_cast<size_t>(i)];
    if (now >= 0.5f) {
      const double part = now > before ? (0.5 - before) / (now - before) : 1.0;
      return i + 0.5 - step * (1 - part);
    }
    before = now;
  }
  return from;
}

}  // namespace

std::optional<SymbolBox> measure_symbol(const cv::Mat& cell_bgr) {
  constexpr double kLeastHeight = 0.2, kMostHeight = 0.97;
  constexpr float kNoise = 0.12f;
  const auto coverage = coverage_of(cell_bgr);
  if (!coverage) return std::nullopt;
  const cv::Mat& share = coverage->share;
  const int side = share.rows;
  const cv::Rect box = box_of_symbol(share);
  if (box.empty()) return std::nullopt;
  // With the soft edges around it.
  const cv::Rect wide =
      cv::Rect(box.x - 3, box.y - 3, box.width + 6, box.height + 6) & cv::Rect(0, 0, side, side);
  std::vector<float> rows(static_cast<size_t>(side), 0), columns(static_cast<size_t>(side), 0);
  double area = 0, outline = 0;
  std::vector<double> slopes;
  const auto at = [&](int y, int x) {
    const float value = wide.contains({x, y}) ? share.at<float>(y, x) : 0;
    return value < kNoise ? 0 : value;
  };
  for (int y = wide.y; y < wide.br().y; ++y)
    for (int x = wide.x; x < wide.br().x; ++x) {
      const float value = at(y, x);
      rows[static_cast<size_t>(y)] = std::max(rows[static_cast<size_t>(y)], value);
      columns[static_cast<size_t>(x)] = std::max(columns[static_cast<size_t>(x)], value);
      area += value;
      const double slope =
          0.5 * std::hypot(at(y, x + 1) - at(y, x - 1), at(y + 1, x) - at(y - 1, x));
      outline += slope;
      if (value > 0.3f && value < 0.7f) slopes.push_back(slope);
    }
  SymbolBox symbol;
  symbol.top = first_edge(rows, wide.y, 1) / side;
  symbol.bottom = first_edge(rows, wide.br().y - 1, -1) / side;
  symbol.left = first_edge(columns, wide.x, 1) / side;
  symbol.right = first_edge(columns, wide.br().x - 1, -1) / side;
  symbol.ink = coverage->ink;
  symbol.background = coverage->background;
  const double height = symbol.bottom - symbol.top;
  if (height < kLeastHeight || height > kMostHeight || outline <= 0 || slopes.empty())
    return std::nullopt;
  symbol.stroke = 2 * area / outline / side;
  const auto steep = nth_smallest(slopes, slopes.size() * 3 / 4);
  symbol.softness = 1 / std::max(steep, 1e-3) / side;
  return symbol;
}

}  // namespace gridlens
