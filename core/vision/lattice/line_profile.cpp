#include "core/vision/lattice/line_profile.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/core/hal/intrin.hpp>
#include <utility>

namespace gridlens {

namespace {

constexpr float kMinStep = 0.04F;  // shading against plain ground: a share of the lighter
constexpr float kMaxStep = 0.60F;  // darker shading than this is a black cell, not a shaded box
constexpr float kRim = 0.3F;       // of an edge's height: less is no line beside it
constexpr int kMaxHalf = 40;       // samples to one side of the predicted line
using Profile = std::array<float, 2 * kMaxHalf + 1>;

// Positions in fixed point, which is twice as fast: 16 bits of fraction, of which the 8 leading
// ones weigh the pixels.
constexpr double kFixedOne = 1 << 16;
constexpr int kHalfWeight = 1 << 7;  // rounds to the nearest weight
constexpr float kGreyUnit = 1.F / (1 << 8);

// A row of points in a picture, in fixed point.
struct PointRow {
  const std::uint8_t* pixels;
  std::size_t pitch;
  int x, y;  // of the first one
  int step_x, step_y;
};

int sample(const PointRow& row, int i) {
  const int x = row.x + i * row.step_x;
  const int y = row.y + i * row.step_y;
  const std::uint8_t* a = row.pixels + static_cast<std::size_t>(y >> 16) * row.pitch + (x >> 16);
  const std::uint8_t* b = a + row.pitch;
  const int fx = (x >> 8) & 255;
  const int fy = (y >> 8) & 255;
  const int top = (a[0] << 8) + fx * (a[1] - a[0]);
  const int bottom = (b[0] << 8) + fx * (b[1] - b[0]);
  return ((top << 8) + fy * (bottom - top)) >> 8;
}

constexpr int kLanes = 8;

#if CV_SIMD128
constexpr std::size_t kMostPitch = 32767;  // pixels are found by products of 16 bits

// Samples i to i + 7.
void sample_eight(const PointRow& row, int i, cv::v_int32x4& first, cv::v_int32x4& second) {
  const auto places = [&](int from, int step) {
    const int begin = from + i * step;
    const cv::v_int32x4 steps(0, step, 2 * step, 3 * step);
    return std::pair(cv::v_setall_s32(begin) + steps, cv::v_setall_s32(begin + 4 * step) + steps);
  };
  const auto [x0, x1] = places(row.x, row.step_x);
  const auto [y0, y1] = places(row.y, row.step_y);
  cv::v_int16x8 pixels0, pixels1;
  cv::v_zip(cv::v_pack(x0 >> 16, x1 >> 16), cv::v_pack(y0 >> 16, y1 >> 16), pixels0, pixels1);
  const cv::v_int16x8 steps =
      cv::v_reinterpret_as_s16(cv::v_setall_s32(static_cast<int>(row.pitch) << 16 | 1));
  std::array<int, kLanes> offsets;
  cv::v_store(offsets.data(), cv::v_dotprod(pixels0, steps));
  cv::v_store(offsets.data() + 4, cv::v_dotprod(pixels1, steps));

  const cv::v_int32x4 mask = cv::v_setall_s32(255);
  const cv::v_int16x8 fx = cv::v_pack((x0 >> 8) & mask, (x1 >> 8) & mask);
  const cv::v_int16x8 fy = cv::v_pack((y0 >> 8) & mask, (y1 >> 8) & mask);
  const cv::v_int16x8 all = cv::v_setall_s16(256);
  // Less half of the range, so that 16 bits with a sign hold it.
  const auto between = [&](const std::uint8_t* from) {
    const cv::v_uint16x8 both = cv::v_reinterpret_as_u16(cv::v_lut_pairs(from, offsets.data()));
    const cv::v_uint16x8 right = cv::v_reinterpret_as_u16(fx);
    const cv::v_uint16x8 left = cv::v_setall_u16(256) - right;
    const cv::v_uint16x8 sum = cv::v_add_wrap(cv::v_mul_wrap(both & cv::v_setall_u16(255), left),
                                              cv::v_mul_wrap(both >> 8, right));
    return cv::v_reinterpret_as_s16(sum ^ cv::v_setall_u16(32768));
  };
  cv::v_int16x8 values0, values1, weights0, weights1;
  cv::v_zip(between(row.pixels), between(row.pixels + row.pitch), values0, values1);
  cv::v_zip(all - fy, fy, weights0, weights1);
  const cv::v_int32x4 half = cv::v_setall_s32(32768 << 8);
  first = (cv::v_dotprod(values0, weights0) + half) >> 8;
  second = (cv::v_dotprod(values1, weights1) + half) >> 8;
}
#endif

// Adds the grey levels at `count` points from `from` on, in steps of `step`, to `sums`; in units of
// kGreyUnit.
void add_samples(const cv::Mat& grey, cv::Point2d from, cv::Point2d step, int count, int* sums) {
  const PointRow row{grey.data,
                     grey.step,
                     static_cast<int>(from.x * kFixedOne) + kHalfWeight,
                     static_cast<int>(from.y * kFixedOne) + kHalfWeight,
                     static_cast<int>(std::lround(step.x * kFixedOne)),
                     static_cast<int>(std::lround(step.y * kFixedOne))};
  int i = 0;
#if CV_SIMD128
  if (count >= kLanes && row.pitch <= kMostPitch) {
    cv::v_int32x4 first, second;
    for (; i + kLanes <= count; i += kLanes) {
      sample_eight(row, i, first, second);
      cv::v_store(sums + i, cv::v_load(sums + i) + first);
      cv::v_store(sums + i + 4, cv::v_load(sums + i + 4) + second);
    }
    if (i == count) return;
    std::array<int, kLanes> last;
    sample_eight(row, count - kLanes, first, second);
    cv::v_store(last.data(), first);
    cv::v_store(last.data() + 4, second);
    for (; i < count; ++i) sums[i] += last[static_cast<std::size_t>(i - count + kLanes)];
  }
#endif
  for (; i < count; ++i) sums[i] += sample(row, i);
}

// Far enough, too, that rounded steps stay inside.
bool inside(const cv::Mat& grey, cv::Point2d p) {
  constexpr double kRounding = 1.0 / 64;
  return p.x >= 0 && p.y >= 0 && p.x < grey.cols - 1 - kRounding && p.y < grey.rows - 1 - kRounding;
}

// Grey level of the ground on one side: a high quantile, so that a digit touching the line does
// not count.
float ground(const float* begin, const float* end) {
  std::array<float, kMaxHalf + 1> copy{};
  const auto n = static_cast<std::ptrdiff_t>(end - begin);
  std::copy(begin, end, copy.begin());
  const std::ptrdiff_t k = n * 7 / 10;
  std::nth_element(copy.begin(), copy.begin() + k, copy.begin() + n);
  return copy[static_cast<std::size_t>(k)];
}

}  // namespace

SegmentReading read_segment(const cv::Mat& grey, const SegmentGeometry& geometry,
                            const ProfileOptions& options) {
  SegmentReading out;
  if (!geometry.valid) return out;
  const cv::Point2d normal = geometry.normal;
  const double cell_px = geometry.cell_px;
  out.predicted = (geometry.begin + geometry.end) * 0.5;
  out.normal = normal;
  out.cell_px = cell_px;

  // The window reaches beyond the search range so that a line at its end still shows its ground.
  const double reach_px = std::min(options.search_cells + 0.16, 0.48) * cell_px;
  const double step = std::max(cell_px < 14 ? 0.5 : 1.0, reach_px / kMaxHalf);
  const int half = std::max(3, static_cast<int>(reach_px / step));
  const int search = std::clamp(static_cast<int>(options.search_cells * cell_px / step), 1, half);
  const int count = 2 * half + 1;
  const cv::Point2d along = geometry.end - geometry.begin;
  const int points = std::clamp(static_cast<int>(std::hypot(along.x, along.y) / 2), 3,
                                std::max(3, options.max_points));
  std::array<int, 2 * kMaxHalf + 1> sums{};
  const double sign = options.light_on_dark ? -1 : 1;
  int used = 0;
  for (int j = 0; j < points; ++j) {
    const cv::Point2d p = geometry.begin + along * ((j + 0.5) / points);
    const cv::Point2d from = p - normal * (half * step);
    const cv::Point2d to = p + normal * (half * step);
    if (!inside(grey, from) || !inside(grey, to)) continue;
    add_samples(grey, from, normal * step, count, sums.data());
    ++used;
  }
  if (used == 0 || used * 2 < points) return out;
  out.inside = true;
  Profile profile{};
  const float unit = kGreyUnit / static_cast<float>(used);
  for (int i = 0; i < count; ++i) {
    const float v = static_cast<float>(sums[static_cast<std::size_t>(i)]) * unit;
    profile[static_cast<std::size_t>(i)] = sign < 0 ? 255 - v : v;
  }

  const int shoulder = std::max(2, half / 2);
  const float left_ground = ground(profile.data(), profile.data() + shoulder);
  const float right_ground = ground(profile.data() + count - shoulder, profile.data() + count);
  const float paper = std::min(left_ground, right_ground);
  Profile dark{};
  for (int i = 0; i < count; ++i)
    dark[static_cast<std::size_t>(i)] = std::max(0.F, paper - profile[static_cast<std::size_t>(i)]);

  int peak = -1;
  double best = 0;
  for (int i = half - search; i <= half + search; ++i) {
    const auto u = static_cast<std::size_t>(i);
    const float before = i > 0 ? dark[u - 1] : 0.F;
    const float after = i + 1 < count ? dark[u + 1] : 0.F;
    if (dark[u] < before || dark[u] < after) continue;
    const double distance = static_cast<double>(i - half) / (search + 1);
    const double value = (dark[u] + 0.5 * (before + after)) * (1 - 0.5 * distance * distance);
    if (value > best) {
      best = value;
      peak = i;
    }
  }
  const float lighter = std::max(left_ground, right_ground);
  if (lighter - paper > kMinStep * lighter) {
    // Where does the profile pass the middle between both grounds? Once, and near the prediction?
    const float middle = 0.5F * (lighter + paper);
    const bool falling = left_ground > right_ground;
    int crossings = 0;
    for (int i = half - search; i < half + search; ++i) {
      const auto u = static_cast<std::size_t>(i);
      const bool before = (profile[u] > middle) == falling;
      const bool after = (profile[u + 1] > middle) == falling;
      if (before == after) continue;
      ++crossings;
      out.offset_px = (i + 0.5 - half) * step;
    }
    out.edge = crossings == 1;
    out.step = out.edge && paper > kMaxStep * lighter;
  }
  if (peak < 0) return out;
  const float top = dark[static_cast<std::size_t>(peak)];
  const float cut = 0.35F * top;
  int lo = peak;
  int hi = peak;
  while (lo > 0 && dark[static_cast<std::size_t>(lo - 1)] > cut) --lo;
  while (hi + 1 < count && dark[static_cast<std::size_t>(hi + 1)] > cut) ++hi;
  const bool valley = lo > 0 && hi + 1 < count;
  double weight = 0;
  double moment = 0;
  double mass = 0;
  for (int i = lo; i <= hi; ++i) {
    const double w = dark[static_cast<std::size_t>(i)] - cut;
    weight += w;
    moment += w * (i - half);
    mass += dark[static_cast<std::size_t>(i)];
  }
  const double level = std::max(1.F, paper);
  out.depth = top / level;
  out.mass_cells = mass * step / (level * cell_px);
  // The light border of a dark board runs into light paper: what stands out there is the rim that
  // a camera's sharpening draws beside the edge.
  const bool rim = options.light_on_dark && top < kRim * (lighter - paper);
  const bool seen = valley && !rim && weight > 0 && out.depth >= options.min_depth &&
                    top >= options.min_depth_grey;
  if (seen) {
    out.seen = true;
    out.step = false;
    out.edge = false;
    out.offset_px = moment / weight * step;
  }
  return out;
}

}  // namespace gridlens
