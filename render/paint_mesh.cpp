#include "render/paint_mesh.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gridlens {
namespace {

constexpr double kMarginPx = 1.0;        // beyond an edge, for its anti-aliased ramp
constexpr double kMaxMarginUnits = 0.5;  // near the horizon a pixel covers the whole board
constexpr double kOpenEnd = 1e4;         // "no edge here", plane units
constexpr double kLongestMitre = 3;      // of the half width; sharper corners are cut
constexpr double kLongestPiece = 1;      // of a stroke on a bent board, plane units
constexpr double kWidestText = 0.78;     // of a cell
constexpr double kNarrowest = 0.78;      // wide texts are condensed to this, then shrunk
constexpr double kThinnestPx = 1.25;     // of strokes that follow the print
constexpr double kMostOfHeight = 0.3;    // of a stroke
constexpr double kMostThinned = 0.36;    // of the font's strokes, on either side
constexpr double kMostGrown = 0.08;      // cap heights

std::array<std::uint8_t, 4> bytes(const Rgba& colour) {
  const auto byte = [](float value) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0f, 1.0f) * 255.0f));
  };
  return {byte(colour.r), byte(colour.g), byte(colour.b), byte(colour.a)};
}

std::array<float, 4> box_of(double x0, double y0, double x1, double y1) {
  return {static_cast<float>(x0), static_cast<float>(y0), static_cast<float>(x1),
          static_cast<float>(y1)};
}

cv::Point2d left_of(cv::Point2d direction) {
  return {-direction.y, direction.x};
}

// Neighbouring segments meet on the line through the joint along this vector (in half widths), so
// that a see-through stroke is nowhere painted twice.
cv::Point2d mitre(cv::Point2d before, cv::Point2d after) {
  const cv::Point2d a = left_of(before);
  const cv::Point2d b = left_of(after);
  const cv::Point2d sum = a + b;
  const double shared = 1 + a.dot(b);
  if (shared < 1e-6) return a;
  const cv::Point2d vector = sum * (1 / shared);
  const double length = std::hypot(vector.x, vector.y);
  return length > kLongestMitre ? vector * (kLongestMitre / length) : vector;
}

}  // namespace

void PaintMesh::start_plane(const cv::Matx33d& view_from_plane, bool mirror,
                            const BoardBend& bend) {
  view_from_plane_ = view_from_plane;
  mirror_ = mirror;
  bend_ = bend;
  texels_per_pixel_ = 0;
}

void PaintMesh::push(cv::Point2d place, cv::Point2d local, const std::array<float, 4>& box,
                     const std::array<std::uint8_t, 4>& colour, float corner_radius,
                     const std::array<float, 3>& edge, const GlyphPen& pen) {
  const cv::Point2d bent = place + bend_(place);
  vertices_.push_back({{static_cast<float>(bent.x), static_cast<float>(bent.y)},
                       {static_cast<float>(local.x), static_cast<float>(local.y)},
                       box,
                       colour,
                       corner_radius,
                       edge,
                       bytes(pen.background),
                       bytes(pen.halo_colour)});
}

std::vector<cv::Point2d> PaintMesh::stroke_points(const OverlayStroke& stroke) const {
  std::vector<cv::Point2d> given;
  for (const auto& [x, y] : stroke.points)
    if (given.empty() || cv::norm(cv::Point2d(x, y) - given.back()) > 1e-9)
      given.emplace_back(x, y);
  if (stroke.closed && given.size() > 1 && cv::norm(given.front() - given.back()) < 1e-9)
    given.pop_back();
  if (bend_.flat() || given.size() < 2) return given;
  std::vector<cv::Point2d> points;
  const std::size_t segments = stroke.closed ? given.size() : given.size() - 1;
  for (std::size_t i = 0; i < segments; ++i) {
    const cv::Point2d along = given[(i + 1) % given.size()] - given[i];
    const int pieces =
        std::clamp(static_cast<int>(std::ceil(cv::norm(along) / kLongestPiece)), 1, 99);
    for (int piece = 0; piece < pieces; ++piece)
      points.push_back(given[i] + along * (static_cast<double>(piece) / pieces));
  }
  if (!stroke.closed) points.push_back(given.back());
  return points;
}

double PaintMesh::pixel_units(cv::Point2d place) const {
  const cv::Matx33d& h = view_from_plane_;
  const double w = h(2, 0) * place.x + h(2, 1) * place.y + h(2, 2);
  if (std::abs(w) < 1e-12) return kMaxMarginUnits;
  const double u = (h(0, 0) * place.x + h(0, 1) * place.y + h(0, 2)) / w;
  const double v = (h(1, 0) * place.x + h(1, 1) * place.y + h(1, 2)) / w;
  const double a = (h(0, 0) - u * h(2, 0)) / w;
  const double b = (h(0, 1) - u * h(2, 1)) / w;
  const double c = (h(1, 0) - v * h(2, 0)) / w;
  const double d = (h(1, 1) - v * h(2, 1)) / w;
  // Smaller singular value of the Jacobian (pixels per unit where it is least).
  const double squares = a * a + b * b + c * c + d * d;
  const double determinant = a * d - b * c;
  const double root = std::sqrt(std::max(squares * squares - 4 * determinant * determinant, 0.0));
  const double least = std::sqrt(std::max(0.5 * (squares - root), 0.0));
  return least < 1e-9 ? kMaxMarginUnits : std::min(1 / least, kMaxMarginUnits);
}

void PaintMesh::add_rect(const OverlayRect& rect, double corner_radius) {
  if (rect.colour.a <= 0) return;
  const double x0 = rect.x, y0 = rect.y, x1 = rect.x + rect.width, y1 = rect.y + rect.height;
  const double margin = kMarginPx * std::max({pixel_units({x0, y0}), pixel_units({x1, y0}),
                                              pixel_units({x0, y1}), pixel_units({x1, y1})});
  const auto box = box_of(x0, y0, x1, y1);
  const auto colour = bytes(rect.colour);
  const auto rounding = static_cast<float>(std::max(corner_radius, 0.0));
  for (const double y : {y0 - margin, y1 + margin}) {
    for (const double x : {x0 - margin, x1 + margin}) {
      push({x, y}, {x, y}, box, colour, rounding, {rect.covers ? 1.0f : 0.0f, 0, 0});
    }
  }
}

void PaintMesh::add_stroke(const OverlayStroke& stroke) {
  const std::vector<cv::Point2d> points = stroke_points(stroke);
  if (points.size() < 2 || stroke.width <= 0 || stroke.colour.a <= 0) return;
  const bool closed = stroke.closed && points.size() > 2;
  const std::size_t count = points.size();
  const std::size_t segments = closed ? count : count - 1;
  const auto colour = bytes(stroke.colour);
  const double half = stroke.width / 2;
  const auto direction = [&](std::size_t segment) {
    const cv::Point2d d = points[(segment + 1) % count] - points[segment % count];
    return d * (1 / std::hypot(d.x, d.y));
  };
  // One margin for all of it, so that neighbours share their corner points exactly.
  double margin = 0;
  for (const cv::Point2d& point : points) margin = std::max(margin, kMarginPx * pixel_units(point));

  for (std::size_t i = 0; i < segments; ++i) {
    const cv::Point2d from = points[i];
    const cv::Point2d to = points[(i + 1) % count];
    const cv::Point2d along = direction(i);
    const cv::Point2d across = left_of(along);
    const double length = cv::norm(to - from);
    const bool joined_before = closed || i > 0;
    const bool joined_after = closed || i + 1 < segments;
    const cv::Point2d side_before =
        joined_before ? mitre(direction((i + segments - 1) % segments), along) : across;
    const cv::Point2d side_after =
        joined_after ? mitre(along, direction((i + 1) % segments)) : across;
    const cv::Point2d start = joined_before ? from : from - along * (half + margin);
    const cv::Point2d end = joined_after ? to : to + along * (half + margin);
    const auto box = box_of(joined_before ? -kOpenEnd : -half, -half,
                            joined_after ? kOpenEnd : length + half, half);
    for (const double side : {-(half + margin), half + margin}) {
      for (const cv::Point2d& corner : {start + side_before * side, end + side_after * side}) {
        const cv::Point2d offset = corner - from;
        push(corner, {offset.dot(along), offset.dot(across)}, box, colour, 0);
      }
    }
  }
}

void PaintMesh::add_glyph(const Glyph& glyph, cv::Point2d at, cv::Point2d scale,
                          double mirror_about, const GlyphPen& pen) {
  if (glyph.texels.empty()) return;
  // Paint no more of the field around the ink than the anti-aliased edge needs.
  const double pixel = pixel_units(at);
  const double around = std::max(pen.grown, 0.0) + pen.halo + pen.softness / 2;
  const double texels_per_unit = glyph.texels.height / (scale.y * glyph.quad.height);
  texels_per_pixel_ = std::max(texels_per_pixel_, pixel * texels_per_unit);
  const cv::Point2d margin(kMarginPx * pixel / scale.x + around,
                           kMarginPx * pixel / scale.y + around);
  const cv::Rect2d grown{glyph.ink.tl() - margin, glyph.ink.br() + margin};
  const cv::Rect2d quad = grown & glyph.quad;
  const cv::Rect2d& t = glyph.texels;
  // Half a texel in: the sampler must not mix in the neighbour's field.
  const auto box = box_of(t.x + 0.5, t.y + 0.5, t.x + t.width - 0.5, t.y + t.height - 0.5);
  const auto tint = bytes(pen.colour);
  const double texels_per_cap = t.height / glyph.quad.height;
  const std::array<float, 3> edge{static_cast<float>(pen.grown * texels_per_cap),
                                  static_cast<float>(pen.softness * texels_per_cap),
                                  static_cast<float>(pen.halo * texels_per_cap)};
  for (const double part_y : {0.0, 1.0}) {
    for (const double part_x : {0.0, 1.0}) {
      const cv::Point2d place(quad.x + part_x * quad.width, quad.y + part_y * quad.height);
      const double x = at.x + scale.x * place.x;
      const double y = at.y + scale.y * place.y;
      const cv::Point2d texel(t.x + (place.x - glyph.quad.x) / glyph.quad.width * t.width,
                              t.y + (place.y - glyph.quad.y) / glyph.quad.height * t.height);
      push({mirror_ ? 2 * mirror_about - x : x, y}, texel, box, tint, 0, edge, pen);
    }
  }
}

GlyphPen PaintMesh::pen_for(const OverlayGlyphs& glyphs, const GlyphAtlas& atlas,
                            double& height) const {
  GlyphPen pen{glyphs.colour, glyphs.background.value_or(Rgba{1, 1, 1, 1})};
  if (glyphs.stroke > 0) {
    const double stroke = std::max(glyphs.stroke, kThinnestPx * pixel_units({glyphs.x, glyphs.y}));
    // Grown by g, a stroke is (stroke + 2 g) / (1 + 2 g) of the height.
    const double wanted = std::clamp(stroke / glyphs.height, 0.0, kMostOfHeight);
    pen.grown = std::clamp(0.5 * (wanted - atlas.stroke()) / (1 - wanted),
                           -kMostThinned * atlas.stroke(), kMostGrown);
    height /= 1 + 2 * pen.grown;
  }
  pen.softness = glyphs.softness / height;
  // The distance field tells of no more.
  const double known = atlas.spread_texels() / GlyphAtlas::texels_per_cap();
  pen.halo = std::clamp(glyphs.halo / height, 0.0, std::max(0.9 * known - pen.grown, 0.0));
  pen.halo_colour = glyphs.halo_colour;
  return pen;
}

void PaintMesh::add_glyphs(const OverlayGlyphs& glyphs, GlyphAtlas& atlas) {
  const TextExtent extent = measure_text(glyphs.text, atlas);
  const double width = (extent.ink_right - extent.ink_left) * glyphs.height;
  if (width <= 0 || glyphs.colour.a <= 0) return;
  const double squeeze = std::min(1.0, kWidestText / width);
  const double condensed = std::max(squeeze, kNarrowest);
  double height = glyphs.height * squeeze / condensed;
  const GlyphPen pen = pen_for(glyphs, atlas, height);
  const cv::Point2d scale(height * condensed, height);
  cv::Point2d at(glyphs.x - scale.x * 0.5 * (extent.ink_left + extent.ink_right),
                 glyphs.y + 0.5 * scale.y);
  for (const char32_t character : characters(glyphs.text)) {
    const Glyph& glyph = atlas.glyph(character);
    add_glyph(glyph, at, scale, glyphs.x, pen);
    at.x += scale.x * glyph.advance;
  }
}

void PaintMesh::add_text(std::string_view text, cv::Point2d pen, double cap_height,
                         const Rgba& colour, GlyphAtlas& atlas) {
  const bool mirror = std::exchange(mirror_, false);
  for (const char32_t character : characters(text)) {
    const Glyph& glyph = atlas.glyph(character);
    add_glyph(glyph, pen, {cap_height, cap_height}, 0, {colour});
    pen.x += cap_height * glyph.advance;
  }
  mirror_ = mirror;
}

TextExtent measure_text(std::string_view text, GlyphAtlas& atlas) {
  TextExtent extent;
  bool any = false;
  for (const char32_t character : characters(text)) {
    const Glyph& glyph = atlas.glyph(character);
    if (glyph.ink.width > 0) {
      const double left = extent.advance + glyph.ink.x;
      extent.ink_left = any ? std::min(extent.ink_left, left) : left;
      extent.ink_right =
          any ? std::max(extent.ink_right, left + glyph.ink.width) : left + glyph.ink.width;
      any = true;
    }
    extent.advance += glyph.advance;
  }
  return extent;
}

}  // namespace gridlens
