#include "app/session/annotated_frames.h"

#include "app/session/placed_overlays.h"

namespace gridlens {

AnnotatedFrames::AnnotatedFrames(SceneRenderer& scene, HelpDesk& help)
    : scene_(scene), help_(help) {}

void AnnotatedFrames::draw(const FrameResult& result, const Settings& settings) {
  const cv::Mat& bgr = result.frame.bgr;
  target_.resize(bgr.size());
  target_.bind();
  auto overlays = placed_overlays(bgr, result.boards, settings, help_);
  fade_labels(result.boards, label_ages_, result.frame.time_ms, overlays);
  scene_.draw(bgr, overlays, View::of_picture(bgr.size(), settings.mirror));
}

std::optional<ReadPicture> AnnotatedFrames::add(const FrameResult& result, const Settings& settings,
                                                double time_ms, StageTimes& stages) {
  {
    const StageTimer timer(stages.draw);
    draw(result, settings);
  }
  const StageTimer timer(stages.readback);
  return readback_.fetch(target_, time_ms);
}

std::optional<ReadPicture> AnnotatedFrames::flush() {
  return readback_.flush();
}

}  // namespace gridlens
