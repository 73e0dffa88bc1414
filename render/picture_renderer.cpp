#include "render/picture_renderer.h"

#include "core/image/frame.h"

namespace gridlens {

std::optional<ReadPicture> PictureRenderer::draw(std::span<const PlacedOverlay> boards, bool mirror,
                                                 PictureTag tag) {
  draw_only(boards, mirror);
  const Clock::time_point drawn = Clock::now();
  std::optional<ReadPicture> picture = readback_.fetch(target_, tag);
  times_.readback = milliseconds_between(drawn, Clock::now());
  return picture;
}

void PictureRenderer::draw_only(std::span<const PlacedOverlay> boards, bool mirror) {
  const Clock::time_point start = Clock::now();
  target_.resize(scene_.picture_size());
  target_.bind();
  scene_.draw(boards, View::of_picture(scene_.picture_size(), mirror));
  // A software rasteriser draws only when asked: flush, so that its threads start now.
  glFlush();
  times_.draw = milliseconds_between(start, Clock::now());
  times_.readback = 0;
}

}  // namespace gridlens
