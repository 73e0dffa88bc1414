#include "render/board_painter.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace gridlens {
namespace {

constexpr char kFont[] = "assets/fonts/Inter-SemiBold.otf";

// Label sizes in view pixels at text scale 1.
constexpr double kLabelCapHeight = 11;
constexpr double kLabelPaddingX = 10;
constexpr double kLabelPaddingY = 7;
constexpr double kLabelRadius = 7;
constexpr double kLabelGap = 8;  // between board and label

// A homography is free up to its sign; in front of the camera w must be positive for OpenGL's
// clipping. False when it is no usable map.
bool face_viewer(cv::Matx33d& plane, double n) {
  if (!std::all_of(plane.val, plane.val + 9, [](double v) { return std::isfinite(v); })) {
    return false;
  }
  const double w = (plane(2, 0) + plane(2, 1)) * n / 2 + plane(2, 2);
  if (std::abs(w) < 1e-12) return false;
  if (w < 0) plane *= -1;
  return true;
}

void attribute(GLuint index, GLint components, GLenum type, GLboolean normalised,
               std::size_t offset) {
  glEnableVertexAttribArray(index);
  glVertexAttribPointer(index, components, type, normalised, sizeof(PaintVertex),
                        reinterpret_cast<const void*>(offset));
}

}  // namespace

BoardPainter::BoardPainter()
    : atlas_(kFont),
      program_("board.vert", "board.frag"),
      vertex_array_(GlVertexArray::make()),
      vertices_(GlBuffer::make()),
      indices_(GlBuffer::make()),
      clip_from_plane_(program_.uniform("clip_from_plane")),
      soak_(program_.uniform("soak")) {
  glBindVertexArray(vertex_array_.id());
  glBindBuffer(GL_ARRAY_BUFFER, vertices_.id());
  attribute(0, 2, GL_FLOAT, GL_FALSE, offsetof(PaintVertex, place));
  attribute(1, 2, GL_FLOAT, GL_FALSE, offsetof(PaintVertex, local));
  attribute(2, 4, GL_FLOAT, GL_FALSE, offsetof(PaintVertex, box));
  attribute(3, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(PaintVertex, colour));
  attribute(4, 1, GL_FLOAT, GL_FALSE, offsetof(PaintVertex, kind));
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.id());
  glBindVertexArray(0);
  program_.use();
  glUniform1i(program_.uniform("glyphs"), 0);
  glUniform1f(program_.uniform("glyph_spread"), static_cast<float>(atlas_.spread_texels()));
}

void BoardPainter::paint(std::span<const PlacedOverlay> boards, const Placement& placement,
                         const View& view, double ink) {
  mesh_.clear();
  parts_.clear();
  for (const PlacedOverlay& board : boards) {
    cv::Matx33d view_from_board = placement.view_from_image * board.image_from_board.matrix();
    if (!face_viewer(view_from_board, board.n)) continue;
    const std::size_t first = mesh_.quad_count();
    mesh_.start_plane(view_from_board, view.mirror);
    for (const OverlayRect& rect : board.overlay.rects) mesh_.add_rect(rect);
    for (const OverlayStroke& stroke : board.overlay.strokes) mesh_.add_stroke(stroke);
    for (const OverlayGlyphs& glyphs : board.overlay.glyphs) mesh_.add_glyphs(glyphs, atlas_);
    parts_.push_back({view_from_board, first, mesh_.quad_count() - first, false});
  }
  const std::size_t first_label = mesh_.quad_count();
  mesh_.start_plane(cv::Matx33d::eye(), false);
  for (const PlacedOverlay& board : boards) {
    if (board.overlay.label) add_label(board, placement, view);
  }
  parts_.push_back({cv::Matx33d::eye(), first_label, mesh_.quad_count() - first_label, true});
  if (mesh_.quad_count() == 0) return;

  program_.use();
  glActiveTexture(GL_TEXTURE0);
  atlas_.bind();
  glBindVertexArray(vertex_array_.id());
  upload();
  const cv::Rect& picture = placement.picture_px;
  glEnable(GL_SCISSOR_TEST);
  glScissor(picture.x,
            view.top_row_first ? picture.y : view.target_px.height - picture.y - picture.height,
            picture.width, picture.height);
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFunc(GL_ONE, GL_SRC1_COLOR);
  for (const Part& part : parts_) {
    if (part.quads == 0) continue;
    set_uniform(clip_from_plane_, placement.clip_from_view * part.view_from_plane);
    glUniform1f(soak_, part.label ? 0.0f : static_cast<float>(std::clamp(ink, 0.0, 1.0)));
    glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(part.quads * 6), GL_UNSIGNED_INT,
                   reinterpret_cast<const void*>(part.first_quad * 6 * sizeof(std::uint32_t)));
  }
  glBlendFunc(GL_ONE, GL_ZERO);
  glDisable(GL_BLEND);
  glDisable(GL_SCISSOR_TEST);
  glBindVertexArray(0);
}

// Above the board where there is room, else below it, else where it covers less of it; always in
// the picture.
void BoardPainter::add_label(const PlacedOverlay& board, const Placement& placement,
                             const View& view) {
  const OverlayLabel& label = *board.overlay.label;
  cv::Matx33d view_from_board = placement.view_from_image * board.image_from_board.matrix();
  if (label.text.empty() || !face_viewer(view_from_board, board.n)) return;
  double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
  const Homography map(view_from_board);
  for (const cv::Point2d& corner : map.outline(board.n).corners) {
    if (!std::isfinite(corner.x) || !std::isfinite(corner.y)) return;
    left = std::min(left, corner.x);
    right = std::max(right, corner.x);
    top = std::min(top, corner.y);
    bottom = std::max(bottom, corner.y);
  }
  const double scale = view.text_scale;
  const double cap = kLabelCapHeight * scale;
  const TextExtent extent = measure_text(label.text, atlas_);
  const double width = extent.advance * cap + 2 * kLabelPaddingX * scale;
  const double height = cap + 2 * kLabelPaddingY * scale;
  const double gap = kLabelGap * scale;
  const cv::Rect& picture = placement.picture_px;
  const double edge = 4 * scale;  // kept free along the picture's border
  const double first_y = picture.y + edge;
  const double last_y = picture.y + picture.height - edge - height;
  const double above = std::max(top - gap - height, first_y);
  const double below = std::min(bottom + gap, last_y);
  const double covered_above = std::max(above + height - top, 0.0);
  const double covered_below = std::max(bottom - below, 0.0);
  double y = covered_above <= covered_below ? above : below;
  y = std::max(first_y, std::min(y, last_y));
  double x = 0.5 * (left + right - width);
  x = std::max<double>(picture.x + edge, std::min(x, picture.x + picture.width - edge - width));
  // Text is sharpest when its baseline lies on whole pixels: -0.5 is a pixel's upper edge.
  y = std::round(y) - 0.5;

  mesh_.add_rect({x, y, width, height, label.ground_colour}, kLabelRadius * scale);
  mesh_.add_text(label.text, {x + kLabelPaddingX * scale, y + kLabelPaddingY * scale + cap}, cap,
                 label.text_colour, atlas_);
}

void BoardPainter::upload() {
  const std::vector<PaintVertex>& vertices = mesh_.vertices();
  glBindBuffer(GL_ARRAY_BUFFER, vertices_.id());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size() * sizeof(PaintVertex)),
               vertices.data(), GL_STREAM_DRAW);
  if (mesh_.quad_count() <= index_quads_) return;
  index_quads_ = std::max<std::size_t>(mesh_.quad_count() * 2, 256);
  std::vector<std::uint32_t> indices;
  indices.reserve(index_quads_ * 6);
  for (std::uint32_t quad = 0; quad < index_quads_; ++quad) {
    for (const std::uint32_t corner : {0u, 1u, 2u, 2u, 1u, 3u})
      indices.push_back(quad * 4 + corner);
  }
  glBufferData(GL_ELEMENT_ARRAY_BUFFER,
               static_cast<GLsizeiptr>(indices.size() * sizeof(std::uint32_t)), indices.data(),
               GL_STATIC_DRAW);
}

}  // namespace gridlens
