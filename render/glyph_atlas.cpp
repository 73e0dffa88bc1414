#include "render/glyph_atlas.h"

#include <ft2build.h>
#include FT_FREETYPE_H

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <stdexcept>

#include "core/resources/resources.h"

namespace gridlens {
namespace {

constexpr int kCapHeightTexels = 80;
constexpr int kSpreadTexels = 24;
constexpr int kAtlasWidth = 1024;
constexpr int kFirstAtlasHeight = 768;
constexpr int kGapTexels = 1;
constexpr int kFine = 3;  // bitmap pixels per texel that the field is measured on

// Signed distance to the edge of `shape` (coverage 0..255), in its pixels, positive inside. The
// edge lies half-way between the centres of an inner and an outer pixel.
cv::Mat signed_distance(const cv::Mat& shape) {
  cv::Mat inside, outside;
  cv::distanceTransform(shape >= 128, inside, cv::DIST_L2, cv::DIST_MASK_PRECISE);
  cv::distanceTransform(shape < 128, outside, cv::DIST_L2, cv::DIST_MASK_PRECISE);
  cv::Mat distance = inside - outside;
  cv::add(distance, -0.5, distance, shape >= 128);
  cv::add(distance, 0.5, distance, shape < 128);
  return distance;
}

// As measure_symbol of core/overlay measures print: twice the area over the outline's length.
double width_of_strokes(const cv::Mat& field_px) {
  double area = 0, outline = 0;
  const auto coverage = [&](int y, int x) {
    return std::clamp(field_px.at<float>(y, x) + 0.5f, 0.0f, 1.0f);
  };
  for (int y = 1; y + 1 < field_px.rows; ++y)
    for (int x = 1; x + 1 < field_px.cols; ++x) {
      area += coverage(y, x);
      outline += 0.5 * std::hypot(coverage(y, x + 1) - coverage(y, x - 1),
                                  coverage(y + 1, x) - coverage(y - 1, x));
    }
  return outline > 0 ? 2 * area / outline : 0;
}

}  // namespace

struct GlyphAtlas::Face {
  FT_Library library = nullptr;
  FT_Face face = nullptr;
  double pixels_per_cap = kCapHeightTexels * kFine;  // of the fine bitmap

  explicit Face(const std::string& font) {
    const std::string path = find_resource(font).string();
    if (FT_Init_FreeType(&library) != 0) throw std::runtime_error("FreeType does not start");
    if (FT_New_Face(library, path.c_str(), 0, &face) != 0) {
      FT_Done_FreeType(library);
      throw std::runtime_error("cannot read the font '" + path + "'");
    }
    // The cap height is what the outline of an H measures; not every font states it.
    double cap_per_em = 0.7;
    if (FT_Load_Char(face, 'H', FT_LOAD_NO_SCALE) == 0 && face->glyph->metrics.height > 0) {
      cap_per_em = static_cast<double>(face->glyph->metrics.height) / face->units_per_EM;
    }
    const auto em_texels = static_cast<FT_UInt>(std::lround(kCapHeightTexels / cap_per_em));
    FT_Set_Pixel_Sizes(face, 0, em_texels * kFine);
    pixels_per_cap = em_texels * kFine * cap_per_em;
  }
  ~Face() {
    FT_Done_Face(face);
    FT_Done_FreeType(library);
  }
  Face(const Face&) = delete;
  Face& operator=(const Face&) = delete;
};

GlyphAtlas::GlyphAtlas(const std::string& font)
    : face_(std::make_unique<Face>(font)),
      picture_(cv::Mat::zeros(kFirstAtlasHeight, kAtlasWidth, CV_16UC1)),
      texture_(GlTexture::make()) {
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  // What digits and labels are made of, before the first picture waits for it.
  for (char32_t c = U'0'; c <= U'9'; ++c) stroke_ += glyph(c).stroke / 10;
  for (char32_t c = U'a'; c <= U'z'; ++c) glyph(c);
}

GlyphAtlas::~GlyphAtlas() = default;

double GlyphAtlas::spread_texels() const {
  return kSpreadTexels;
}

double GlyphAtlas::texels_per_cap() {
  return kCapHeightTexels;
}

const Glyph& GlyphAtlas::glyph(char32_t character) {
  auto place = glyphs_.find(character);
  if (place == glyphs_.end()) place = glyphs_.emplace(character, render(character)).first;
  return place->second;
}

Glyph GlyphAtlas::render(char32_t character) {
  FT_Face face = face_->face;
  Glyph glyph;
  if (FT_Load_Char(face, character, FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP) != 0) return glyph;
  const double cap = face_->pixels_per_cap;
  const FT_Glyph_Metrics& metrics = face->glyph->metrics;
  glyph.advance = static_cast<double>(face->glyph->linearHoriAdvance) / 65536.0 / cap;
  glyph.ink = {static_cast<double>(metrics.horiBearingX) / 64.0 / cap,
               -static_cast<double>(metrics.horiBearingY) / 64.0 / cap,
               static_cast<double>(metrics.width) / 64.0 / cap,
               static_cast<double>(metrics.height) / 64.0 / cap};
  // Measured on a fine bitmap: FreeType's own distance fields take ten times as long.
  if (metrics.width == 0 || FT_Render_Glyph(face->glyph, FT_RENDER_MODE_NORMAL) != 0) return glyph;
  const FT_Bitmap& bitmap = face->glyph->bitmap;
  const cv::Size size(static_cast<int>(bitmap.width), static_cast<int>(bitmap.rows));
  if (size.empty()) return glyph;

  // Whole texels around the bitmap, and the spread on every side.
  const auto floor_texel = [](int pixel) {
    return static_cast<int>(std::floor(static_cast<double>(pixel) / kFine));
  };
  const int left = face->glyph->bitmap_left, top = -face->glyph->bitmap_top;
  const cv::Point first(floor_texel(left) - kSpreadTexels, floor_texel(top) - kSpreadTexels);
  const cv::Point last(floor_texel(left + size.width - 1) + kSpreadTexels,
                       floor_texel(top + size.height - 1) + kSpreadTexels);
  const cv::Size texels(last.x - first.x + 1, last.y - first.y + 1);
  cv::Mat fine = cv::Mat::zeros(texels * kFine, CV_8UC1);
  cv::Mat(size, CV_8UC1, bitmap.buffer, static_cast<std::size_t>(bitmap.pitch))
      .copyTo(fine(cv::Rect({left - first.x * kFine, top - first.y * kFine}, size)));
  cv::Mat field;
  cv::resize(signed_distance(fine), field, texels, 0, 0, cv::INTER_AREA);
  glyph.stroke = width_of_strokes(field / kFine) / kCapHeightTexels;
  // Eight bits would tell the place of an edge to a fifth of a texel only: seen in close-ups.
  field.convertTo(field, CV_16UC1, 32767.5 / (kSpreadTexels * kFine), 32767.5);

  const cv::Point corner = reserve(texels);
  field.copyTo(picture_(cv::Rect(corner, texels)));
  glyph.texels = cv::Rect2d(corner.x, corner.y, texels.width, texels.height);
  glyph.quad = {first.x * kFine / cap, first.y * kFine / cap, texels.width * kFine / cap,
                texels.height * kFine / cap};
  changed_ = true;
  return glyph;
}

cv::Point GlyphAtlas::reserve(cv::Size size) {
  if (shelf_.x + size.width > picture_.cols) {
    shelf_ = {0, shelf_.y + shelf_height_ + kGapTexels};
    shelf_height_ = 0;
  }
  if (shelf_.y + size.height > picture_.rows) {
    cv::Mat larger = cv::Mat::zeros(std::max(picture_.rows * 2, shelf_.y + size.height),
                                    picture_.cols, CV_16UC1);
    picture_.copyTo(larger.rowRange(0, picture_.rows));
    picture_ = larger;
  }
  const cv::Point place = shelf_;
  shelf_.x += size.width + kGapTexels;
  shelf_height_ = std::max(shelf_height_, size.height);
  return place;
}

void GlyphAtlas::bind() {
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  if (!changed_) return;
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 2);
  if (picture_.size() != uploaded_size_) {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R16, picture_.cols, picture_.rows, 0, GL_RED,
                 GL_UNSIGNED_SHORT, picture_.data);
    uploaded_size_ = picture_.size();
  } else {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, picture_.cols, picture_.rows, GL_RED, GL_UNSIGNED_SHORT,
                    picture_.data);
  }
  changed_ = false;
}

std::vector<char32_t> characters(std::string_view utf8) {
  constexpr char32_t kBroken = 0xFFFD;
  std::vector<char32_t> result;
  for (std::size_t i = 0; i < utf8.size();) {
    const auto lead = static_cast<unsigned char>(utf8[i++]);
    int more = lead < 0x80 ? 0 : lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : lead >= 0xC0 ? 1 : -1;
    if (more < 0 || lead >= 0xF8) {
      result.push_back(kBroken);
      continue;
    }
    char32_t code = more == 0 ? lead : lead & (0x3Fu >> more);
    for (; more > 0 && i < utf8.size() && (static_cast<unsigned char>(utf8[i]) & 0xC0) == 0x80;
         --more, ++i) {
      code = (code << 6) | (static_cast<unsigned char>(utf8[i]) & 0x3Fu);
    }
    result.push_back(more == 0 ? code : kBroken);
  }
  return result;
}

}  // namespace gridlens
