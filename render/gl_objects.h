#pragma once

#include <epoxy/gl.h>

#include <utility>

namespace gridlens {

// Owners of OpenGL names. Made and destroyed while the same context is current; not copyable.
template <class Traits>
class GlObject {
 public:
  GlObject() = default;
  static GlObject make() {
    GlObject object;
    Traits::create(&object.id_);
    return object;
  }
  GlObject(GlObject&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
  GlObject& operator=(GlObject&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  GlObject(const GlObject&) = delete;
  GlObject& operator=(const GlObject&) = delete;
  ~GlObject() {
    if (id_ != 0) Traits::destroy(&id_);
  }
  [[nodiscard]] GLuint id() const { return id_; }

 private:
  GLuint id_ = 0;
};

struct GlTextureTraits {
  static void create(GLuint* id) { glGenTextures(1, id); }
  static void destroy(const GLuint* id) { glDeleteTextures(1, id); }
};
struct GlBufferTraits {
  static void create(GLuint* id) { glGenBuffers(1, id); }
  static void destroy(const GLuint* id) { glDeleteBuffers(1, id); }
};
struct GlVertexArrayTraits {
  static void create(GLuint* id) { glGenVertexArrays(1, id); }
  static void destroy(const GLuint* id) { glDeleteVertexArrays(1, id); }
};
struct GlFramebufferTraits {
  static void create(GLuint* id) { glGenFramebuffers(1, id); }
  static void destroy(const GLuint* id) { glDeleteFramebuffers(1, id); }
};

using GlTexture = GlObject<GlTextureTraits>;
using GlBuffer = GlObject<GlBufferTraits>;
using GlVertexArray = GlObject<GlVertexArrayTraits>;
using GlFramebuffer = GlObject<GlFramebufferTraits>;

}  // namespace gridlens
