#include "core/overlay/contrast.h"

#include <algorithm>
#include <cmath>

namespace gridlens {

namespace {

double linear(float channel) {
  const double value = std::clamp<double>(channel, 0, 1);
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
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

Rgba laid_over(const Rgba& paint, const Rgba& ground) {
  return mixed(ground, paint, paint.a);
}

}  // namespace gridlens
