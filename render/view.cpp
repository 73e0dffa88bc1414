#include "render/view.h"

#include <algorithm>
#include <cmath>

namespace gridlens {

View View::of_picture(cv::Size picture, bool mirror) {
  const double text_scale = std::clamp(std::min(picture.width, picture.height) / 600.0, 0.7, 4.0);
  return {picture, cv::Rect({}, picture), mirror, true, text_scale};
}

Placement place_picture(cv::Size picture, const View& view) {
  Placement placement;
  const cv::Rect& area = view.area_px;
  const double width = std::max(picture.width, 1);
  const double height = std::max(picture.height, 1);
  placement.scale = std::max(std::min(area.width / width, area.height / height), 1e-6);
  // Whole pixels for the edges: at scale 1 each image pixel is then exactly one view pixel.
  const int shown_width = std::max(1, static_cast<int>(std::lround(width * placement.scale)));
  const int shown_height = std::max(1, static_cast<int>(std::lround(height * placement.scale)));
  placement.picture_px = {area.x + (area.width - shown_width) / 2,
                          area.y + (area.height - shown_height) / 2, shown_width, shown_height};
  // Edges to edges: image edge -0.5 lies on the picture's left edge, which is view pixel x - 0.5.
  const double sx = shown_width / width;
  const double sy = shown_height / height;
  const double left = placement.picture_px.x - 0.5;
  const double top = placement.picture_px.y - 0.5;
  placement.view_from_image =
      view.mirror ? cv::Matx33d(-sx, 0, left + sx * (width - 0.5), 0, sy, top + sy * 0.5, 0, 0, 1)
                  : cv::Matx33d(sx, 0, left + sx * 0.5, 0, sy, top + sy * 0.5, 0, 0, 1);
  const double cx = 2.0 / std::max(view.target_px.width, 1);
  const double cy = 2.0 / std::max(view.target_px.height, 1);
  const double direction = view.top_row_first ? 1 : -1;
  placement.clip_from_view =
      cv::Matx33d(cx, 0, 0.5 * cx - 1, 0, direction * cy, direction * (0.5 * cy - 1), 0, 0, 1);
  return placement;
}

}  // namespace gridlens
