#pragma once

struct GLFWwindow;
struct ImFont;

namespace gridlens {

struct GuiFonts {
  ImFont* text = nullptr;
  ImFont* small = nullptr;  // captions, figures' units
  ImFont* bold = nullptr;   // headings, figures
};

// Dear ImGui: its context, the program's fonts and look, without a window or OpenGL (tests run the
// panels on this alone). One at a time.
class GuiContext {
 public:
  GuiContext();
  ~GuiContext();
  GuiContext(const GuiContext&) = delete;
  GuiContext& operator=(const GuiContext&) = delete;

  // Loads the fonts and sets the look for a screen of this scale (1: ordinary, 2: HiDPI). Not
  // between new frame and render. Font textures made before are void.
  void set_scale(double scale);
  [[nodiscard]] double scale() const { return scale_; }

 private:
  double scale_ = 0;
};

// The same, shown in a GLFW window whose OpenGL context is current.
class WindowGui {
 public:
  explicit WindowGui(GLFWwindow* window, double scale);
  ~WindowGui();
  WindowGui(const WindowGui&) = delete;
  WindowGui& operator=(const WindowGui&) = delete;

  void set_scale(double scale);
  void begin_frame();
  void end_frame();  // draws into the bound framebuffer
  [[nodiscard]] double scale() const { return context_.scale(); }

 private:
  GuiContext context_;
};

// Fonts of the current context.
const GuiFonts& gui_fonts();

}  // namespace gridlens
