#pragma once

#include <array>
#include <cstddef>
#include <opencv2/core/mat.hpp>

namespace gridlens {

// Straight rows of points across a line, one way and one step for all of them, whose grey levels
// are summed up place by place. Positions are in fixed point, which is twice as fast: 16 bits of
// fraction, of which the 8 leading ones weigh the pixels.
class ProfileSamples {
 public:
  static constexpr int kMostRows = 16;
  static constexpr int kAtOnce = 8;                   // places; a row needs room for whole eights
  static constexpr float kGreyUnit = 1.F / (1 << 8);  // of the sums

  // `grey`: CV_8UC1, kept.
  ProfileSamples(const cv::Mat& grey, cv::Point2d step);

  // How many places are worked out for `count`.
  static constexpr int padded(int count) { return (count + kAtOnce - 1) / kAtOnce * kAtOnce; }

  // Adds a row, which has to lie inside the picture. `room`: it does so for padded(count) places.
  void add(cv::Point2d from, bool room);
  [[nodiscard]] int rows() const { return rows_; }

  // The sums over the rows of the first `count` places; `sums` has room for padded(count).
  void sum(int count, int* sums) const;

 private:
  [[nodiscard]] int sample(int row, int i) const;
  void sum_eight(int first, int* sums) const;

  const std::uint8_t* pixels_;
  std::size_t pitch_;
  int step_x_, step_y_;
  int rows_ = 0;
  bool room_ = true;
  std::array<int, kMostRows> xs_, ys_;
};

}  // namespace gridlens
