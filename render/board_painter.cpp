#include "render/board_painter.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <opencv2/imgproc.hpp>
#include <optional>

namespace gridlens {
namespace {

constexpr char kFont[] = "assets/fonts/Inter-SemiBold.otf";
constexpr double kTexelsForOneSample = 3;  // a pixel of a digit may span this much of the atlas

// Label sizes in view pixels at text scale 1.
constexpr double kLabelCapHeight = 11;
constexpr double kLabelPaddingX = 10;
constexpr double kLabelPaddingY = 7;
constexpr double kLabelRadius = 7;
constexpr double kLabelGap = 8;              // between board and label
constexpr double kLabelEdge = 4;             // kept free along the picture's border
constexpr double kLabelsInPicture = 280;     // shorter side, pixels, where text scale 1 is the most
constexpr double kSmallestLabelScale = 0.6;  // smaller text is not read
constexpr double kLabelShrinks = 0.9;        // from one try to the next
constexpr double kFar = 1e6;                 // view pixels

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

// The board's outline in view pixels; empty where it is no usable place.
std::vector<cv::Point2f> outline_of(const PlacedOverlay& board, const Placement& placement) {
  cv::Matx33d view_from_board = placement.view_from_image * board.image_from_board.matrix();
  if (!face_viewer(view_from_board, board.n)) return {};
  std::vector<cv::Point2f> outline;
  for (const cv::Point2d& corner : Homography(view_from_board).outline(board.n).corners) {
    if (!(std::abs(corner.x) < kFar && std::abs(corner.y) < kFar)) return {};
    outline.emplace_back(corner);
  }
  return outline;
}

cv::Rect2d bounding_box(const std::vector<cv::Point2f>& outline) {
  cv::Point2d low(outline.front()), high(outline.front());
  for (const cv::Point2f& corner : outline) {
    low = {std::min<double>(low.x, corner.x), std::min<double>(low.y, corner.y)};
    high = {std::max<double>(high.x, corner.x), std::max<double>(high.y, corner.y)};
  }
  return {low, high};
}

bool covers_any(const cv::Rect2d& label, const std::vector<std::vector<cv::Point2f>>& outlines) {
  const std::vector<cv::Point2f> box{label.tl(), cv::Point2f(cv::Point2d(label.br().x, label.y)),
                                     label.br(), cv::Point2f(cv::Point2d(label.x, label.br().y))};
  std::vector<cv::Point2f> common;
  return std::any_of(outlines.begin(), outlines.end(), [&](const auto& outline) {
    return !outline.empty() && cv::intersectConvexConvex(box, outline, common) > 1;
  });
}

// Upper left corner of a label of a size beside the board, in the picture and clear of all boards.
std::optional<cv::Point2d> label_place(cv::Size2d size, const cv::Rect2d& around,
                                       const cv::Rect2d& picture, double scale,
                                       const std::vector<std::vector<cv::Point2f>>& outlines) {
  const double edge = kLabelEdge * scale, gap = kLabelGap * scale;
  const cv::Point2d least(picture.x + edge, picture.y + edge);
  const cv::Point2d most(picture.br().x - edge - size.width, picture.br().y - edge - size.height);
  if (most.x < least.x || most.y < least.y) return std::nullopt;
  const double middle_x = around.x + (around.width - size.width) / 2;
  const double middle_y = around.y + (around.height - size.height) / 2;
  for (const cv::Point2d& wished : {cv::Point2d(middle_x, around.y - gap - size.height),
                                    {middle_x, around.br().y + gap},
                                    {around.br().x + gap, middle_y},
                                    {around.x - gap - size.width, middle_y}}) {
    const cv::Point2d place(std::clamp(wished.x, least.x, most.x),
                            std::clamp(wished.y, least.y, most.y));
    if (!covers_any({place, size}, outlines)) return place;
  }
  return std::nullopt;
}

}  // namespace

BoardPainter::Program::Program(const char* fragment_file)
    : shaders("plane.vert", fragment_file),
      clip_from_plane(shaders.uniform("clip_from_plane")),
      soak(shaders.uniform("soak")) {}

BoardPainter::BoardPainter()
    : atlas_(kFont),
      shapes_("shape.frag"),
      glyphs_("glyph.frag"),
      atlas_texel_(glyphs_.shaders.uniform("atlas_texel")),
      samples_(glyphs_.shaders.uniform("samples")),
      vertex_array_(GlVertexArray::make()),
      vertices_(GlBuffer::make()),
      indices_(GlBuffer::make()) {
  glBindVertexArray(vertex_array_.id());
  glBindBuffer(GL_ARRAY_BUFFER, vertices_.id());
  attribute(0, 2, GL_FLOAT, GL_FALSE, offsetof(PaintVertex, place));
  attribute(1, 2, GL_FLOAT, GL_FALSE, offsetof(PaintVertex, local));
  attribute(2, 4, GL_FLOAT, GL_FALSE, offsetof(PaintVertex, box));
  attribute(3, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(PaintVertex, colour));
  attribute(4, 1, GL_FLOAT, GL_FALSE, offsetof(PaintVertex, corner_radius));
  attribute(5, 3, GL_FLOAT, GL_FALSE, offsetof(PaintVertex, edge));
  attribute(6, 3, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(PaintVertex, paper));
  attribute(7, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(PaintVertex, halo));
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_.id());
  glBindVertexArray(0);
  glyphs_.shaders.use();
  glUniform1i(glyphs_.shaders.uniform("glyphs"), 0);
  glUniform1f(glyphs_.shaders.uniform("glyph_spread"), static_cast<float>(atlas_.spread_texels()));
}

void BoardPainter::paint(std::span<const PlacedOverlay> boards, const Placement& placement,
                         const View& view, double ink) {
  mesh_.clear();
  parts_.clear();
  for (const PlacedOverlay& board : boards) add_board(board, placement, view, ink);
  outlines_.clear();
  for (const PlacedOverlay& board : boards) outlines_.push_back(outline_of(board, placement));
  for (std::size_t i = 0; i < boards.size(); ++i)
    if (boards[i].overlay.label) add_label(*boards[i].overlay.label, outlines_[i], placement, view);
  if (parts_.empty()) return;

  glBindVertexArray(vertex_array_.id());
  upload();
  const cv::Rect& picture = placement.picture_px;
  glEnable(GL_SCISSOR_TEST);
  glScissor(picture.x,
            view.top_row_first ? picture.y : view.target_px.height - picture.y - picture.height,
            picture.width, picture.height);
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFunc(GL_ONE, GL_SRC1_COLOR);
  draw_parts(placement);
  glBlendFunc(GL_ONE, GL_ZERO);
  glDisable(GL_BLEND);
  glDisable(GL_SCISSOR_TEST);
  glBindVertexArray(0);
}

void BoardPainter::draw_parts(const Placement& placement) {
  glActiveTexture(GL_TEXTURE0);
  atlas_.bind();
  for (const Part& part : parts_) {
    const Program& program = part.glyphs ? glyphs_ : shapes_;
    program.shaders.use();
    set_uniform(program.clip_from_plane, placement.clip_from_view * part.view_from_plane);
    glUniform1f(program.soak, static_cast<float>(std::clamp(part.ink, 0.0, 1.0)));
    if (part.glyphs) {
      glUniform1i(samples_, part.samples);
      glUniform2f(atlas_texel_, 1.0f / static_cast<float>(atlas_.size().width),
                  1.0f / static_cast<float>(atlas_.size().height));
    }
    glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(part.quads * 6), GL_UNSIGNED_INT,
                   reinterpret_cast<const void*>(part.first_quad * 6 * sizeof(std::uint32_t)));
  }
}

// The quads added since the last part become one.
void BoardPainter::close_part(const cv::Matx33d& view_from_plane, bool glyphs, double ink) {
  const std::size_t first = parts_.empty() ? 0 : parts_.back().first_quad + parts_.back().quads;
  if (mesh_.quad_count() == first) return;
  const int samples = mesh_.texels_per_pixel() > kTexelsForOneSample ? 4 : 1;
  parts_.push_back({view_from_plane, first, mesh_.quad_count() - first, glyphs, samples, ink});
}

void BoardPainter::add_board(const PlacedOverlay& board, const Placement& placement,
                             const View& view, double ink) {
  cv::Matx33d view_from_board = placement.view_from_image * board.image_from_board.matrix();
  if (!face_viewer(view_from_board, board.n)) return;
  mesh_.start_plane(view_from_board, view.mirror, board.bend);
  for (const OverlayRect& rect : board.overlay.rects) mesh_.add_rect(rect);
  for (const OverlayStroke& stroke : board.overlay.strokes) mesh_.add_stroke(stroke);
  close_part(view_from_board, false, ink);
  for (const OverlayGlyphs& glyphs : board.overlay.glyphs) mesh_.add_glyphs(glyphs, atlas_);
  close_part(view_from_board, true, ink);
}

// Beside the board where there is room in the picture and no board lies: above, below, right, left.
// Where a label fits nowhere it is painted smaller, and in the end not at all: the board is never
// covered.
void BoardPainter::add_label(const OverlayLabel& label, const std::vector<cv::Point2f>& outline,
                             const Placement& placement, const View& view) {
  if (label.text.empty() || outline.empty()) return;
  const cv::Rect2d picture = placement.picture_px;
  const cv::Rect2d around = bounding_box(outline);
  const double in_picture = std::min(picture.width, picture.height) / kLabelsInPicture;
  double scale = std::min(view.text_scale, std::max(in_picture, kSmallestLabelScale));
  for (; scale >= kSmallestLabelScale * 0.99; scale *= kLabelShrinks) {
    const double cap = kLabelCapHeight * scale;
    const cv::Size2d size(
        measure_text(label.text, atlas_).advance * cap + 2 * kLabelPaddingX * scale,
        cap + 2 * kLabelPaddingY * scale);
    const auto place = label_place(size, around, picture, scale, outlines_);
    if (!place) continue;
    // Text is sharpest when its baseline lies on whole pixels: -0.5 is a pixel's upper edge.
    const double x = place->x, y = std::round(place->y) - 0.5;
    mesh_.start_plane(cv::Matx33d::eye(), false);
    mesh_.add_rect({x, y, size.width, size.height, label.background_colour}, kLabelRadius * scale);
    close_part(cv::Matx33d::eye(), false, 0);
    mesh_.add_text(label.text, {x + kLabelPaddingX * scale, y + kLabelPaddingY * scale + cap}, cap,
                   label.text_colour, atlas_);
    close_part(cv::Matx33d::eye(), true, 0);
    return;
  }
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
