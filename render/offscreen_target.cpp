#include "render/offscreen_target.h"

#include <string>

#include "render/gl_error.h"

namespace gridlens {

OffscreenTarget::OffscreenTarget()
    : texture_(GlTexture::make()), framebuffer_(GlFramebuffer::make()) {}

void OffscreenTarget::resize(cv::Size size_px) {
  if (size_px == size_) return;
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, size_px.width, size_px.height, 0, GL_BGRA,
               GL_UNSIGNED_BYTE, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_.id(), 0);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    size_ = {};
    check_gl("offscreen target");
    throw GlError("cannot draw offscreen at " + std::to_string(size_px.width) + "x" +
                  std::to_string(size_px.height));
  }
  size_ = size_px;
}

void OffscreenTarget::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
  glViewport(0, 0, size_.width, size_.height);
}

}  // namespace gridlens
