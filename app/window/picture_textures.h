#pragma once

#include <cstdint>
#include <map>

#include "app/session/session_view.h"

namespace gridlens {

// OpenGL textures of the panel's small pictures: each is made once, and goes when it was not asked
// for in a drawing. The window's context is current from construction to destruction.
class PictureTextures {
 public:
  PictureTextures() = default;
  ~PictureTextures();
  PictureTextures(const PictureTextures&) = delete;
  PictureTextures& operator=(const PictureTextures&) = delete;

  void* of(const PanelPicture& picture);  // as ImGui takes it
  void end_drawing();

 private:
  struct Texture {
    unsigned name = 0;
    bool used = false;
  };
  std::map<std::uint64_t, Texture> textures_;  // by serial number
};

}  // namespace gridlens
