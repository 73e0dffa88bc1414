#pragma once

#include <opencv2/core/types.hpp>

#include "render/gl_objects.h"

namespace gridlens {

// A framebuffer to draw into that is not on the screen: one RGBA8 texture.
class OffscreenTarget {
 public:
  OffscreenTarget();

  void resize(cv::Size size_px);  // does nothing when it is that size already; throws GlError
  void bind() const;              // for drawing and reading, viewport set to all of it
  [[nodiscard]] cv::Size size() const { return size_; }
  [[nodiscard]] GLuint texture() const { return texture_.id(); }

 private:
  GlTexture texture_;
  GlFramebuffer framebuffer_;
  cv::Size size_;
};

}  // namespace gridlens
