// The only file that knows EGL.
#include "render/offscreen_context.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include <array>
#include <cstdio>
#include <string>

#include "render/gl_error.h"

namespace gridlens {
namespace {

std::string egl_error(const char* what) {
  std::array<char, 16> code{};
  std::snprintf(code.data(), code.size(), "0x%04x", static_cast<unsigned>(eglGetError()));
  return std::string("cannot draw without a window: ") + what + " failed (EGL " + code.data() + ")";
}

EGLDisplay initialised(EGLDisplay display) {
  if (display == EGL_NO_DISPLAY || eglInitialize(display, nullptr, nullptr) == EGL_FALSE) {
    return EGL_NO_DISPLAY;
  }
  return display;
}

EGLDisplay open_display() {
  // Client extensions; epoxy asserts on entry points that are not there, so ask first.
  if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless") &&
      epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_base")) {
    const EGLDisplay display =
        initialised(eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr));
    if (display != EGL_NO_DISPLAY) return display;
  }
  return initialised(eglGetDisplay(EGL_DEFAULT_DISPLAY));
}

}  // namespace

struct OffscreenContext::Impl {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;

  Impl() {
    if (!epoxy_has_egl()) throw GlError("cannot draw without a window: libEGL is not installed");
    display = open_display();
    if (display == EGL_NO_DISPLAY) throw GlError(egl_error("eglInitialize"));
    if (!epoxy_has_egl_extension(display, "EGL_KHR_surfaceless_context")) {
      throw GlError("cannot draw without a window: EGL has no surfaceless contexts here");
    }
    if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE) throw GlError(egl_error("eglBindAPI"));
    const EGLint wanted[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (eglChooseConfig(display, wanted, &config, 1, &count) == EGL_FALSE || count == 0) {
      throw GlError(egl_error("eglChooseConfig"));
    }
    const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                 3,
                                 EGL_CONTEXT_MINOR_VERSION,
                                 3,
                                 EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                 EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                 EGL_NONE};
    context = eglCreateContext(display, config, EGL_NO_CONTEXT, attributes);
    if (context == EGL_NO_CONTEXT) throw GlError(egl_error("eglCreateContext (OpenGL 3.3 core)"));
  }
  // The display stays initialised: it is shared by all of the process, another context included.
  ~Impl() {
    if (context == EGL_NO_CONTEXT) return;
    if (eglGetCurrentContext() == context) {
      eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    }
    eglDestroyContext(display, context);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
};

OffscreenContext::OffscreenContext() : impl_(std::make_unique<Impl>()) {
  make_current();
}
OffscreenContext::~OffscreenContext() = default;

void OffscreenContext::make_current() {
  if (eglMakeCurrent(impl_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, impl_->context) == EGL_FALSE) {
    throw GlError(egl_error("eglMakeCurrent"));
  }
}

}  // namespace gridlens
