#include "core/capture/camera_mode.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <tuple>
#include <utility>

namespace gridlens {
namespace {

constexpr int kDefaultWidth = 1280, kDefaultHeight = 720;
constexpr double kDefaultFps = 30;
constexpr double kSmoothFps = 24;
constexpr double kSameFps = 0.5;    // 29.97 is as good as 30
constexpr double kSameRate = 0.01;  // of two formats

// What OpenCV's V4L2 backend decodes, best first: full colour, then the compressed ones, then grey.
constexpr std::array<std::string_view, 14> kFormats{"YUYV", "UYVY", "YVYU", "NV12", "NV21",
                                                    "YU12", "YV12", "BGR3", "RGB3", "422P",
                                                    "MJPG", "JPEG", "GREY", "Y16 "};

size_t rank(const CameraMode& mode) {
  return static_cast<size_t>(std::find(kFormats.begin(), kFormats.end(), mode.fourcc) -
                             kFormats.begin());
}

double size_distance(const CameraMode& mode, int width, int height) {
  return std::abs(std::log(static_cast<double>(mode.width) / width)) +
         std::abs(std::log(static_cast<double>(mode.height) / height));
}

// 0: as wished. Too slow counts more than too fast, which only costs time.
double rate_distance(const CameraMode& mode, double fps) {
  const double difference = mode.fps - fps;
  if (std::abs(difference) <= kSameFps) return 0;
  return difference < 0 ? -4 * difference : difference;
}

}  // namespace

bool is_usable(const CameraMode& mode) {
  return rank(mode) < kFormats.size() && mode.width > 0 && mode.height > 0;
}

std::vector<CameraSize> camera_sizes(const std::vector<CameraMode>& modes) {
  std::vector<CameraSize> sizes;
  for (const CameraMode& mode : modes) {
    if (!is_usable(mode)) continue;
    auto size = std::find_if(sizes.begin(), sizes.end(), [&](const CameraSize& known) {
      return known.width == mode.width && known.height == mode.height;
    });
    if (size == sizes.end()) size = sizes.insert(sizes.end(), {mode.width, mode.height, {}});
    const bool known = std::any_of(size->rates.begin(), size->rates.end(), [&](double rate) {
      return std::abs(rate - mode.fps) <= kSameRate;
    });
    if (mode.fps > 0 && !known) size->rates.push_back(mode.fps);
  }
  for (CameraSize& size : sizes) std::sort(size.rates.rbegin(), size.rates.rend());
  std::sort(sizes.begin(), sizes.end(), [](const CameraSize& a, const CameraSize& b) {
    return std::pair(a.width * a.height, a.width) < std::pair(b.width * b.height, b.width);
  });
  return sizes;
}

std::optional<CameraMode> choose_mode(const std::vector<CameraMode>& modes,
                                      const CameraWish& wish) {
  std::vector<CameraMode> usable;
  for (const CameraMode& mode : modes)
    if (is_usable(mode)) usable.push_back(mode);
  if (usable.empty()) return std::nullopt;

  const bool any_size = wish.width <= 0 || wish.height <= 0;
  if (any_size) {
    double best = 0;
    for (const CameraMode& mode : usable) best = std::max(best, mode.fps);
    const double wanted = wish.fps > 0 ? wish.fps : kSmoothFps;
    const double enough = std::min(best, wanted) - kSameFps;
    std::erase_if(usable, [&](const CameraMode& mode) { return mode.fps < enough; });
  }
  const int width = any_size ? kDefaultWidth : wish.width;
  const int height = any_size ? kDefaultHeight : wish.height;
  const double fps = wish.fps > 0 ? wish.fps : kDefaultFps;
  return *std::min_element(usable.begin(), usable.end(), [&](const auto& a, const auto& b) {
    const auto key = [&](const CameraMode& mode) {
      return std::tuple(size_distance(mode, width, height), rate_distance(mode, fps), rank(mode));
    };
    return key(a) < key(b);
  });
}

}  // namespace gridlens
