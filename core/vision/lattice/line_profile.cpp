#include "core/vision/lattice/line_profile.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/vision/lattice/profile_samples.h"

namespace gridlens {

namespace {

// A line is darker than the background beside it by this share of it, and by so many grey levels.
constexpr double kMinDepth = 0.02;
constexpr double kMinDepthGrey = 1.5;
constexpr float kMinStep = 0.04F;  // shading against plain background: a share of the lighter
constexpr float kMaxStep = 0.60F;  // darker shading than this is a black cell, not a shaded box
constexpr float kRim = 0.3F;       // of an edge's height: less is no line beside it
constexpr int kMaxHalf = 40;       // samples to one side of the predicted line
using Profile = float[2 * kMaxHalf + 1];

// Far enough, too, that rounded steps stay inside.
bool inside(const cv::Mat& grey, cv::Point2d p) {
  constexpr double kRounding = 1.0 / 64;
  return p.x >= 0 && p.y >= 0 && p.x < grey.cols - 1 - kRounding && p.y < grey.rows - 1 - kRounding;
}

// Grey level of the background on one side: a high quantile, so that a digit touching the line does
// not count.
float background(const float* begin, const float* end) {
  std::array<float, kMaxHalf + 1> sorted;
  std::size_t n = 0;
  for (const float* grey = begin; grey < end; ++grey, ++n) {  // few: put in place one by one
    std::size_t at = n;
    for (; at > 0 && sorted[at - 1] > *grey; --at) sorted[at] = sorted[at - 1];
    sorted[at] = *grey;
  }
  return sorted[n * 7 / 10];
}

}  // namespace

SegmentReading read_segment(const LinePicture& picture, const SegmentGeometry& geometry,
                            const ProfileOptions& options) {
  const cv::Mat& grey = picture.grey;
  SegmentReading out;
  if (!geometry.valid) return out;
  const cv::Point2d normal = geometry.normal;
  const double cell_px = geometry.cell_px;
  out.predicted = (geometry.begin + geometry.end) * 0.5;
  out.normal = normal;
  out.cell_px = cell_px;

  // The window reaches beyond the search range so that a line at its end still shows its
  // background.
  const double reach_px = std::min(options.search_cells + 0.16, 0.48) * cell_px;
  const double step = std::max(cell_px < 14 ? 0.5 : 1.0, reach_px / kMaxHalf);
  const int half = std::max(3, static_cast<int>(reach_px / step));
  const int search = std::clamp(static_cast<int>(options.search_cells * cell_px / step), 1, half);
  const int count = 2 * half + 1;
  const cv::Point2d along = geometry.end - geometry.begin;
  const int points = std::clamp(static_cast<int>(std::hypot(along.x, along.y) / 2), 3,
                                std::clamp(options.max_points, 3, ProfileSamples::kMostRows));
  ProfileSamples samples(grey, normal * step);
  const cv::Point2d padding = normal * ((ProfileSamples::padded(count) - count) * step);
  for (int j = 0; j < points; ++j) {
    const cv::Point2d p = geometry.begin + along * ((j + 0.5) / points);
    const cv::Point2d from = p - normal * (half * step);
    const cv::Point2d to = p + normal * (half * step);
    if (!inside(grey, from) || !inside(grey, to)) continue;
    samples.add(from, inside(grey, to + padding));
  }
  const int used = samples.rows();
  if (used == 0 || used * 2 < points) return out;
  out.inside = true;
  int sums[ProfileSamples::padded(2 * kMaxHalf + 1)];
  samples.sum(count, sums);
  Profile profile;
  const float unit = ProfileSamples::kGreyUnit / static_cast<float>(used);
  for (int i = 0; i < count; ++i) profile[i] = static_cast<float>(sums[i]) * unit;

  const int shoulder = std::max(2, half / 2);
  const float left_background = background(profile, profile + shoulder);
  const float right_background = background(profile + count - shoulder, profile + count);
  const float paper = options.background == LineBackground::before ? left_background
                      : options.background == LineBackground::after
                          ? right_background
                          : std::min(left_background, right_background);
  Profile dark;
  for (int i = 0; i < count; ++i) dark[i] = std::max(0.F, paper - profile[i]);

  int peak = -1;
  double best = 0;
  for (int i = half - search; i <= half + search; ++i) {
    if (dark[i] <= 0) continue;
    const float before = i > 0 ? dark[i - 1] : 0.F;
    const float after = i + 1 < count ? dark[i + 1] : 0.F;
    if (dark[i] < before || dark[i] < after) continue;
    const double distance = static_cast<double>(i - half) / (search + 1);
    const double value = (dark[i] + 0.5 * (before + after)) * (1 - 0.5 * distance * distance);
    if (value > best) {
      best = value;
      peak = i;
    }
  }
  const float lighter = std::max(left_background, right_background);
  if (lighter - paper > kMinStep * lighter) {
    // Where does the profile pass the middle between both backgrounds? Once, and near the
    // prediction?
    const float middle = 0.5F * (lighter + paper);
    const bool falling = left_background > right_background;
    int crossings = 0;
    for (int i = half - search; i < half + search; ++i) {
      const bool before = (profile[i] > middle) == falling;
      const bool after = (profile[i + 1] > middle) == falling;
      if (before == after) continue;
      ++crossings;
      out.offset_px = (i + 0.5 - half) * step;
    }
    out.edge = crossings == 1;
    out.step = out.edge && paper > kMaxStep * lighter;
  }
  if (peak < 0) return out;
  const float top = dark[peak];
  const float cut = 0.35F * top;
  int lo = peak;
  int hi = peak;
  while (lo > 0 && dark[lo - 1] > cut) --lo;
  while (hi + 1 < count && dark[hi + 1] > cut) ++hi;
  const bool valley = lo > 0 && hi + 1 < count;
  double weight = 0;
  double moment = 0;
  double mass = 0;
  for (int i = lo; i <= hi; ++i) {
    const double w = dark[i] - cut;
    weight += w;
    moment += w * (i - half);
    mass += dark[i];
  }
  const double level = std::max(1.F, paper);
  out.depth = top / level;
  out.mass_cells = mass * step / (level * cell_px);
  // The light border of a dark board runs into light paper: what stands out there is the rim that
  // a camera's sharpening draws beside the edge.
  const bool rim = picture.negative && top < kRim * (lighter - paper);
  const bool seen = valley && !rim && weight > 0 && out.depth >= kMinDepth && top >= kMinDepthGrey;
  if (seen) {
    out.seen = true;
    out.step = false;
    out.edge = false;
    out.offset_px = moment / weight * step;
  }
  return out;
}

}  // namespace gridlens
