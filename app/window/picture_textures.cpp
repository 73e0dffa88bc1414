#include "app/window/picture_textures.h"

#include <epoxy/gl.h>

#include <cstdint>

namespace gridlens {

namespace {

unsigned upload(const cv::Mat& bgr) {
  const cv::Mat whole = bgr.isContinuous() ? bgr : bgr.clone();
  GLint bound = 0;
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
  GLuint name = 0;
  glGenTextures(1, &name);
  glBindTexture(GL_TEXTURE_2D, name);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, whole.cols, whole.rows, 0, GL_BGR, GL_UNSIGNED_BYTE,
               whole.data);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(bound));
  return name;
}

}  // namespace

PictureTextures::~PictureTextures() {
  for (const auto& [serial, texture] : textures_) glDeleteTextures(1, &texture.name);
}

void* PictureTextures::of(const PanelPicture& picture) {
  if (picture.bgr.empty()) return nullptr;
  Texture& texture = textures_[picture.serial];
  if (texture.name == 0) texture.name = upload(picture.bgr);
  texture.used = true;
  return reinterpret_cast<void*>(static_cast<std::uintptr_t>(texture.name));
}

void PictureTextures::end_drawing() {
  for (auto at = textures_.begin(); at != textures_.end();) {
    if (!at->second.used) {
      glDeleteTextures(1, &at->second.name);
      at = textures_.erase(at);
    } else {
      at->second.used = false;
      ++at;
    }
  }
}

}  // namespace gridlens
