#include "core/vision/finding/pixel_runs.h"

#include <algorithm>
#include <bit>
#include <opencv2/core/hal/intrin.hpp>

namespace gridlens {

namespace {

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

}  // namespace

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

}  // namespace gridlens
