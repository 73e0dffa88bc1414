#include "app/panels/mark_place.h"

#include <algorithm>
#include <array>

namespace gridlens {
namespace {

constexpr std::array<float, 4> kShrinks = {1.0f, 0.8f, 0.65f, 0.5f};

float covered(const cv::Rect2f& place, std::span<const cv::Rect2f> boards) {
  float area = 0;
  for (const cv::Rect2f& board : boards) area += (place & board).area();
  return area;
}

std::array<cv::Point2f, 4> corners(cv::Size2f size, const cv::Rect2f& picture, float gap) {
  const float left = picture.x + gap, right = picture.x + picture.width - gap - size.width;
  const float top = picture.y + gap, bottom = picture.y + picture.height - gap - size.height;
  return {{{left, top}, {right, top}, {left, bottom}, {right, bottom}}};
}

// Above, left or below the picture, which has as much room at its right as at its left.
std::optional<cv::Point2f> beside(cv::Size2f size, const cv::Rect2f& picture, float display_height,
                                  float gap) {
  const float bottom = picture.y + picture.height;
  if (picture.y >= size.height + gap) return cv::Point2f(picture.x + gap, gap / 2);
  if (picture.x >= size.width + gap) return cv::Point2f(gap / 2, picture.y + gap);
  if (display_height - bottom >= size.height + gap)
    return cv::Point2f(picture.x + gap, bottom + gap / 2);
  return std::nullopt;
}

}  // namespace

std::optional<MarkPlace> mark_place(cv::Size2f size, const cv::Rect2f& picture,
                                    float display_height, float gap,
                                    std::span<const cv::Rect2f> boards) {
  for (const float shrink : kShrinks) {
    const cv::Size2f small(size.width * shrink, size.height * shrink);
    const bool fits =
        small.width + 2 * gap <= picture.width && small.height + 2 * gap <= picture.height;
    if (fits)
      for (const cv::Point2f& corner : corners(small, picture, gap))
        if (covered({corner, small}, boards) <= 0) return MarkPlace{corner, shrink};
    if (const auto corner = beside(small, picture, display_height, gap))
      return MarkPlace{*corner, shrink};
  }
  return std::nullopt;
}

cv::Point2f least_covering_corner(cv::Size2f size, const cv::Rect2f& picture, float gap,
                                  std::span<const cv::Rect2f> boards) {
  const auto places = corners(size, picture, gap);
  return *std::min_element(places.begin(), places.end(),
                           [&](const cv::Point2f& a, const cv::Point2f& b) {
                             return covered({a, size}, boards) < covered({b, size}, boards);
                           });
}

}  // namespace gridlens
