#include "render/scene_renderer.h"

namespace gridlens {

SceneRenderer::SceneRenderer()
    : picture_program_("frame.vert", "frame.frag"),
      clip_from_image_(picture_program_.uniform("clip_from_image")),
      image_size_(picture_program_.uniform("image_size")),
      no_attributes_(GlVertexArray::make()) {
  picture_program_.use();
  glUniform1i(picture_program_.uniform("picture"), 0);
}

void SceneRenderer::draw(std::span<const PlacedOverlay> boards, const View& view) {
  const cv::Size size = picture_.size();
  if (size.empty() || view.area_px.empty()) return;
  const Placement placement = place_picture(size, view);

  glViewport(0, 0, view.target_px.width, view.target_px.height);
  glDisable(GL_BLEND);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  const bool as_it_is = placement.picture_px.size() == size && !view.mirror;
  if (as_it_is && view.top_row_first && placement.picture_px.tl() == cv::Point()) {
    picture_.copy_to_framebuffer();
  } else {
    draw_picture(placement);
  }
  painter_.paint(boards, placement, view, ink_);
}

void SceneRenderer::draw_picture(const Placement& placement) {
  const cv::Size size = picture_.size();
  glActiveTexture(GL_TEXTURE0);
  if (placement.scale < 0.5) picture_.make_mipmaps();
  picture_.set_smooth(placement.picture_px.size() != size);
  picture_.bind();
  picture_program_.use();
  set_uniform(clip_from_image_, placement.clip_from_view * placement.view_from_image);
  glUniform2f(image_size_, static_cast<float>(size.width), static_cast<float>(size.height));
  glBindVertexArray(no_attributes_.id());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glBindVertexArray(0);
}

}  // namespace gridlens
