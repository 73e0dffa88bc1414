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
  [[nodiscard]] cv::Size size() const { return size_; }

 private:
  GlTexture texture_;
  cv::Size size_;
  bool mipmapped_ = false;
};

}  // namespace gridlens
