#include "render/frame_texture.h"

#include <string>

#include "render/gl_error.h"

namespace gridlens {

FrameTexture::FrameTexture() : texture_(GlTexture::make()) {
  bind();
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
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
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, pixels.cols, pixels.rows, 0, GL_BGR, GL_UNSIGNED_BYTE,
                 pixels.data);
    size_ = pixels.size();
  } else {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, pixels.cols, pixels.rows, GL_BGR, GL_UNSIGNED_BYTE,
                    pixels.data);
  }
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  if (mipmapped_) glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  mipmapped_ = false;
}

void FrameTexture::make_mipmaps() {
  if (mipmapped_) return;
  bind();
  glGenerateMipmap(GL_TEXTURE_2D);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  mipmapped_ = true;
}

}  // namespace gridlens
