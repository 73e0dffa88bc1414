#pragma once

#include <array>
#include <cstdint>
#include <opencv2/core/matx.hpp>
#include <opencv2/core/types.hpp>
#include <string_view>
#include <vector>

#include "core/image/board_bend.h"
#include "core/overlay/overlay.h"
#include "render/glyph_atlas.h"

namespace gridlens {

struct PaintVertex {  // see shaders/plane.vert
  std::array<float, 2> place;
  std::array<float, 2> local;
  std::array<float, 4> box;
  std::array<std::uint8_t, 4> colour;
  float corner_radius;
  std::array<float, 3> edge;
  std::array<std::uint8_t, 4> paper;
  std::array<std::uint8_t, 4> halo;
};

// How a glyph's strokes are drawn. Lengths in cap heights.
struct GlyphPen {
  Rgba colour;
  Rgba background{1, 1, 1, 1};
  double grown = 0;     // on every side of a stroke
  double softness = 0;  // width of the edges
  double halo = 0;
  Rgba halo_colour{0, 0, 0, 0};
};

// Quads for shaders/plane.vert, four vertices each (corners in Z order), in painting order: later
// ones lie on top. Lengths are in the plane's own units. Plain computation, no OpenGL calls.
class PaintMesh {
 public:
  // `view_from_plane`: how the plane will be shown; tells how far a one-pixel margin for the
  // anti-aliased edge reaches. `mirror`: texts are painted turned left to right about their own
  // centre, so that they read normally in a mirrored picture. `bend`: what is added to p is painted
  // at p + bend(p); long strokes are cut into short pieces for it.
  void start_plane(const cv::Matx33d& view_from_plane, bool mirror, const BoardBend& bend = {});

  void add_rect(const OverlayRect& rect, double corner_radius = 0);
  void add_stroke(const OverlayStroke& stroke);
  void add_glyphs(const OverlayGlyphs& glyphs, GlyphAtlas& atlas);
  // A line of text, left end of the baseline at `pen`, never mirrored.
  void add_text(std::string_view text, cv::Point2d pen, double cap_height, const Rgba& colour,
                GlyphAtlas& atlas);

  void clear() { vertices_.clear(); }
  [[nodiscard]] const std::vector<PaintVertex>& vertices() const { return vertices_; }
  // Since start_plane: the most atlas texels that a view pixel spans in a glyph, 0 without glyphs.
  [[nodiscard]] double texels_per_pixel() const { return texels_per_pixel_; }
  [[nodiscard]] std::size_t quad_count() const { return vertices_.size() / 4; }

 private:
  // The stroke's points, without repetitions, close enough together to follow the bend.
  [[nodiscard]] std::vector<cv::Point2d> stroke_points(const OverlayStroke& stroke) const;
  // Of a text of a cap height, and the cap height to draw it at: the edges' growth included, it
  // then has the wished one.
  [[nodiscard]] GlyphPen pen_for(const OverlayGlyphs& glyphs, const GlyphAtlas& atlas,
                                 double& height) const;
  void push(cv::Point2d place, cv::Point2d local, const std::array<float, 4>& box,
            const std::array<std::uint8_t, 4>& colour, float corner_radius,
            const std::array<float, 3>& edge = {}, const GlyphPen& pen = {});
  // Plane units that one view pixel covers at `place`, in the direction where that is most.
  [[nodiscard]] double pixel_units(cv::Point2d place) const;
  void add_glyph(const Glyph& glyph, cv::Point2d at, cv::Point2d scale, double mirror_about,
                 const GlyphPen& pen);

  cv::Matx33d view_from_plane_ = cv::Matx33d::eye();
  bool mirror_ = false;
  BoardBend bend_;
  double texels_per_pixel_ = 0;
  std::vector<PaintVertex> vertices_;
};

// Where the pens of a text end and which part of the line is ink, in cap heights.
struct TextExtent {
  double advance = 0;
  double ink_left = 0, ink_right = 0;
};
TextExtent measure_text(std::string_view text, GlyphAtlas& atlas);

}  // namespace gridlens
