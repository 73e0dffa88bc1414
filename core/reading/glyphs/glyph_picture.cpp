#include "core/reading/glyphs/glyph_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/image/statistics.h"
#include "core/reading/ink/strokes.h"

namespace gridlens {

namespace {

constexpr int kSide = RectifiedBoard::kCellPx;
constexpr int kRim = 6;           // the cell's lines lie at most so far inside
constexpr int kPatch = 24;        // side of the centred picture
constexpr int kFrequencies = 10;  // lower ones are kept, in half waves a patch
constexpr int kCore = 8;          // what a lattice line leaves stays this near to the window's rim
constexpr double kDarkPart = 0.25;       // of the cell's darkest ink: belongs to something
constexpr int kLeastDark = 12;           // of 255
constexpr double kLeastWindowInk = 100;  // in a cell's window, summed up
constexpr double kBetter = 1.2;          // so much better a later frame must be to be looked at
constexpr double kPlaceWeight = 0.02;    // of a pixel aside, against a patch of energy 1

// A line of the lattice is as dark all along: the median of a row or column near the rim is taken
// off it, so that what a glyph has there stays.
void clear_lines(cv::Mat& window) {
  std::array<std::uint8_t, kSide> along{};
  for (const bool row : {true, false})
    for (int i = 0; i < kSide; ++i) {
      if (i >= kRim && i < kSide - kRim) continue;
      const auto at = [&](int k) -> std::uint8_t& {
        return row ? window.ptr(i)[k] : window.ptr(k)[i];
      };
      for (int k = 0; k < kSide; ++k) along[size_t(k)] = at(k);
      const std::uint8_t line = nth_smallest(along, kSide / 2);
      if (line == 0) continue;
      for (int k = 0; k < kSide; ++k) at(k) = cv::saturate_cast<std::uint8_t>(at(k) - line);
    }
}

// A cell's window without its lines, and what is left of them.
cv::Mat cleared_window(const InkMap& ink_map, int cell, double darkest) {
  cv::Mat window = ink_map.inside(cell).clone();
  clear_lines(window);
  const cv::Rect core(kCore, kCore, kSide - 2 * kCore, kSide - 2 * kCore);
  clear_rim_parts(window, window >= std::max<double>(kLeastDark, kDarkPart * darkest),
                  [&](const cv::Mat&, const cv::Rect& box) { return !(box & core).empty(); });
  return window;
}

}  // namespace

GlyphPicture glyph_picture(const InkMap& ink_map, int cell) {
  const double darkest = strongest_ink(ink_map, cell);
  cv::Mat window = cleared_window(ink_map, cell, darkest);
  double ink = 0;
  cv::Point2d centre;
  for (int y = 0; y < kSide; ++y) {
    const std::uint8_t* levels = window.ptr(y);
    for (int x = 0; x < kSide; ++x) {
      const double here = levels[x] - kPaperInk * darkest;
      if (here <= 0) continue;
      ink += here;
      centre += here * cv::Point2d(x, y);
    }
  }
  if (ink < kLeastWindowInk) return {};
  centre *= 1 / ink;
  cv::Mat patch;
  constexpr double kMiddle = (kPatch - 1) / 2.0;
  const cv::Matx23d to_middle(1, 0, kMiddle - centre.x, 0, 1, kMiddle - centre.y);
  window.convertTo(window, CV_32F);
  cv::warpAffine(window, patch, to_middle, cv::Size(kPatch, kPatch), cv::INTER_LINEAR);
  const double energy = cv::norm(patch);
  if (energy <= 0) return {};
  patch *= 1 / energy;
  cv::dct(patch, patch);
  GlyphPicture numbers;
  for (int v = 0; v < kFrequencies; ++v)
    for (int u = 0; u < kFrequencies; ++u)
      if (u * u + v * v < kFrequencies * kFrequencies) numbers.push_back(patch.at<float>(v, u));
  numbers.push_back(static_cast<float>(kPlaceWeight * centre.x));
  numbers.push_back(static_cast<float>(kPlaceWeight * centre.y));
  return numbers;
}

void GlyphPictures::offer(const FrameObservation& observed) {
  if (observed.weight <= kBetter * weight_) return;
  weight_ = observed.weight;
  ink_ = observed.ink;
  visibility_ = observed.visibility;
  known_.clear();
}

const GlyphPicture& GlyphPictures::of(int cell) {
  const auto known = known_.find(cell);
  if (known != known_.end()) return known->second;
  const bool seen = weight_ > 0 && visibility_[cell] != Visibility::unobserved;
  return known_.emplace(cell, seen ? glyph_picture(ink_, cell) : GlyphPicture{}).first->second;
}

}  // namespace gridlens
