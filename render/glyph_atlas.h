#pragma once

#include <cstddef>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <opencv2/core/types.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "render/gl_objects.h"

namespace gridlens {

// One character in the atlas. Lengths in cap heights (the height of an "H" is 1), y down from the
// baseline, x right from the pen.
struct Glyph {
  cv::Rect2d quad;     // what to paint, the distance field's margin included; empty for a space
  cv::Rect2d ink;      // the visible part
  cv::Rect2d texels;   // the quad's place in the atlas
  double advance = 0;  // to the next pen position
  double stroke = 0;   // mean width of its strokes
};

// Signed-distance glyphs of one font in one texture: sharp from a few pixels to hundreds.
// (Source: C. Green, "Improved Alpha-Tested Magnification", SIGGRAPH 2007.) Characters are rendered
// by FreeType when first asked for (a millisecond or two each); digits and small letters at once.
class GlyphAtlas {
 public:
  // `font`: resource name, "assets/fonts/Inter-SemiBold.otf". Throws std::runtime_error with one
  // line when it is missing or no font.
  explicit GlyphAtlas(const std::string& font);
  ~GlyphAtlas();

  // Characters that the font lacks come as its "missing" box.
  const Glyph& glyph(char32_t character);

  void bind();  // uploads what is new; to the active texture unit
  [[nodiscard]] cv::Size size() const { return picture_.size(); }
  [[nodiscard]] double spread_texels() const;
  [[nodiscard]] static double texels_per_cap();
  [[nodiscard]] double stroke() const { return stroke_; }  // mean over the digits, cap heights

 private:
  struct Face;
  Glyph render(char32_t character);
  cv::Point reserve(cv::Size size);  // a free place in the picture, which grows when full

  std::unique_ptr<Face> face_;
  std::unordered_map<char32_t, Glyph> glyphs_;
  cv::Mat picture_;  // CV_16UC1, the texture's content
  cv::Point shelf_{0, 0};
  int shelf_height_ = 0;
  GlTexture texture_;
  cv::Size uploaded_size_;
  double stroke_ = 0;
  bool changed_ = true;
};

// The characters of UTF-8 text; broken bytes come as U+FFFD.
std::vector<char32_t> characters(std::string_view utf8);

}  // namespace gridlens
