#pragma once

#include <cairo.h>

#include <string>

namespace gridlens {

// GridLens' own typefaces for cairo. Used by one thread.
class PageType {
 public:
  PageType();  // throws std::runtime_error with one clear line where the files are missing
  ~PageType();
  PageType(const PageType&) = delete;
  PageType& operator=(const PageType&) = delete;

  [[nodiscard]] cairo_font_face_t* medium() const { return medium_; }
  [[nodiscard]] cairo_font_face_t* semi_bold() const { return semi_bold_; }

 private:
  cairo_font_face_t* medium_ = nullptr;
  cairo_font_face_t* semi_bold_ = nullptr;
};

// `text` with '?' for bytes that are not UTF-8: cairo draws nothing more after one.
std::string drawable(const std::string& text);

}  // namespace gridlens
