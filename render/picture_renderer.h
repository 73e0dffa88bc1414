#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>
#include <span>

#include "render/offscreen_target.h"
#include "render/pixel_readback.h"
#include "render/scene_renderer.h"

namespace gridlens {

// Annotated pictures at the camera's own size, for recordings and headless runs. Pictures come back
// one call late, in order, each with its own tag.
class PictureRenderer {
 public:
  struct Times {  // of the last call, milliseconds of this thread
    double draw = 0, readback = 0;
  };

  // Draws with `scene`, which must outlive this and hold the picture already (set_picture).
  explicit PictureRenderer(SceneRenderer& scene) : scene_(scene) {}

  std::optional<ReadPicture> draw(std::span<const PlacedOverlay> boards, bool mirror,
                                  PictureTag tag);
  // The same without fetching the pixels: for showing target() only.
  void draw_only(std::span<const PlacedOverlay> boards, bool mirror);
  std::optional<ReadPicture> flush() { return readback_.flush(); }

  // The picture last drawn, top row first.
  [[nodiscard]] const OffscreenTarget& target() const { return target_; }
  [[nodiscard]] Times times() const { return times_; }

 private:
  SceneRenderer& scene_;
  OffscreenTarget target_;
  PixelReadback readback_;
  Times times_;
};

}  // namespace gridlens
