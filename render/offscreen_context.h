#pragma once

#include <memory>

namespace gridlens {

// An OpenGL 3.3 core context without any window, for headless runs and tests. Needs no DISPLAY:
// made through EGL (Mesa's surfaceless platform, then the default one). Draw into an
// OffscreenTarget: there is no default framebuffer. Current on the thread that made it until
// destroyed there; objects of render/ must be destroyed before it.
class OffscreenContext {
 public:
  OffscreenContext();  // throws GlError with one line when no such context can be had
  ~OffscreenContext();
  OffscreenContext(const OffscreenContext&) = delete;
  OffscreenContext& operator=(const OffscreenContext&) = delete;

  void make_current();  // throws GlError

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gridlens
