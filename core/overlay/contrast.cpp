#include "core/overlay/contrast.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gridlens {

namespace {

// sRGB's transfer curve, between its points straight: to a hundred-thousandth. Inks are tried by
// the thousand a frame.
class Curve {
 public:
  Curve() {
    for (int i = 0; i <= kSteps; ++i) {
      const double value = static_cast<double>(i) / kSteps;
      points_[static_cast<size_t>(i)] =
          value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    }
    points_[kSteps + 1] = 1;
  }
  [[nodiscard]] double operator()(float channel) const {
    const double at = std::clamp<double>(channel, 0, 1) * kSteps;
    const auto i = static_cast<size_t>(at);
    return points_[i] + (points_[i + 1] - points_[i]) * (at - static_cast<double>(i));
  }

 private:
  static constexpr int kSteps = 1020;  // all levels of a byte are points
  std::array<double, kSteps + 2> points_{};
};

double linear(float channel) {
  static const Curve curve;
  return curve(channel);
}

}  // namespace

double relative_luminance(const Rgba& colour) {
  return 0.2126 * linear(colour.r) + 0.7152 * linear(colour.g) + 0.0722 * linear(colour.b);
}

double contrast_ratio(const Rgba& a, const Rgba& b) {
  const double first = relative_luminance(a);
  const double second = relative_luminance(b);
  return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

Rgba mixed(const Rgba& from, const Rgba& to, double share) {
  const auto s = static_cast<float>(std::clamp(share, 0.0, 1.0));
  return {from.r + (to.r - from.r) * s, from.g + (to.g - from.g) * s, from.b + (to.b - from.b) * s,
          1};
}

Rgba laid_over(const Rgba& paint, const Rgba& background) {
  return mixed(background, paint, paint.a);
}

}  // namespace gridlens
