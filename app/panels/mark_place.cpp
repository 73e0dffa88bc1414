#include "app/panels/mark_place.h"

#include <algorithm>
#include <array>

namespace gridlens {
namespace {

constexpr std::array<float, 4> kShrinks = {1.0f, 0.8f, 0.65f, 0.5f};

std::ptrdiff_t covered(const cv::Rect2f& place, std::span<const BoardOutline> boards) {
  return std::count_if(boards.begin(), boards.end(),
                       [&](const BoardOutline& board) { return overlaps(place, board); });
}

// Whether all corners of the one lie on one side of the other along `axis`.
bool apart(const BoardOutline& a, const BoardOutline& b, cv::Point2f axis) {
  const auto along = [axis](const cv::Point2f& p, const cv::Point2f& q) {
    return p.dot(axis) < q.dot(axis);
  };
  const auto [a_low, a_high] = std::minmax_element(a.begin(), a.end(), along);
  const auto [b_low, b_high] = std::minmax_element(b.begin(), b.end(), along);
  return a_high->dot(axis) <= b_low->dot(axis) || b_high->dot(axis) <= a_low->dot(axis);
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

// Two convex shapes are apart where a line along a side of one of them parts them.
bool overlaps(const cv::Rect2f& place, const BoardOutline& board) {
  const cv::Point2f end = place.br();
  const BoardOutline rect = {
      {{place.x, place.y}, {end.x, place.y}, {end.x, end.y}, {place.x, end.y}}};
  if (apart(rect, board, {1, 0}) || apart(rect, board, {0, 1})) return false;
  for (std::size_t i = 0; i < 4; ++i) {
    const cv::Point2f side = board.at((i + 1) % 4) - board.at(i);
    if (apart(rect, board, {-side.y, side.x})) return false;
  }
  return true;
}

std::optional<MarkPlace> mark_place(cv::Size2f size, const cv::Rect2f& picture,
                                    float display_height, float gap,
                                    std::span<const BoardOutline> boards) {
  for (const float shrink : kShrinks) {
    const cv::Size2f small(size.width * shrink, size.height * shrink);
    const bool fits =
        small.width + 2 * gap <= picture.width && small.height + 2 * gap <= picture.height;
    if (fits)
      for (const cv::Point2f& corner : corners(small, picture, gap))
        if (covered({corner, small}, boards) == 0) return MarkPlace{corner, shrink};
    if (const auto corner = beside(small, picture, display_height, gap))
      return MarkPlace{*corner, shrink};
  }
  return std::nullopt;
}

cv::Point2f least_covering_corner(cv::Size2f size, const cv::Rect2f& picture, float gap,
                                  std::span<const BoardOutline> boards) {
  const auto places = corners(size, picture, gap);
  return *std::min_element(places.begin(), places.end(),
                           [&](const cv::Point2f& a, const cv::Point2f& b) {
                             return covered({a, size}, boards) < covered({b, size}, boards);
                           });
}

}  // namespace gridlens
