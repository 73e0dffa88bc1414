#pragma once

#include <memory>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <vector>

#include "app/screen/screen_view.h"
#include "core/capture/frame_source.h"
#include "core/image/frame.h"
#include "render/offscreen_target.h"
#include "render/pixel_readback.h"
#include "render/scene_renderer.h"

namespace gridlens {

class X11Display;
class X11OverlayWindow;

// The overlay over the program that is read: what the scene paints on the boards lies over that
// window or part of the screen, transparent elsewhere; the mouse goes through. Seen while a
// compositor runs. Lives on the thread of the OpenGL context.
class ScreenOverlay {
 public:
  explicit ScreenOverlay(SceneRenderer& scene);  // borrowed
  ~ScreenOverlay();
  ScreenOverlay(const ScreenOverlay&) = delete;
  ScreenOverlay& operator=(const ScreenOverlay&) = delete;

  void turn(bool on);
  [[nodiscard]] bool is_on() const { return view_.on; }
  // `bgr` is the scene's picture, of a source that lies at `place`.
  void show(const cv::Mat& bgr, const std::vector<PlacedOverlay>& overlays,
            const std::optional<ScreenPlace>& place);
  // Follows the window; to be called often, whether a picture came or not. `place`: of the source
  // that is open.
  void follow(const std::optional<ScreenPlace>& place);
  [[nodiscard]] const ScreenOverlayView& view() const { return view_; }

 private:
  bool prepare();
  void hide();

  SceneRenderer& scene_;
  OffscreenTarget target_;
  PixelReadback readback_;
  ScreenOverlayView view_;
  std::unique_ptr<X11Display> display_;
  std::unique_ptr<X11OverlayWindow> window_;
  std::optional<ScreenPlace> shown_for_;
  Clock::time_point followed_at_{}, compositor_seen_at_{};
  bool compositor_ = false;
};

// What differs between a picture and the same one painted on, CV_8UC3 both: as painted and opaque;
// transparent elsewhere. CV_8UC4.
cv::Mat painted_alone(const cv::Mat& bgr, const cv::Mat& painted);

}  // namespace gridlens
