#include "core/print/page_type.h"

#include <cairo-ft.h>
#include <ft2build.h>
#include FT_FREETYPE_H

#include <memory>
#include <stdexcept>

#include "core/resources/resources.h"

namespace gridlens {

namespace {

// cairo keeps typefaces beyond their last use, so each owns its library.
struct LoadedFace {
  ~LoadedFace() {
    if (face != nullptr) FT_Done_Face(face);
    if (library != nullptr) FT_Done_FreeType(library);
  }
  FT_Library library = nullptr;
  FT_Face face = nullptr;
};

void destroy_face(void* loaded) {
  delete static_cast<LoadedFace*>(loaded);
}

cairo_font_face_t* load(const std::string& name) {
  static const cairo_user_data_key_t kOwner{};
  const std::string path = find_resource(name).string();
  auto loaded = std::make_unique<LoadedFace>();
  if (FT_Init_FreeType(&loaded->library) != 0 ||
      FT_New_Face(loaded->library, path.c_str(), 0, &loaded->face) != 0)
    throw std::runtime_error(path + " is no typeface that can be read");
  cairo_font_face_t* face = cairo_ft_font_face_create_for_ft_face(loaded->face, 0);
  if (cairo_font_face_set_user_data(face, &kOwner, loaded.get(), destroy_face) !=
      CAIRO_STATUS_SUCCESS) {
    cairo_font_face_destroy(face);
    throw std::bad_alloc();
  }
  loaded.release();
  return face;
}

// How many bytes the character at the start of `text` has; 0 where it is not UTF-8.
std::size_t character_bytes(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first < 0x80) return 1;
  const std::size_t count = first >= 0xf0 && first < 0xf5   ? 4
                            : first >= 0xe0 && first < 0xf0 ? 3
                            : first >= 0xc2 && first < 0xe0 ? 2
                                                            : 0;
  if (count == 0 || at + count > text.size()) return 0;
  for (std::size_t i = 1; i < count; ++i)
    if ((byte(at + i) & 0xc0) != 0x80) return 0;
  // Overlong forms, halves of pairs, what lies above the last character.
  const unsigned char second = byte(at + 1);
  if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
      (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f))
    return 0;
  return count;
}

}  // namespace

PageType::PageType() {
  medium_ = load("assets/fonts/Inter-Medium.otf");
  try {
    semi_bold_ = load("assets/fonts/Inter-SemiBold.otf");
  } catch (...) {
    cairo_font_face_destroy(medium_);
    throw;
  }
}

PageType::~PageType() {
  cairo_font_face_destroy(medium_);
  cairo_font_face_destroy(semi_bold_);
}

std::string drawable(const std::string& text) {
  std::string drawn;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t count = character_bytes(text, at);
    const bool control =
        count == 1 && (static_cast<unsigned char>(text[at]) < 0x20 || text[at] == 0x7f);
    if (count == 0 || control)
      drawn += control ? ' ' : '?';
    else
      drawn.append(text, at, count);
    at += count == 0 ? 1 : count;
  }
  return drawn;
}

}  // namespace gridlens
