#pragma once

#include <opencv2/core/mat.hpp>
#include <span>

#include "render/board_painter.h"
#include "render/frame_texture.h"
#include "render/gl_objects.h"
#include "render/shader_program.h"
#include "render/view.h"

namespace gridlens {

// Draws a camera picture and what lies on its boards. Belongs to the context that was current when
// it was made, and to its thread.
class SceneRenderer {
 public:
  SceneRenderer();  // throws GlError, or std::runtime_error when a shader or font file is missing

  // The picture that draw() shows from now on; copied to the card. CV_8UC3, any step.
  void set_picture(const cv::Mat& bgr) { picture_.upload(bgr); }
  [[nodiscard]] cv::Size picture_size() const { return picture_.size(); }

  // Into the bound framebuffer (its size must be view.target_px). Nothing outside view.area_px is
  // touched; the letterbox bars are left as they are. Nothing at all before set_picture().
  void draw(std::span<const PlacedOverlay> boards, const View& view);
  void draw(const cv::Mat& bgr, std::span<const PlacedOverlay> boards, const View& view) {
    set_picture(bgr);
    draw(boards, view);
  }

  // How much the overlay soaks into the paper: see BoardPainter::paint.
  void set_ink(double ink) { ink_ = ink; }

 private:
  void draw_picture(const Placement& placement);

  FrameTexture picture_;
  ShaderProgram picture_program_;
  GLint clip_from_image_ = -1;
  GLint image_size_ = -1;
  GlVertexArray no_attributes_;
  BoardPainter painter_;
  double ink_ = 0.6;
};

}  // namespace gridlens
