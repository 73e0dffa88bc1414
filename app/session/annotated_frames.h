#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>

#include "app/session/text_age.h"
#include "core/display/help_desk.h"
#include "core/display/settings.h"
#include "core/pipeline/frame_result.h"
#include "render/offscreen_target.h"
#include "render/pixel_readback.h"
#include "render/scene_renderer.h"

namespace gridlens {

// Results as pictures with their overlay, at the frame's own size: drawn offscreen and read back
// through two pixel buffers, so that a picture comes out one call late. On the thread of the OpenGL
// context.
class AnnotatedFrames {
 public:
  AnnotatedFrames(SceneRenderer& scene, HelpDesk& help);  // borrowed

  // The picture of the call before; none on the first. `stages` gets the drawing times.
  std::optional<ReadPicture> add(const FrameResult& result, const Settings& settings,
                                 double time_ms, StageTimes& stages);
  std::optional<ReadPicture> flush();  // the last one

 private:
  void draw(const FrameResult& result, const Settings& settings);

  SceneRenderer& scene_;
  HelpDesk& help_;
  TextAge label_ages_;
  OffscreenTarget target_;
  PixelReadback readback_;
};

}  // namespace gridlens
