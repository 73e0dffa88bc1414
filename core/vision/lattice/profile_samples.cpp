#include "core/vision/lattice/profile_samples.h"

#include <cmath>
#include <opencv2/core/hal/intrin.hpp>

#include "core/vision/lattice/pixel_pairs.h"

namespace gridlens {

namespace {

constexpr double kFixedOne = 1 << 16;
constexpr int kHalfWeight = 1 << 7;        // rounds to the nearest weight
constexpr std::size_t kMostPitch = 32767;  // pixels are found by products of 16 bits

}  // namespace

ProfileSamples::ProfileSamples(const cv::Mat& grey, cv::Point2d step)
    : pixels_(grey.data),
      pitch_(grey.step),
      step_x_(static_cast<int>(std::lround(step.x * kFixedOne))),
      step_y_(static_cast<int>(std::lround(step.y * kFixedOne))),
      room_(pitch_ <= kMostPitch) {}

void ProfileSamples::add(cv::Point2d from, bool room) {
  const auto row = static_cast<std::size_t>(rows_++);
  xs_[row] = static_cast<int>(from.x * kFixedOne) + kHalfWeight;
  ys_[row] = static_cast<int>(from.y * kFixedOne) + kHalfWeight;
  room_ &= room;
}

int ProfileSamples::sample(int row, int i) const {
  const int x = xs_[static_cast<std::size_t>(row)] + i * step_x_;
  const int y = ys_[static_cast<std::size_t>(row)] + i * step_y_;
  const std::uint8_t* a = pixels_ + static_cast<std::size_t>(y >> 16) * pitch_ + (x >> 16);
  const std::uint8_t* b = a + pitch_;
  const int fx = (x >> 8) & 255;
  const int fy = (y >> 8) & 255;
  const int top = (a[0] << 8) + fx * (a[1] - a[0]);
  const int bottom = (b[0] << 8) + fx * (b[1] - b[0]);
  return ((top << 8) + fy * (bottom - top)) >> 8;
}

void ProfileSamples::sum(int count, int* sums) const {
#if CV_SIMD128
  if (room_) {
    for (int first = 0; first < count; first += kAtOnce) sum_eight(first, sums + first);
    return;
  }
#endif
  for (int i = 0; i < count; ++i) {
    sums[i] = 0;
    for (int row = 0; row < rows_; ++row) sums[i] += sample(row, i);
  }
}

#if CV_SIMD128
void ProfileSamples::sum_eight(int first, int* sums) const {
  const auto way = [first](int step) {
    return cv::v_setall_s32(first * step) + cv::v_int32x4(0, step, 2 * step, 3 * step);
  };
  const cv::v_int32x4 way_x = way(step_x_);
  const cv::v_int32x4 way_y = way(step_y_);
  const cv::v_int32x4 further_x = cv::v_setall_s32(4 * step_x_);
  const cv::v_int32x4 further_y = cv::v_setall_s32(4 * step_y_);
  const cv::v_int16x8 pixel_steps =
      cv::v_reinterpret_as_s16(cv::v_setall_s32(static_cast<int>(pitch_) << 16 | 1));
  const cv::v_int32x4 fraction = cv::v_setall_s32(255);
  const cv::v_int16x8 all = cv::v_setall_s16(256);
  const cv::v_int32x4 half = cv::v_setall_s32(32768 << 8);
  cv::v_int32x4 sums0 = cv::v_setzero_s32();
  cv::v_int32x4 sums1 = cv::v_setzero_s32();
  for (std::size_t row = 0; row < static_cast<std::size_t>(rows_); ++row) {
    const cv::v_int32x4 x0 = cv::v_setall_s32(xs_[row]) + way_x;
    const cv::v_int32x4 y0 = cv::v_setall_s32(ys_[row]) + way_y;
    const cv::v_int32x4 x1 = x0 + further_x;
    const cv::v_int32x4 y1 = y0 + further_y;
    cv::v_int16x8 places0, places1;
    cv::v_zip(cv::v_pack(x0 >> 16, x1 >> 16), cv::v_pack(y0 >> 16, y1 >> 16), places0, places1);
    std::array<int, kAtOnce> offsets;
    cv::v_store(offsets.data(), cv::v_dotprod(places0, pixel_steps));
    cv::v_store(offsets.data() + 4, cv::v_dotprod(places1, pixel_steps));
    const cv::v_int16x8 fx = cv::v_pack((x0 >> 8) & fraction, (x1 >> 8) & fraction);
    const cv::v_int16x8 fy = cv::v_pack((y0 >> 8) & fraction, (y1 >> 8) & fraction);
    const cv::v_uint16x8 right = cv::v_reinterpret_as_u16(fx);
    const cv::v_uint16x8 left = cv::v_reinterpret_as_u16(all - fx);
    // Less half of the range, so that 16 bits with a sign hold it.
    const auto between = [&](const std::uint8_t* from) {
      const cv::v_uint16x8 both = load_pixel_pairs(from, offsets.data());
      const cv::v_uint16x8 sum = cv::v_add_wrap(cv::v_mul_wrap(both & cv::v_setall_u16(255), left),
                                                cv::v_mul_wrap(both >> 8, right));
      return cv::v_reinterpret_as_s16(sum ^ cv::v_setall_u16(32768));
    };
    cv::v_int16x8 values0, values1, weights0, weights1;
    cv::v_zip(between(pixels_), between(pixels_ + pitch_), values0, values1);
    cv::v_zip(all - fy, fy, weights0, weights1);
    sums0 += (cv::v_dotprod(values0, weights0) + half) >> 8;
    sums1 += (cv::v_dotprod(values1, weights1) + half) >> 8;
  }
  cv::v_store(sums, sums0);
  cv::v_store(sums + 4, sums1);
}
#endif

}  // namespace gridlens
