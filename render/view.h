#pragma once

#include <opencv2/core/matx.hpp>
#include <opencv2/core/types.hpp>

namespace gridlens {

// Where and how a picture is shown in a render target. View coordinates: target pixels, origin top
// left, x right, y down, integers are pixel centres, as in images.
struct View {
  cv::Size target_px;          // the whole target
  cv::Rect area_px;            // the part of it that the picture may fill; letterboxed inside
  bool mirror = false;         // shows the picture mirrored left to right; text stays readable
  bool top_row_first = false;  // target rows run downwards (offscreen, for read-back); otherwise
                               // upwards, as OpenGL's windows have it
  double text_scale = 1;       // labels: 1 on ordinary screens, 2 on HiDPI ones

  // A target of the picture's own size, for recording; labels grow with the picture.
  static View of_picture(cv::Size picture, bool mirror = false);
};

// The letterbox of a picture in a view, and the maps that go with it.
struct Placement {
  double scale = 1;     // view pixels per image pixel
  cv::Rect picture_px;  // where the picture lies, view pixels
  cv::Matx33d view_from_image;
  cv::Matx33d clip_from_view;  // to OpenGL's clip space, z left out
};

Placement place_picture(cv::Size picture, const View& view);

}  // namespace gridlens
