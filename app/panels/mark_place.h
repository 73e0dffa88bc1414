#pragma once

#include <array>
#include <opencv2/core/types.hpp>
#include <optional>
#include <span>

namespace gridlens {

using BoardOutline = std::array<cv::Point2f, 4>;  // convex, corners in either direction

bool overlaps(const cv::Rect2f& place, const BoardOutline& board);

struct MarkPlace {
  cv::Point2f corner;  // upper left
  float shrink = 1;    // of the wished size
};

// Where marks of `size` go so that they cover no board. A corner of the picture comes first, the
// upper left one before the others. Then comes the place beside the picture, where the letterbox
// leaves room, and then the same in smaller sizes. All ImGui
// units. `picture` lies in the middle of an area that begins at the display's upper left corner and
// is as high as the display. Nothing where no place is free.
std::optional<MarkPlace> mark_place(cv::Size2f size, const cv::Rect2f& picture,
                                    float display_height, float gap,
                                    std::span<const BoardOutline> boards);

// The corner of the picture in which a mark of `size` covers fewest boards.
cv::Point2f least_covering_corner(cv::Size2f size, const cv::Rect2f& picture, float gap,
                                  std::span<const BoardOutline> boards);

}  // namespace gridlens
