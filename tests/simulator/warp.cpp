#include "tests/simulator/warp.h"

#include <algorithm>
#include <array>
#include <climits>
#include <opencv2/core/hal/intrin.hpp>
#include <opencv2/imgproc.hpp>

namespace gridlens::generator {
namespace {

constexpr int kParts = 32;        // of a pixel, as cv::remap knows places
constexpr int kPartsShift = 5;    // its binary logarithm
constexpr int kBlock = 1024;      // pixels that warpPerspective looks at together ...
constexpr int kBlockHeight = 16;  // ... in so many rows
using Parts = std::array<int, kBlock>;

struct Block {
  cv::Rect area;  // of the result
  Parts x, y;     // in the source, row by row
};

enum class Sight { inside = 1, outside, edge };

// Where all four neighbours of all pixels lie: the corners tell, but for rounding.
Sight sight_of(const cv::Matx33d& from_to, const cv::Rect& area, const cv::Rect& source) {
  constexpr double kRounding = 0.1;
  double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
  for (const cv::Point corner :
       {area.tl(), area.br() - cv::Point(1, 1), cv::Point(area.x, area.y + area.height - 1),
        cv::Point(area.x + area.width - 1, area.y)}) {
    const cv::Vec3d at = from_to * cv::Vec3d(corner.x, corner.y, 1);
    if (at[2] <= 1e-9) return Sight::edge;
    left = std::min(left, at[0] / at[2]), right = std::max(right, at[0] / at[2]);
    top = std::min(top, at[1] / at[2]), bottom = std::max(bottom, at[1] / at[2]);
  }
  const int last_x = source.br().x - 1, last_y = source.br().y - 1;
  if (left >= source.x + kRounding && top >= source.y + kRounding && right < last_x - kRounding &&
      bottom < last_y - kRounding)
    return Sight::inside;
  if (right < source.x - 1 - kRounding || bottom < source.y - 1 - kRounding ||
      left >= last_x + 1 + kRounding || top >= last_y + 1 + kRounding)
    return Sight::outside;
  return Sight::edge;
}

// Rounding follows warpPerspective: a row of a block is counted from its first pixel.
void look_at_row(const cv::Matx33d& m, cv::Point at, int width, int* x, int* y) {
  const double x0 = m.val[0] * at.x + m.val[1] * at.y + m.val[2];
  const double y0 = m.val[3] * at.x + m.val[4] * at.y + m.val[5];
  const double w0 = m.val[6] * at.x + m.val[7] * at.y + m.val[8];
  int i = 0;
#if CV_SIMD128_64F
  const cv::v_float64x2 least = cv::v_setall_f64(INT_MIN), most = cv::v_setall_f64(INT_MAX);
  const cv::v_float64x2 zero = cv::v_setzero_f64(), parts = cv::v_setall_f64(kParts);
  const cv::v_float64x2 mx = cv::v_setall_f64(m.val[0]), my = cv::v_setall_f64(m.val[3]);
  const cv::v_float64x2 mw = cv::v_setall_f64(m.val[6]), first_x = cv::v_setall_f64(x0);
  const cv::v_float64x2 first_y = cv::v_setall_f64(y0), first_w = cv::v_setall_f64(w0);
  const auto pair = [&](int from, cv::v_float64x2& px, cv::v_float64x2& py) {
    const cv::v_float64x2 on(from, from + 1);
    cv::v_float64x2 w = first_w + mw * on;
    w = cv::v_select(w != zero, parts / w, zero);
    px = cv::v_max(least, cv::v_min(most, (first_x + mx * on) * w));
    py = cv::v_max(least, cv::v_min(most, (first_y + my * on) * w));
  };
  for (; i + 4 <= width; i += 4) {
    cv::v_float64x2 ax, ay, bx, by;
    pair(i, ax, ay);
    pair(i + 2, bx, by);
    cv::v_store(x + i, cv::v_round(ax, bx));
    cv::v_store(y + i, cv::v_round(ay, by));
  }
#endif
  for (; i < width; ++i) {
    double w = w0 + m.val[6] * i;
    w = w != 0 ? kParts / w : 0;
    const auto whole = [](double v) { return cvRound(std::clamp<double>(v, INT_MIN, INT_MAX)); };
    x[i] = whole((x0 + m.val[0] * i) * w);
    y[i] = whole((y0 + m.val[3] * i) * w);
  }
}

void look_at_block(const cv::Matx33d& from_to, Block& block) {
  for (int row = 0; row < block.area.height; ++row)
    look_at_row(from_to, block.area.tl() + cv::Point(0, row), block.area.width,
                block.x.data() + row * block.area.width, block.y.data() + row * block.area.width);
}

template <typename Work>
void for_each_block(cv::Size size, const Work& work) {
  int height = std::min(kBlockHeight, size.height);
  const int width = std::min(kBlock / height, size.width);
  height = std::min(kBlock / width, size.height);
  Block block;
  for (int y = 0; y < size.height; y += height)
    for (int x = 0; x < size.width; x += width) {
      block.area = cv::Rect(x, y, width, height) & cv::Rect({}, size);
      work(block);
    }
}

// The block by cv::remap, which knows all borders.
cv::Mat remapped(const cv::Mat& source, const Block& block, int border) {
  cv::Mat places(block.area.size(), CV_16SC2), parts(block.area.size(), CV_16UC1), result;
  auto* place = places.ptr<short>();
  auto* part = parts.ptr<std::uint16_t>();
  for (size_t i = 0; i < size_t(block.area.area()); ++i) {
    place[2 * i] = cv::saturate_cast<short>(block.x[i] >> kPartsShift);
    place[2 * i + 1] = cv::saturate_cast<short>(block.y[i] >> kPartsShift);
    part[i] = static_cast<std::uint16_t>((block.y[i] & (kParts - 1)) * kParts +
                                         (block.x[i] & (kParts - 1)));
  }
  cv::remap(source, result, places, parts, cv::INTER_LINEAR, border);
  return result;
}

// A texture's light and coverage from their coding, over `to`.
template <int channels>
void put_coded_over(const float* coded, float* to) {
  constexpr float kLight = 1 / 65025.0f, kCoverage = 1 / 255.0f;
  const float coverage = coded[3] * kCoverage, rest = 1 - coverage;
  for (int i = 0; i < 3; ++i) to[i] = coded[i] * coded[i] * kLight + to[i] * rest;
  if (channels == 4) to[3] = coverage + to[3] * rest;
}

template <int channels>
void paint_row(const cv::Mat& coded, const int* x, const int* y, int width, float* to) {
  const size_t step = coded.step;
  for (int i = 0; i < width; ++i, to += channels) {
    const std::uint8_t* from =
        coded.data + size_t(y[i] >> kPartsShift) * step + 4 * size_t(x[i] >> kPartsShift);
    const int right = x[i] & (kParts - 1), low = y[i] & (kParts - 1);
    std::array<float, 4> seen;
#if CV_SIMD128
    const cv::v_uint16x8 above = cv::v_load_expand(from), below = cv::v_load_expand(from + step);
    cv::v_uint16x8 here, beside;  // above and below by turns
    cv::v_zip(above, below, here, beside);
    const int high = kParts - low;
    const auto weights = [&](int share) {
      return cv::v_reinterpret_as_s16(
          cv::v_setall_u32(unsigned(share * high) | unsigned(share * low) << 16));
    };
    const cv::v_int32x4 sum =
        cv::v_dotprod(cv::v_reinterpret_as_s16(here), weights(kParts - right)) +
        cv::v_dotprod(cv::v_reinterpret_as_s16(beside), weights(right));
    const cv::v_float32x4 pixel = cv::v_cvt_f32((sum + cv::v_setall_s32(512)) >> 10);
    cv::v_store(seen.data(), pixel);
    if (channels == 3 && seen[3] == 255) {  // as most are; nothing shows through
      cv::v_store(seen.data(), pixel * pixel * cv::v_setall_f32(1 / 65025.0f));
      std::copy(seen.begin(), seen.begin() + 3, to);
      continue;
    }
#else
    for (int c = 0; c < 4; ++c) {
      const int above = from[c] * (kParts - right) + from[c + 4] * right;
      const int below = from[step + c] * (kParts - right) + from[step + c + 4] * right;
      seen[c] = float((above * (kParts - low) + below * low + 512) >> 10);
    }
#endif
    put_coded_over<channels>(seen.data(), to);
  }
}

template <int channels>
void paint_blocks(const cv::Mat& coded, const cv::Matx33d& from_to, bool endless,
                  const std::vector<Covering>& above, cv::Mat& film) {
  for_each_block(film.size(), [&](Block& block) {
    const cv::Rect& area = block.area;
    const Sight sight = sight_of(from_to, area, cv::Rect({}, coded.size()));
    if (!endless && sight == Sight::outside) return;
    for (const Covering& cover : above)
      if (sight_of(cover.from_to, area, cover.full) == Sight::inside) return;
    look_at_block(from_to, block);
    const bool inside = sight == Sight::inside;
    const cv::Mat seen =
        inside ? cv::Mat()
               : remapped(coded, block, endless ? cv::BORDER_REFLECT : cv::BORDER_CONSTANT);
    for (int row = 0; row < area.height; ++row) {
      float* to = film.ptr<float>(area.y + row) + size_t(channels) * size_t(area.x);
      const size_t first = size_t(row) * size_t(area.width);
      if (inside) {
        paint_row<channels>(coded, block.x.data() + first, block.y.data() + first, area.width, to);
        continue;
      }
      const auto* from = seen.ptr<std::uint8_t>(row);
      for (int i = 0; i < area.width; ++i, from += 4, to += channels) {
        const std::array<float, 4> pixel{float(from[0]), float(from[1]), float(from[2]),
                                         float(from[3])};
        put_coded_over<channels>(pixel.data(), to);
      }
    }
  });
}

// Half of the pixels and half of what lies at the places.
void mean_row(const cv::Mat& picture, const int* x, const int* y, int width, const float* own,
              float* to) {
  const size_t step = picture.step1();
  const auto* data = picture.ptr<float>();
  for (int i = 0; i < width; ++i, own += 4, to += 4) {
    const float* from = data + size_t(y[i] >> kPartsShift) * step + 4 * size_t(x[i] >> kPartsShift);
    const float right = float(x[i] & (kParts - 1)) * (1.0f / kParts), left = 1 - right;
    const float low = float(y[i] & (kParts - 1)) * (1.0f / kParts), high = 1 - low;
    const float w0 = high * left, w1 = high * right, w2 = low * left, w3 = low * right;
#if CV_SIMD128
    const cv::v_float32x4 moved = cv::v_load(from) * cv::v_setall_f32(w0) +
                                  cv::v_load(from + 4) * cv::v_setall_f32(w1) +
                                  cv::v_load(from + step) * cv::v_setall_f32(w2) +
                                  cv::v_load(from + step + 4) * cv::v_setall_f32(w3);
    const cv::v_float32x4 half = cv::v_setall_f32(0.5f);
    cv::v_store(to, cv::v_load(own) * half + moved * half);
#else
    for (size_t c = 0; c < 4; ++c)
      to[c] =
          own[c] * 0.5f +
          (from[c] * w0 + from[c + 4] * w1 + from[step + c] * w2 + from[step + c + 4] * w3) * 0.5f;
#endif
  }
}

}  // namespace

void paint_warped(const cv::Mat& coded, const cv::Matx33d& from_to, bool endless,
                  const std::vector<Covering>& above, cv::Mat film) {
  if (film.channels() == 3)
    paint_blocks<3>(coded, from_to, endless, above, film);
  else
    paint_blocks<4>(coded, from_to, endless, above, film);
}

cv::Mat mean_with_warped(const cv::Mat& picture, const cv::Matx33d& from_to, bool endless) {
  cv::Mat mean(picture.size(), CV_32FC4);
  for_each_block(picture.size(), [&](Block& block) {
    const cv::Rect& area = block.area;
    look_at_block(from_to, block);
    if (sight_of(from_to, area, cv::Rect({}, picture.size())) != Sight::inside) {
      const cv::Mat moved =
          remapped(picture, block, endless ? cv::BORDER_REPLICATE : cv::BORDER_CONSTANT);
      cv::addWeighted(picture(area), 0.5, moved, 0.5, 0, mean(area));
      return;
    }
    for (int row = 0; row < area.height; ++row) {
      const size_t first = size_t(row) * size_t(area.width), at = 4 * size_t(area.x);
      mean_row(picture, block.x.data() + first, block.y.data() + first, area.width,
               picture.ptr<float>(area.y + row) + at, mean.ptr<float>(area.y + row) + at);
    }
  });
  return mean;
}

}  // namespace gridlens::generator
