#pragma once

#include <opencv2/core/mat.hpp>

#include "render/gl_objects.h"

namespace gridlens {

// A camera picture on the graphics card. The storage is kept from frame to frame and made anew only
// when the size changes.
class FrameTexture {
 public:
  FrameTexture();

  // `bgr`: CV_8UC3, any step (a part of a larger picture is fine), not empty, no side above the
  // driver's texture limit; throws GlError otherwise.
  void upload(const cv::Mat& bgr);

  // Smaller copies for showing a picture at less than half its size without shimmer. Once a
  // picture.
  void make_mipmaps();

  void bind() const;  // to the active texture unit
  // Shows pixels as they are instead of blending neighbours: the same picture at scale 1, cheaper.
  void set_smooth(bool smooth);
  // Copies it, pixel by pixel, to the lower left corner of the framebuffer bound for drawing,
  // without turning it: first row to first row.
  void copy_to_framebuffer() const;
  [[nodiscard]] cv::Size size() const { return size_; }

 private:
  void choose_filter();

  GlTexture texture_;
  GlFramebuffer framebuffer_;  // to copy from
  cv::Size size_;
  bool mipmapped_ = false;
  bool smooth_ = true;
};

}  // namespace gridlens
