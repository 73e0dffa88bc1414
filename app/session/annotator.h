#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/display/help_desk.h"
#include "core/pipeline/frame_result.h"
#include "render/offscreen_context.h"
#include "render/offscreen_target.h"
#include "render/pixel_readback.h"
#include "render/scene_renderer.h"

namespace gridlens {

// Paints overlays on pictures with the program's own OpenGL painting code, offscreen: the picture's
// size in, the same size out. Makes its own OpenGL context (EGL, no display needed) and must stay
// on the thread that made it. Throws std::runtime_error with one clear line where there is no
// OpenGL.
class Annotator {
 public:
  // CV_8UC3 BGR, `picture`'s size. `stages`: adds the times for drawing and reading back, if
  // wanted.
  cv::Mat annotate(const cv::Mat& picture, const std::vector<BoardResult>& boards,
                   const Settings& settings, StageTimes* stages = nullptr);

 private:
  OffscreenContext context_;  // first: all below lives in it
  SceneRenderer scene_;
  OffscreenTarget target_;
  PixelReadback readback_;
  HelpDesk help_;
};

}  // namespace gridlens
