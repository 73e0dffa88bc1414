#include "core/vision/finding/line_meshes.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <utility>

#include "core/image/statistics.h"
#include "core/puzzle/shape.h"
#include "core/vision/finding/ink_components.h"
#include "core/vision/finding/long_straight_edges.h"

namespace gridlens {

namespace {

constexpr int kFewestLines = 5;  // edges; a gap between tiles has two
constexpr double kUsualCount = 0.8;
constexpr double kLeastShare = 0.5;  // of the lines that usually cross
constexpr int kBridgePx = 6;
constexpr int kTrims = 4;
constexpr size_t kMostMeshes = 6;
constexpr double kMostUnlikeMeshSides = 0.15;
// Counting: lines are looked for so far off their places.
constexpr double kReachCells = 0.12;
constexpr double kMostReachPx = 6;
constexpr double kLeastLead = 0.5;
constexpr size_t kMostSizes = 2;
constexpr int kLeastSize = 4;
constexpr double kLeastMeshCellPx = 9;

// Of every column the number of row lines that cross it.
std::vector<int> crossing(const cv::Mat& edges) {
  std::vector<std::uint16_t> counts(static_cast<size_t>(edges.cols), 0);
  const cv::Mat nothing(1, edges.cols, CV_8U, cv::Scalar(0));
  for (int y = 0; y < edges.rows; ++y) {
    const std::uint8_t* row = edges.ptr(y);
    const std::uint8_t* above = y > 0 ? edges.ptr(y - 1) : nothing.ptr();
    for (size_t x = 0; x < counts.size(); ++x)
      counts[x] = static_cast<std::uint16_t>(counts[x] + (row[x] & ~above[x] & 1));
  }
  return {counts.begin(), counts.end()};
}

// The longest stretch crossed by about as many lines as usual.
std::optional<std::pair<int, int>> stretch_of(const std::vector<int>& counts) {
  std::vector<int> some;
  for (const int count : counts)
    if (count > 0) some.push_back(count);
  if (some.empty()) return std::nullopt;
  const int usual = quantile(std::move(some), kUsualCount);
  const double least = std::max<double>(kFewestLines, kLeastShare * usual);
  std::pair<int, int> best{0, -1};
  int from = -1;
  int last = 0;
  for (int i = 0; i < static_cast<int>(counts.size()); ++i) {
    if (counts[static_cast<size_t>(i)] < least) continue;
    if (from < 0 || i - last > kBridgePx) from = i;
    last = i;
    if (last - from > best.second - best.first) best = {from, last};
  }
  if (best.second < best.first) return std::nullopt;
  return best;
}

// What of a mesh most of its lines cross; empty where few do.
cv::Rect trimmed(const cv::Mat& columns, const cv::Mat& rows) {
  cv::Rect core(0, 0, columns.cols, columns.rows);
  for (int trim = 0; trim < kTrims; ++trim) {
    const auto across = stretch_of(crossing(rows(core)));
    if (!across) return {};
    core = {core.x + across->first, core.y, across->second - across->first + 1, core.height};
    const auto down = stretch_of(crossing(columns(core).t()));
    if (!down) return {};
    core = {core.x, core.y + down->first, core.width, down->second - down->first + 1};
  }
  return core;
}

// Share of a row line's length that rules within reach of it cover.
double covered(const cv::Mat& edges, double y, int reach) {
  const int from = std::max(0, static_cast<int>(std::lround(y)) - reach);
  const int to = std::min(edges.rows, static_cast<int>(std::lround(y)) + reach + 1);
  if (from >= to) return 0;
  std::vector<std::uint8_t> there(edges.ptr(from), edges.ptr(from) + edges.cols);
  for (int row = from + 1; row < to; ++row) {
    const std::uint8_t* more = edges.ptr(row);
    for (size_t x = 0; x < there.size(); ++x) there[x] |= more[x];
  }
  return static_cast<double>(std::count(there.begin(), there.end(), 255)) / edges.cols;
}

// How much more of a lattice's inner row lines is covered than of the middles between them.
double lead_of(const cv::Mat& edges, int n) {
  const double cell_px = static_cast<double>(edges.rows) / n;
  const int reach =
      static_cast<int>(std::lround(std::clamp(kReachCells * cell_px, 2.0, kMostReachPx)));
  double lines = 0;
  double middles = 0;
  for (int k = 0; k < n; ++k) {
    if (k > 0) lines += covered(edges, k * cell_px, reach) / (n - 1);
    middles += covered(edges, (k + 0.5) * cell_px, reach) / n;
  }
  return lines - middles;
}

// Cells a side of the lattices that the rules inside a mesh may make, the likeliest first.
std::vector<int> sizes_of(const cv::Mat& columns, const cv::Mat& rows) {
  std::vector<std::pair<double, int>> leads;
  const cv::Mat turned = columns.t();
  for (int n = kLeastSize; n <= Shape::kMaxN; ++n) {
    if (possible_shapes(n).empty() || columns.cols < kLeastMeshCellPx * n) continue;
    const double lead = std::min(lead_of(turned, n), lead_of(rows, n));
    if (lead > kLeastLead) leads.emplace_back(-lead, n);
  }
  std::sort(leads.begin(), leads.end());
  std::vector<int> sizes;
  for (const auto& [lead, n] : leads)
    if (sizes.size() < kMostSizes) sizes.push_back(n);
  return sizes;
}

// The blob alone, in its box.
cv::Mat mask_of(const InkComponent& component) {
  cv::Mat mask(component.box.size(), CV_8U, cv::Scalar(0));
  for (size_t i = 0; i + 1 < component.rim.size(); i += 2) {
    const cv::Point from = component.rim[i] - component.box.tl();
    const cv::Point to = component.rim[i + 1] - component.box.tl();
    std::memset(mask.ptr(from.y) + from.x, 255, static_cast<size_t>(to.x - from.x + 1));
  }
  return mask;
}

}  // namespace

std::vector<ScreenshotOutline> line_meshes(const cv::Mat& grey, double least_side_px) {
  const cv::Mat columns = long_column_edges(grey);
  const cv::Mat rows = long_row_edges(grey);
  BlobLimits limits;
  limits.min_extent_px = static_cast<int>(std::ceil(least_side_px));
  std::vector<cv::Rect> found;
  for (const InkComponent& component : ink_components(columns | rows, limits)) {
    const cv::Rect& box = component.box;
    const cv::Mat its = mask_of(component);
    const cv::Rect core = trimmed(columns(box) & its, rows(box) & its);
    if (std::min(core.width, core.height) < least_side_px ||
        std::abs(core.width - core.height) >
            kMostUnlikeMeshSides * std::max(core.width, core.height))
      continue;
    found.push_back(core + box.tl());
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const cv::Rect& a, const cv::Rect& b) { return a.area() > b.area(); });
  if (found.size() > kMostMeshes) found.resize(kMostMeshes);
  std::vector<ScreenshotOutline> outlines;
  for (const cv::Rect& r : found) {
    const double left = r.x;
    const double top = r.y;
    const double right = r.x + r.width - 1;
    const double bottom = r.y + r.height - 1;
    outlines.push_back({{{cv::Point2d{left, top}, {right, top}, {right, bottom}, {left, bottom}}},
                        sizes_of(columns(r), rows(r))});
  }
  return outlines;
}

}  // namespace gridlens
