#include "core/reading/glyphs/glyph_dots.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <opencv2/core.hpp>
#include <utility>

namespace gridlens {

namespace {

constexpr double kDark = 0.35;  // of the darkest ink: belongs to the glyph
constexpr double kTall = 1.2;   // an i is so much taller than wide
constexpr double kFirst = 0.1;  // the gap lies within these shares of the height from an end
constexpr double kLast = 0.45;
// Difference of two classes' gaps from which it counts, and counts in full.
constexpr double kPerhapsDotted = 0.1;
constexpr double kClearlyDotted = 0.2;
constexpr double kDottedOdds = 6;  // log-odds

}  // namespace

double dot_gap(const cv::Mat& window) {
  double darkest = 0;
  cv::minMaxLoc(window, nullptr, &darkest);
  if (darkest <= 0) return 0;
  const cv::Mat dark = window >= kDark * darkest;
  std::vector<cv::Point> points;
  cv::findNonZero(dark, points);
  int left = window.cols;
  int right = -1;
  int top = window.rows;
  int bottom = -1;
  for (const cv::Point& p : points) {
    left = std::min(left, p.x);
    right = std::max(right, p.x);
    top = std::min(top, p.y);
    bottom = std::max(bottom, p.y);
  }
  const cv::Rect box(left, top, right - left + 1, bottom - top + 1);
  const int tall = std::max(box.width, box.height);
  if (tall < kTall * std::min(box.width, box.height)) return 0;
  cv::Mat profile;  // the darkest across the stem, along it
  cv::reduce(window(box), profile, box.height == tall ? 1 : 0, cv::REDUCE_MAX);
  const auto ink = [&](int k) { return static_cast<double>(profile.at<std::uint8_t>(k)); };
  double most = 0;
  for (int k = 1; k + 1 < tall; ++k) {
    const double from_end = std::min(k, tall - 1 - k) / static_cast<double>(tall);
    if (from_end < kFirst || from_end > kLast) continue;
    double before = 0;
    double after = 0;
    for (int j = 0; j < k; ++j) before = std::max(before, ink(j));
    for (int j = k + 1; j < tall; ++j) after = std::max(after, ink(j));
    most = std::max(most, 1 - ink(k) / std::min(before, after));
  }
  return most;
}

GlyphDots::GlyphDots(const Alphabet& alphabet, std::vector<double> gaps,
                     const std::vector<int>& counts)
    : gaps_(std::move(gaps)), dotted_(gaps_.size(), false) {
  for (size_t v = 1; v < gaps_.size(); ++v) {
    const std::string symbol = alphabet.symbol(static_cast<int>(v));
    dotted_[v] = symbol == "I" || symbol == "J";
    if (counts[v] == 0) gaps_[v] = -1;
  }
}

double GlyphDots::odds(int v, int w) const {
  const auto of_v = static_cast<size_t>(v);
  const auto of_w = static_cast<size_t>(w);
  if (dotted_[of_v] == dotted_[of_w] || gaps_[of_v] < 0 || gaps_[of_w] < 0) return 0;
  const double lead = dotted_[of_v] ? gaps_[of_v] - gaps_[of_w] : gaps_[of_w] - gaps_[of_v];
  const double clear =
      std::clamp((std::abs(lead) - kPerhapsDotted) / (kClearlyDotted - kPerhapsDotted), 0.0, 1.0);
  return std::copysign(clear * kDottedOdds, lead);
}

}  // namespace gridlens
