#pragma once

#include <chrono>
#include <memory>
#include <opencv2/core/types.hpp>
#include <span>
#include <string>
#include <vector>

#include "app/session/command.h"
#include "app/session/session_view.h"
#include "app/settings/window_look.h"
#include "render/scene_renderer.h"

namespace gridlens {

struct WindowOptions {
  std::string title = "GridLens";
  cv::Size size_px;   // empty: most of the screen
  bool vsync = true;  // no tearing, at up to one refresh (16 ms) more latency
  WindowLook look;    // as the person left it
};

// The program's window: picture at the left, panels at the right. Main thread only. Its OpenGL
// context is current from construction to destruction: SceneRenderer and the like are made after
// it and destroyed before it.
//
//   Window window(options);
//   SceneRenderer scene;
//   while (!window.should_close()) {
//     window.wait(20ms);
//     if (auto result = session.poll()) { scene.set_picture(result->frame.bgr); changed = true; }
//     if (changed || window.needs_drawing()) {
//       for (const Command& command : window.draw(scene, session.view(), overlays)) ...;
//     }
//   }
class Window {
 public:
  // Throws std::runtime_error with one line (naming --headless) where no window can be had.
  explicit Window(const WindowOptions& options = {});
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  // The person closed the window.
  [[nodiscard]] bool should_close() const;

  // Sleeps until something happens: mouse, key, or until `patience` is over.
  void wait(std::chrono::milliseconds patience);

  // Something changed here (mouse, keys, size) that the last draw() did not show, or half a second
  // has passed: clocks and figures go on. Without it, nothing but a new result is a reason to draw.
  [[nodiscard]] bool needs_drawing() const;

  // Draws the picture that `scene` holds with its overlays and the panels, shows it, and returns
  // what the person asked for since. May wait for the screen (vsync).
  std::vector<Command> draw(SceneRenderer& scene, const SessionView& view,
                            std::span<const PlacedOverlay> boards);
  // As the person has arranged it by now.
  [[nodiscard]] const WindowLook& look() const;
  // The debug views are open: SessionView::debug is shown.
  [[nodiscard]] bool shows_debug() const;
  // Puts the text on the desktop's clipboard, where it stays while the window is there.
  void copy(const std::string& text);
  // The text that lies there; empty: none.
  [[nodiscard]] std::string pasted() const;

  // What the last draw() took, waiting for the screen left out.
  [[nodiscard]] double draw_ms() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gridlens
