#pragma once

#include <cstdint>
#include <cstring>
#include <opencv2/core/hal/intrin.hpp>

namespace gridlens {

#if CV_SIMD128
// Eight pairs of neighbouring grey pixels, the left one in the low byte. The left ones lie at
// `offsets` (8, in bytes from `pixels`), odd ones as well as even ones. Not cv::v_lut_pairs: it
// loads them as 16-bit numbers, which must not lie at odd addresses.
inline cv::v_uint16x8 load_pixel_pairs(const std::uint8_t* pixels, const int* offsets) {
  const auto pair = [&](int i) {
    std::uint16_t both;
    std::memcpy(&both, pixels + offsets[i], sizeof both);
    return both;
  };
  return {pair(0), pair(1), pair(2), pair(3), pair(4), pair(5), pair(6), pair(7)};
}
#endif

}  // namespace gridlens
