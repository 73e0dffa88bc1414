#include "app/session/annotator.h"

#include <utility>

#include "app/session/placed_overlays.h"
#include "core/pipeline/stage_timer.h"
#include "render/offscreen_context.h"
#include "render/offscreen_target.h"
#include "render/pixel_readback.h"
#include "render/scene_renderer.h"

namespace gridlens {

struct Annotator::Impl {
  OffscreenContext context;  // first: all below lives in it
  SceneRenderer scene;
  OffscreenTarget target;
  PixelReadback readback;
  HelpDesk help;
};

Annotator::Annotator() : impl_(std::make_unique<Impl>()) {}

Annotator::~Annotator() = default;

cv::Mat Annotator::annotate(const cv::Mat& picture, const std::vector<BoardResult>& boards,
                            const Settings& settings, StageTimes* stages) {
  StageTimes times;
  {
    const StageTimer timer(times.draw);
    impl_->target.resize(picture.size());
    impl_->target.bind();
    impl_->scene.draw(picture, placed_overlays(picture, boards, settings, impl_->help),
                      View::of_picture(picture.size(), settings.mirror));
  }
  cv::Mat annotated;
  {
    const StageTimer timer(times.readback);
    impl_->readback.fetch(impl_->target, {});
    annotated = impl_->readback.flush()->bgr;
  }
  if (stages) {
    stages->draw = times.draw;
    stages->readback = times.readback;
  }
  return annotated;
}

}  // namespace gridlens
