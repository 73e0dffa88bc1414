#include "core/vision/finding/ink_components.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <opencv2/core/hal/intrin.hpp>
#include <opencv2/imgproc.hpp>

namespace gridlens {

namespace {

constexpr std::uint8_t kLeastInk = 4;  // grey levels off the background, however dark that is

// Neighbouring set pixels of a row.
struct PixelRun {
  int y, x0, x1;  // x1 inclusive
};

// 64 pixels (all 0 or 255) as bits, the first one lowest; those beyond the row are 0.
std::uint64_t bits_of(const std::uint8_t* pixels, int count) {
  std::uint64_t bits = 0;
  int i = 0;
#if CV_SIMD128
  for (; i + 16 <= std::min(count, 64); i += 16)
    bits |= static_cast<std::uint64_t>(
                static_cast<std::uint32_t>(cv::v_signmask(cv::v_load(pixels + i))))
            << i;
#endif
  for (; i < std::min(count, 64); ++i) bits |= static_cast<std::uint64_t>(pixels[i] & 1) << i;
  return bits;
}

// Appends the runs of a row of `width` pixels, all 0 or 255, left to right.
void append_runs(const std::uint8_t* row, int width, int y, std::vector<PixelRun>& runs) {
  bool open = false;  // a run goes on
  int start = 0;
  std::uint64_t before = 0;  // the pixel before these, as the lowest bit
  for (int x = 0; x < width; x += 64) {
    const std::uint64_t bits = bits_of(row + x, width - x);
    // Where a pixel differs from the one before it, runs begin and end in turn.
    for (std::uint64_t turns = bits ^ (bits << 1 | before); turns != 0; turns &= turns - 1) {
      const int at = x + std::countr_zero(turns);
      if (open)
        runs.push_back({y, start, at - 1});
      else
        start = at;
      open = !open;
    }
    before = bits >> 63;
  }
  if (open) runs.push_back({y, start, width - 1});
}

int find_root(std::vector<int>& parent, int i) {
  while (parent[i] != i) {
    parent[i] = parent[parent[i]];
    i = parent[i];
  }
  return i;
}

void unite(std::vector<int>& parent, int a, int b) {
  a = find_root(parent, a);
  b = find_root(parent, b);
  if (a < b)
    parent[b] = a;
  else
    parent[a] = b;
}

}  // namespace

cv::Mat local_background(const cv::Mat& grey, const InkOptions& options) {
  cv::Mat background;
  cv::blur(grey, background, {options.window_px, options.window_px}, {-1, -1},
           cv::BORDER_REPLICATE);
  return background;
}

cv::Mat ink_mask(const cv::Mat& grey, InkPolarity polarity, const InkOptions& options) {
  return ink_mask(grey, local_background(grey, options), polarity, options);
}

cv::Mat ink_mask(const cv::Mat& grey, const cv::Mat& background, InkPolarity polarity,
                 const InkOptions& options) {
  cv::Mat mask(grey.size(), CV_8UC1);
  const auto share = static_cast<std::uint16_t>(options.contrast * 256);
  const bool dark = polarity == InkPolarity::dark;
  for (int y = 0; y < grey.rows; ++y) {
    const std::uint8_t* lower = dark ? grey.ptr(y) : background.ptr(y);  // the darker one, for ink
    const std::uint8_t* upper = dark ? background.ptr(y) : grey.ptr(y);
    const std::uint8_t* local = background.ptr(y);
    std::uint8_t* out = mask.ptr(y);
    int x = 0;
#if CV_SIMD128
    const cv::v_uint16x8 shares = cv::v_setall_u16(share);
    const cv::v_uint8x16 least = cv::v_setall_u8(kLeastInk);
    for (; x + 16 <= grey.cols; x += 16) {
      cv::v_uint16x8 low, high;
      cv::v_expand(cv::v_load(local + x), low, high);
      const cv::v_uint8x16 part =
          cv::v_pack(cv::v_mul_wrap(low, shares) >> 8, cv::v_mul_wrap(high, shares) >> 8);
      const cv::v_uint8x16 reached = cv::v_load(lower + x) + cv::v_max(part, least);  // to 255
      cv::v_store(out + x, reached < cv::v_load(upper + x));
    }
#endif
    for (; x < grey.cols; ++x) {
      const int needed = std::max<int>((local[x] * share) >> 8, kLeastInk);
      out[x] = lower[x] + needed < upper[x] ? 255 : 0;
    }
  }
  return mask;
}

std::vector<InkComponent> ink_components(const cv::Mat& mask, const BlobLimits& limits) {
  const int touch = limits.diagonal ? 1 : 0;
  std::vector<PixelRun> runs;
  runs.reserve(static_cast<std::size_t>(mask.total()) / 24);
  std::vector<int> parent;
  parent.reserve(runs.capacity());
  std::vector<int> links;  // to runs of the row above; every cycle of runs and links is a hole
  std::size_t above = 0;   // first run of the row above
  std::size_t above_end = 0;
  for (int y = 0; y < mask.rows; ++y) {
    const std::size_t begin = runs.size();
    append_runs(mask.ptr(y), mask.cols, y, runs);
    parent.resize(runs.size());
    links.resize(runs.size(), 0);
    std::size_t a = above;
    for (std::size_t i = begin; i < runs.size(); ++i) {
      parent[i] = static_cast<int>(i);
      while (a < above_end && runs[a].x1 + touch < runs[i].x0) ++a;
      for (std::size_t b = a; b < above_end && runs[b].x0 <= runs[i].x1 + touch; ++b)
        unite(parent, static_cast<int>(b), static_cast<int>(i)), ++links[i];
    }
    above = begin;
    above_end = runs.size();
  }

  struct Extent {
    int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    std::int64_t area = 0, sum_2x = 0, sum_y = 0;
    int cycles = 1;
    int index = -1;
  };
  // A root comes before the other runs of its blob: one pass numbers blobs and measures them.
  std::vector<Extent> extents;
  std::vector<int> blob_of(runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto root = static_cast<std::size_t>(find_root(parent, static_cast<int>(i)));
    const PixelRun& r = runs[i];
    const int length = r.x1 - r.x0 + 1;
    if (root == i) {
      blob_of[i] = static_cast<int>(extents.size());
      Extent fresh;
      fresh.x0 = r.x0;
      fresh.x1 = r.x1;
      fresh.y0 = r.y;
      extents.push_back(fresh);
    } else {
      blob_of[i] = blob_of[root];
    }
    Extent& e = extents[static_cast<std::size_t>(blob_of[i])];
    e.x0 = std::min(e.x0, r.x0);
    e.x1 = std::max(e.x1, r.x1);
    e.y1 = r.y;
    e.area += length;
    e.cycles += links[i] - 1;
    e.sum_2x += static_cast<std::int64_t>(length) * (r.x0 + r.x1);
    e.sum_y += static_cast<std::int64_t>(length) * r.y;
  }
  std::vector<InkComponent> components;
  for (Extent& e : extents) {
    const int width = e.x1 - e.x0 + 1;
    const int height = e.y1 - e.y0 + 1;
    if (std::min(width, height) < limits.min_extent_px ||
        std::max(width, height) > limits.max_extent_px || e.cycles < limits.min_holes)
      continue;
    e.index = static_cast<int>(components.size());
    InkComponent component;
    component.box = {e.x0, e.y0, width, height};
    component.holes = e.cycles;
    component.area_px = static_cast<int>(e.area);
    const auto area = static_cast<double>(e.area);
    component.centroid = {0.5 * static_cast<double>(e.sum_2x) / area,
                          static_cast<double>(e.sum_y) / area};
    components.push_back(std::move(component));
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const int index = extents[static_cast<std::size_t>(blob_of[i])].index;
    if (index < 0) continue;
    components[index].rim.emplace_back(runs[i].x0, runs[i].y);
    components[index].rim.emplace_back(runs[i].x1, runs[i].y);
  }
  std::stable_sort(
      components.begin(), components.end(),
      [](const InkComponent& a, const InkComponent& b) { return a.box.area() > b.box.area(); });
  return components;
}

std::vector<cv::Point> hole_rim(const InkComponent& component, double min_hole_px) {
  // The blob alone, drawn from its runs, in a margin of background.
  const cv::Rect& box = component.box;
  cv::Mat blob = cv::Mat::zeros(box.height + 2, box.width + 2, CV_8UC1);
  for (std::size_t i = 0; i + 1 < component.rim.size(); i += 2) {
    const cv::Point from = component.rim[i] - box.tl() + cv::Point(1, 1);
    const int length = component.rim[i + 1].x - component.rim[i].x + 1;
    std::memset(blob.ptr(from.y) + from.x, 255, static_cast<std::size_t>(length));
  }
  std::vector<std::vector<cv::Point>> contours;
  std::vector<cv::Vec4i> links;  // next, previous, child, parent
  cv::findContours(blob, contours, links, cv::RETR_CCOMP, cv::CHAIN_APPROX_SIMPLE,
                   box.tl() - cv::Point(1, 1));
  std::vector<cv::Point> points;
  for (std::size_t i = 0; i < contours.size(); ++i) {
    if (links[i][3] < 0 || cv::contourArea(contours[i]) < min_hole_px) continue;
    points.insert(points.end(), contours[i].begin(), contours[i].end());
  }
  return points;
}

}  // namespace gridlens
