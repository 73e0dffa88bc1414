#include "core/vision/rectify_sampler.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <opencv2/core/hal/intrin.hpp>

#include "core/vision/lattice/pixel_pairs.h"

namespace gridlens {

namespace {

constexpr int kBits = PlaceRow::kBits;
constexpr int kOne = 1 << kBits;
constexpr int kHalfWeight = 1 << (2 * kBits - 1);
constexpr int kAtOnce = 8;

// One value between four pixels, those outside the picture taken from its edge.
template <int kChannels>
void sample_at_edge(const cv::Mat& picture, int x, int y, std::uint8_t* to) {
  const int left = std::clamp(x >> kBits, 0, picture.cols - 1);
  const int right = std::clamp((x >> kBits) + 1, 0, picture.cols - 1);
  const std::uint8_t* above = picture.ptr(std::clamp(y >> kBits, 0, picture.rows - 1));
  const std::uint8_t* below = picture.ptr(std::clamp((y >> kBits) + 1, 0, picture.rows - 1));
  const int fx = x & (kOne - 1);
  const int fy = y & (kOne - 1);
  for (int c = 0; c < kChannels; ++c) {
    const int upper = above[left * kChannels + c] * (kOne - fx) + above[right * kChannels + c] * fx;
    const int lower = below[left * kChannels + c] * (kOne - fx) + below[right * kChannels + c] * fx;
    to[c] =
        static_cast<std::uint8_t>((upper * (kOne - fy) + lower * fy + kHalfWeight) >> (2 * kBits));
  }
}

// Four sums of both rows' values times their weights, to grey levels.
cv::v_int32x4 level_of(const cv::v_int16x8& values, const cv::v_int16x8& weights) {
  return (cv::v_dotprod(values, weights) + cv::v_setall_s32(kHalfWeight)) >> (2 * kBits);
}

struct Fractions {
  explicit Fractions(const int* places) {
    const cv::v_int32x4 mask = cv::v_setall_s32(kOne - 1);
    beyond = cv::v_pack(cv::v_load(places) & mask, cv::v_load(places + 4) & mask);
    before = cv::v_setall_s16(kOne) - beyond;
  }
  cv::v_int16x8 beyond, before;
};

// Eight grey pixels; `offsets` lead to the upper left one of each four.
void sample_eight_greys(const std::uint8_t* picture, std::ptrdiff_t row, const int* offsets,
                        const int* xs, const int* ys, std::uint8_t* to) {
  const Fractions x(xs);
  const Fractions y(ys);
  const auto between = [&](const std::uint8_t* pixels) {
    const cv::v_uint16x8 both = load_pixel_pairs(pixels, offsets);
    const cv::v_int16x8 left = cv::v_reinterpret_as_s16(both & cv::v_setall_u16(255));
    const cv::v_int16x8 right = cv::v_reinterpret_as_s16(both >> 8);
    return cv::v_mul_wrap(left, x.before) + cv::v_mul_wrap(right, x.beyond);
  };
  cv::v_int16x8 values0, values1, weights0, weights1;
  cv::v_zip(between(picture), between(picture + row), values0, values1);
  cv::v_zip(y.before, y.beyond, weights0, weights1);
  cv::v_pack_u_store(to, cv::v_pack(level_of(values0, weights0), level_of(values1, weights1)));
}

// Eight pixels of three channels. Reads two bytes more than the pixels have, writes one more.
void sample_eight_colours(const std::uint8_t* picture, std::ptrdiff_t row, const int* offsets,
                          const int* xs, const int* ys, std::uint8_t* to) {
  for (int i = 0; i < kAtOnce; ++i, to += 3) {
    const auto load = [](const std::uint8_t* from) {
      return cv::v_reinterpret_as_s16(cv::v_load_expand(from));
    };
    const cv::v_int16x8 weights =
        cv::v_reinterpret_as_s16(cv::v_setall_s32(kOne + (xs[i] & (kOne - 1)) * 0xffff));
    const auto fy = static_cast<short>(ys[i] & (kOne - 1));
    const cv::v_int16x8 above = load(picture + offsets[i]);
    const cv::v_int16x8 below = load(picture + offsets[i] + row);
    const cv::v_int16x8 both =
        (above << kBits) + cv::v_mul_wrap(below - above, cv::v_setall_s16(fy));
    cv::v_int16x8 pairs, unused;
    cv::v_zip(both, cv::v_rotate_right<3>(both), pairs, unused);
    const cv::v_int32x4 levels = level_of(pairs, weights);
    const cv::v_int16x8 narrow = cv::v_pack(levels, levels);
    const int bytes = cv::v_reinterpret_as_s32(cv::v_pack_u(narrow, narrow)).get0();
    std::memcpy(to, &bytes, 4);
  }
}

// What leads from places to pixels of a picture.
class Offsets {
 public:
  Offsets(const cv::Mat& picture, int right_margin_px)
      : usable_(picture.step[0] <= 32767),
        steps_(cv::v_reinterpret_as_s16(
            cv::v_setall_s32(static_cast<int>(picture.step[0]) << 16 | picture.channels()))),
        last_x_(cv::v_setall_s32(((picture.cols - right_margin_px) << kBits) - 1)),
        last_y_(cv::v_setall_s32(((picture.rows - 1) << kBits) - 1)) {}

  // Of eight places; false where one of them lies at the picture's edge or outside.
  bool find(const int* xs, const int* ys, int* offsets) const {
    const cv::v_int32x4 x0 = cv::v_load(xs), x1 = cv::v_load(xs + 4);
    const cv::v_int32x4 y0 = cv::v_load(ys), y1 = cv::v_load(ys + 4);
    const cv::v_int32x4 outside =
        x0 | x1 | y0 | y1 | (last_x_ - x0) | (last_x_ - x1) | (last_y_ - y0) | (last_y_ - y1);
    if (!usable_ || cv::v_check_any(outside)) return false;  // one is negative
    cv::v_int16x8 places0, places1;
    cv::v_zip(cv::v_pack(x0 >> kBits, x1 >> kBits), cv::v_pack(y0 >> kBits, y1 >> kBits), places0,
              places1);
    cv::v_store(offsets, cv::v_dotprod(places0, steps_));
    cv::v_store(offsets + 4, cv::v_dotprod(places1, steps_));
    return true;
  }

 private:
  bool usable_;
  cv::v_int16x8 steps_;
  cv::v_int32x4 last_x_, last_y_;
};

}  // namespace

RectifySampler::RectifySampler(const cv::Mat& picture, int over) : picture_(picture), over_(over) {
  CV_Assert(picture.type() == CV_8UC1 || picture.type() == CV_8UC3);
}

template <int kChannels>
void RectifySampler::sample(const PlaceRow& places) {
  const auto row = static_cast<std::ptrdiff_t>(picture_.step[0]);
  const Offsets find_offsets(picture_, kChannels == 1 ? 1 : 2);  // colours are read too far
  const int* xs = places.xs.data();
  const int* ys = places.ys.data();
  std::uint8_t* to = samples_.data();
  for (size_t i = 0; i < places.xs.size(); i += kAtOnce, to += kAtOnce * kChannels) {
    std::array<int, kAtOnce> offsets;
    if (!find_offsets.find(xs + i, ys + i, offsets.data()))
      for (size_t k = 0; k < kAtOnce; ++k)
        sample_at_edge<kChannels>(picture_, xs[i + k], ys[i + k], to + k * kChannels);
    else if constexpr (kChannels == 1)
      sample_eight_greys(picture_.ptr(), row, offsets.data(), xs + i, ys + i, to);
    else
      sample_eight_colours(picture_.ptr(), row, offsets.data(), xs + i, ys + i, to);
  }
}

void RectifySampler::add(const PlaceRow& places) {
  const auto channels = static_cast<size_t>(picture_.channels());
  samples_.resize(places.xs.size() * channels + 1);  // colours write a byte too far
  channels == 1 ? sample<1>(places) : sample<3>(places);
  if (over_ == 1) return;
  sums_.resize(samples_.size(), 0);
  for (size_t i = 0; i < sums_.size(); ++i)
    sums_[i] = static_cast<std::uint16_t>(sums_[i] + samples_[i]);
}

void RectifySampler::take(std::uint8_t* to, int side_px) {
  const int channels = picture_.channels();
  if (over_ == 1) {
    std::copy_n(samples_.data(), side_px * channels, to);
    return;
  }
  const float share = 1.0F / static_cast<float>(over_ * over_);
  const std::uint16_t* from = sums_.data();
  for (int x = 0; x < side_px; ++x, from += over_ * channels)
    for (int c = 0; c < channels; ++c) {
      int sum = 0;
      for (int k = 0; k < over_; ++k) sum += from[k * channels + c];
      *to++ = over_ == 2 ? static_cast<std::uint8_t>((sum + 2) >> 2)
                         : cv::saturate_cast<std::uint8_t>(static_cast<float>(sum) * share);
    }
  std::fill(sums_.begin(), sums_.end(), std::uint16_t{0});
}

}  // namespace gridlens
