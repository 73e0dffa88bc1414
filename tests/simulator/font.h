#pragma once

#include <memory>
#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

namespace gridlens::generator {

// Coverage of a piece of text, to be blended at `origin` (page pixels of the mask's top-left pixel
// centre).
struct TextMask {
  cv::Mat coverage;  // CV_8UC1, 0..255; empty for blank text
  cv::Point origin;
};

struct TextStyle {
  double size_px = 20;   // height of the digit 8
  double slant = 0;      // shear, 0.2 looks italic
  double angle_rad = 0;  // turns the text clockwise as seen on the page
  double stretch = 1;    // width over natural width
  double bolden_px = 0;  // outline grown by so much on all sides
};

// One typeface of assets/fonts, rendered without hinting so that sub-pixel places are kept.
class Font {
 public:
  explicit Font(const std::string& file_name);  // "cabin_bold.otf"; throws when it cannot be loaded
  ~Font();
  Font(const Font&) = delete;
  Font& operator=(const Font&) = delete;

  // Width of the text's advance, in pixels.
  [[nodiscard]] double width_px(const std::string& text, const TextStyle& style) const;

  // ASCII text whose baseline starts at `place` (page pixels).
  [[nodiscard]] TextMask at_baseline(const std::string& text, cv::Point2d place,
                                     const TextStyle& style) const;
  // Ink centred on `centre` across, and the digit height centred on it up and down.
  [[nodiscard]] TextMask centred(const std::string& text, cv::Point2d centre,
                                 const TextStyle& style) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The bundled typefaces; loaded once, never freed. One thread.
const Font& font(const std::string& file_name);
const std::vector<std::string>& printed_fonts();
const std::vector<std::string>& handwriting_fonts();

}  // namespace gridlens::generator
