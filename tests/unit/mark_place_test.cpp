#include "app/panels/mark_place.h"

#include <gtest/gtest.h>

#include <vector>

namespace gridlens {
namespace {

BoardOutline outline_of(const cv::Rect2f& rect) {
  const cv::Point2f end = rect.br();
  return {{{rect.x, rect.y}, {end.x, rect.y}, {end.x, end.y}, {rect.x, end.y}}};
}

TEST(MarkPlace, CoversNoBoard) {
  const cv::Size2f size(100, 20);
  const cv::Rect2f picture(0, 0, 500, 300);
  const auto place = [&](const cv::Rect2f& where, const std::vector<BoardOutline>& boards) {
    return mark_place(size, where, 300, 10, boards);
  };
  EXPECT_EQ(place(picture, {}).value().corner, cv::Point2f(10, 10));
  // In another corner, at full size.
  const auto right = place(picture, {outline_of({0, 0, 300, 300})});
  EXPECT_EQ(right.value().corner, cv::Point2f(390, 10));
  EXPECT_EQ(right.value().shrink, 1);
  // All corners are taken: beside the picture, above it or at its left.
  const cv::Rect2f low(0, 40, 500, 220), middle(150, 0, 200, 300);
  EXPECT_LE(place(low, {outline_of(low)}).value().corner.y + size.height, low.y);
  EXPECT_LE(place(middle, {outline_of(middle)}).value().corner.x + size.width, middle.x);
  // A board that stands on a corner leaves those of the picture free.
  EXPECT_EQ(place(picture, {{{{250, 0}, {500, 150}, {250, 300}, {0, 150}}}}).value().corner,
            cv::Point2f(10, 10));
  // Smaller where only that is free.
  const auto small = mark_place({60, 20}, picture, 300, 5,
                                std::vector<BoardOutline>{outline_of({45, 0, 455, 300})});
  ASSERT_TRUE(small.has_value());
  EXPECT_LT(small->shrink, 1);
  EXPECT_LE(small->corner.x + 60 * small->shrink, 45);
  // Nowhere.
  EXPECT_FALSE(place(picture, {outline_of(picture)}).has_value());
  const std::vector<BoardOutline> most = {outline_of({0, 0, 500, 280})};
  EXPECT_EQ(least_covering_corner({15, 15}, picture, 0, most), cv::Point2f(0, 285));
}

}  // namespace
}  // namespace gridlens
