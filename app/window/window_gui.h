#pragma once

#include "app/panels/gui_context.h"

struct GLFWwindow;

namespace gridlens {

// Dear ImGui in a GLFW window whose OpenGL context is current. Takes the window's callbacks over
// and goes on calling those that were set before.
class WindowGui {
 public:
  WindowGui(GLFWwindow* window, double scale);
  ~WindowGui();
  WindowGui(const WindowGui&) = delete;
  WindowGui& operator=(const WindowGui&) = delete;

  void set_scale(double scale);  // not between begin_frame and end_frame
  void set_theme(Theme theme) { context_.set_theme(theme); }  // nor this
  void begin_frame();
  void end_frame();  // draws into the bound framebuffer
  [[nodiscard]] double scale() const { return context_.scale(); }
  [[nodiscard]] Theme theme() const { return context_.theme(); }

 private:
  GuiContext context_;
};

}  // namespace gridlens
