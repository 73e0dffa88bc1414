#include "render/frame_texture.h"

#include <string>

#include "render/gl_error.h"

namespace gridlens {

FrameTexture::FrameTexture() : texture_(GlTexture::make()), framebuffer_(GlFramebuffer::make()) {
  bind();
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  choose_filter();
}

void FrameTexture::bind() const {
  glBindTexture(GL_TEXTURE_2D, texture_.id());
}

void FrameTexture::upload(const cv::Mat& bgr) {
  if (bgr.empty() || bgr.type() != CV_8UC3) {
    throw GlError("a picture to draw must hold 8-bit BGR pixels");
  }
  // OpenGL steps in whole pixels; a step that is no multiple of three bytes needs a packed copy.
  const cv::Mat pixels = bgr.step % 3 == 0 ? bgr : bgr.clone();
  bind();
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, static_cast<GLint>(pixels.step / 3));
  if (pixels.size() != size_) {
    GLint limit = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
    if (pixels.cols > limit || pixels.rows > limit) {
      throw GlError("a picture of " + std::to_string(pixels.cols) + "x" +
                    std::to_string(pixels.rows) + " is too large to draw here (limit " +
                    std::to_string(limit) + ")");
    }
    // Four bytes a pixel like the targets, so that copy_to_framebuffer is a plain memory copy.
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, pixels.cols, pixels.rows, 0, GL_BGR, GL_UNSIGNED_BYTE,
                 pixels.data);
    size_ = pixels.size();
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.id());
    glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_.id(),
                           0);
  } else {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, pixels.cols, pixels.rows, GL_BGR, GL_UNSIGNED_BYTE,
                    pixels.data);
  }
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  if (mipmapped_) {
    mipmapped_ = false;
    choose_filter();
  }
}

void FrameTexture::make_mipmaps() {
  if (mipmapped_) return;
  bind();
  glGenerateMipmap(GL_TEXTURE_2D);
  mipmapped_ = true;
  choose_filter();
}

void FrameTexture::set_smooth(bool smooth) {
  if (smooth == smooth_) return;
  smooth_ = smooth;
  bind();
  choose_filter();
}

void FrameTexture::choose_filter() {
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, smooth_ ? GL_LINEAR : GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER,
                  !smooth_     ? GL_NEAREST
                  : mipmapped_ ? GL_LINEAR_MIPMAP_LINEAR
                               : GL_LINEAR);
}

void FrameTexture::copy_to_framebuffer() const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.id());
  glBlitFramebuffer(0, 0, size_.width, size_.height, 0, 0, size_.width, size_.height,
                    GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

}  // namespace gridlens
