#include "app/session/annotator.h"

#include "app/session/placed_overlays.h"

namespace gridlens {

cv::Mat Annotator::annotate(const cv::Mat& picture, const std::vector<BoardResult>& boards,
                            const Settings& settings, StageTimes* stages) {
  StageTimes unwanted;
  StageTimes& times = stages ? *stages : unwanted;
  {
    const StageTimer timer(times.draw);
    target_.resize(picture.size());
    target_.bind();
    scene_.draw(picture, placed_overlays(picture, boards, settings, help_),
                View::of_picture(picture.size(), settings.mirror));
  }
  const StageTimer timer(times.readback);
  readback_.fetch(target_, {});
  return readback_.flush()->bgr;
}

}  // namespace gridlens
