#include "tests/simulator/font.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

#include <cmath>
#include <map>
#include <stdexcept>

namespace gridlens::generator {
namespace {

FT_Library library() {
  static FT_Library instance = [] {
    FT_Library made = nullptr;
    if (FT_Init_FreeType(&made) != 0) throw std::runtime_error("cannot start FreeType");
    return made;
  }();
  return instance;
}

FT_Pos fixed26(double pixels) {
  return static_cast<FT_Pos>(std::lround(pixels * 64));
}
FT_Fixed fixed16(double value) {
  return static_cast<FT_Fixed>(std::lround(value * 65536));
}

}  // namespace

struct Font::Impl {
  FT_Face face = nullptr;
  double units_per_digit = 1;  // font units in the height of an 8

  // Scale from font units to pixels.
  [[nodiscard]] double scale(const TextStyle& style) const {
    return style.size_px / units_per_digit;
  }

  void load(char c) const {
    const auto code = static_cast<FT_ULong>(static_cast<unsigned char>(c));
    if (FT_Load_Char(face, code, FT_LOAD_NO_SCALE | FT_LOAD_NO_BITMAP) != 0)
      throw std::runtime_error("font has no glyph for a character");
  }
};

Font::Font(const std::string& file_name) : impl_(std::make_unique<Impl>()) {
  const std::string path = std::string(GRIDLENS_ASSETS_DIR) + "/fonts/" + file_name;
  if (FT_New_Face(library(), path.c_str(), 0, &impl_->face) != 0)
    throw std::runtime_error("cannot load font " + path);
  impl_->load('8');
  FT_BBox box;
  FT_Outline_Get_CBox(&impl_->face->glyph->outline, &box);
  impl_->units_per_digit = static_cast<double>(box.yMax - box.yMin);
}

Font::~Font() {
  if (impl_->face != nullptr) FT_Done_Face(impl_->face);
}

double Font::width_px(const std::string& text, const TextStyle& style) const {
  double units = 0;
  for (const char c : text) {
    impl_->load(c);
    units += static_cast<double>(impl_->face->glyph->metrics.horiAdvance);
  }
  return units * impl_->scale(style) * style.stretch;
}

TextMask Font::at_baseline(const std::string& text, cv::Point2d place,
                           const TextStyle& style) const {
  const double scale = impl_->scale(style);
  const double cosine = std::cos(style.angle_rad), sine = std::sin(style.angle_rad);
  // FreeType's y runs up. Font units are scaled by hand to keep fractions of a pixel.
  const double xx = scale * style.stretch, xy = scale * style.slant;
  struct Piece {
    cv::Mat bitmap;
    cv::Point origin;
  };
  std::vector<Piece> pieces;
  double pen_units = 0;
  cv::Rect bounds;
  for (const char c : text) {
    impl_->load(c);
    FT_Outline& outline = impl_->face->glyph->outline;
    const double advance = static_cast<double>(impl_->face->glyph->metrics.horiAdvance);
    if (outline.n_points > 0) {
      // Font units times 64, so that the matrix gives 26.6 pixels.
      for (int i = 0; i < outline.n_points; ++i) {
        outline.points[i].x *= 64;
        outline.points[i].y *= 64;
      }
      FT_Matrix matrix{fixed16(cosine * xx), fixed16(cosine * xy + sine * scale),
                       fixed16(-sine * xx), fixed16(-sine * xy + cosine * scale)};
      FT_Outline_Transform(&outline, &matrix);
      if (style.bolden_px > 0) {
        FT_Outline_Embolden(&outline, fixed26(2 * style.bolden_px));
        FT_Outline_Translate(&outline, fixed26(-style.bolden_px), fixed26(-style.bolden_px));
      }
      const double pen = pen_units * scale * style.stretch;
      // +0.5: a pixel covers its centre -0.5..+0.5, FreeType's pixel i covers i..i+1.
      const double x = place.x + cosine * pen + 0.5, y = place.y + sine * pen + 0.5;
      FT_Outline_Translate(&outline, fixed26(x), fixed26(-y));
      FT_BBox box;
      FT_Outline_Get_CBox(&outline, &box);
      const long left = box.xMin >> 6, bottom = box.yMin >> 6;
      const long right = (box.xMax + 63) >> 6, top = (box.yMax + 63) >> 6;
      const int width = static_cast<int>(right - left), height = static_cast<int>(top - bottom);
      if (width > 0 && height > 0) {
        FT_Outline_Translate(&outline, -left * 64, -bottom * 64);
        Piece piece{cv::Mat::zeros(height, width, CV_8UC1),
                    {static_cast<int>(left), static_cast<int>(-top)}};
        FT_Bitmap bitmap{};
        bitmap.rows = static_cast<unsigned>(height);
        bitmap.width = static_cast<unsigned>(width);
        bitmap.pitch = static_cast<int>(piece.bitmap.step);
        bitmap.buffer = piece.bitmap.data;
        bitmap.num_grays = 256;
        bitmap.pixel_mode = FT_PIXEL_MODE_GRAY;
        FT_Outline_Get_Bitmap(library(), &outline, &bitmap);
        const cv::Rect area(piece.origin, piece.bitmap.size());
        bounds = bounds.empty() ? area : bounds | area;
        pieces.push_back(std::move(piece));
      }
    }
    pen_units += advance;
  }
  TextMask mask;
  if (pieces.empty()) return mask;
  mask.origin = bounds.tl();
  mask.coverage = cv::Mat::zeros(bounds.size(), CV_8UC1);
  for (const Piece& piece : pieces) {
    cv::Mat target = mask.coverage(cv::Rect(piece.origin - mask.origin, piece.bitmap.size()));
    target = cv::max(target, piece.bitmap);
  }
  return mask;
}

TextMask Font::centred(const std::string& text, cv::Point2d centre, const TextStyle& style) const {
  // Ink extent in font units, along the unturned baseline.
  double pen = 0, left = 1e9, right = -1e9;
  for (const char c : text) {
    impl_->load(c);
    const FT_Outline& outline = impl_->face->glyph->outline;
    if (outline.n_points > 0) {
      FT_BBox box;
      FT_Outline_Get_CBox(&outline, &box);
      left = std::min(left, pen + static_cast<double>(box.xMin));
      right = std::max(right, pen + static_cast<double>(box.xMax));
    }
    pen += static_cast<double>(impl_->face->glyph->metrics.horiAdvance);
  }
  if (right < left) return {};
  const double along =
      -(left + right) / 2 * impl_->scale(style) * style.stretch - style.slant * style.size_px / 2;
  const double down = style.size_px / 2;
  const double cosine = std::cos(style.angle_rad), sine = std::sin(style.angle_rad);
  return at_baseline(
      text, centre + cv::Point2d(cosine * along - sine * down, sine * along + cosine * down),
      style);
}

const Font& font(const std::string& file_name) {
  static std::map<std::string, std::unique_ptr<Font>> loaded;
  auto& slot = loaded[file_name];
  if (slot == nullptr) slot = std::make_unique<Font>(file_name);
  return *slot;
}

const std::vector<std::string>& printed_fonts() {
  static const std::vector<std::string> names{
      "cabin_regular.otf",      "cabin_bold.otf",          "caladea_regular.ttf",
      "caladea_bold.ttf",       "tuffy_bold.ttf",          "quattrocento_regular.otf",
      "courier_prime_bold.otf", "league_spartan_bold.otf", "league_spartan_light.otf"};
  return names;
}

const std::vector<std::string>& handwriting_fonts() {
  static const std::vector<std::string> names{"breip.ttf", "dkg_handwriting.ttf", "humor_sans.ttf",
                                              "ecolier_court.ttf"};
  return names;
}

}  // namespace gridlens::generator
