#include "render/gl_error.h"

#include <epoxy/gl.h>

#include <string>

namespace gridlens {
namespace {

std::string error_name(GLenum error) {
  switch (error) {
    case GL_INVALID_ENUM:
      return "invalid enum";
    case GL_INVALID_VALUE:
      return "invalid value";
    case GL_INVALID_OPERATION:
      return "invalid operation";
    case GL_INVALID_FRAMEBUFFER_OPERATION:
      return "invalid framebuffer operation";
    case GL_OUT_OF_MEMORY:
      return "out of memory";
    default:
      return std::string("error ").append(std::to_string(error));
  }
}

}  // namespace

void check_gl(const char* where) {
  const GLenum first = glGetError();
  if (first == GL_NO_ERROR) return;
  // A lost context reports errors for ever; a few reads are enough to empty a healthy one.
  for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; ++i) {
  }
  throw GlError(std::string("OpenGL: ") + error_name(first) + " in " + where);
}

}  // namespace gridlens
