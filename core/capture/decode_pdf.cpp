#include <poppler-document.h>
#include <poppler-global.h>
#include <poppler-image.h>
#include <poppler-page-renderer.h>
#include <poppler-page.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include "core/capture/picture_decoders.h"

namespace gridlens {
namespace {

// The longer side of a page: an A4 page at 240 dots an inch.
constexpr double kLongSidePx = 2800;
constexpr double kMostDpi = 400;  // of small pages

void say_nothing(const std::string& /*message*/, void* /*data*/) {}

}  // namespace

DecodedPicture decode_pdf(PictureBytes file) {
  poppler::set_debug_error_function(say_nothing, nullptr);
  if (file.size() > static_cast<size_t>(std::numeric_limits<int>::max()))
    throw PictureFault::no_memory();
  const std::unique_ptr<poppler::document> document(poppler::document::load_from_raw_data(
      reinterpret_cast<const char*>(file.data()), static_cast<int>(file.size())));
  if (!document) throw PictureFault::damaged();
  if (document->is_locked()) throw PictureFault("is locked with a password");
  const int pages = document->pages();
  const std::unique_ptr<poppler::page> page(pages > 0 ? document->create_page(0) : nullptr);
  if (!page) throw PictureFault::damaged();
  const poppler::rectf box = page->page_rect();
  const double long_side = std::max(box.width(), box.height());
  const double short_side = std::min(box.width(), box.height());
  constexpr double kMostSlender = 100;
  if (!std::isfinite(long_side) || !(short_side > 0) || long_side > kMostSlender * short_side)
    throw PictureFault::damaged();
  const double dpi = std::min(kMostDpi, kLongSidePx * 72 / long_side);

  poppler::page_renderer renderer;
  renderer.set_render_hint(poppler::page_renderer::antialiasing, true);
  renderer.set_render_hint(poppler::page_renderer::text_antialiasing, true);
  renderer.set_image_format(poppler::image::format_bgr24);
  poppler::image image = renderer.render_page(page.get(), dpi, dpi);
  if (!image.is_valid() || image.format() != poppler::image::format_bgr24 || image.width() <= 0 ||
      image.height() <= 0)
    throw PictureFault::damaged();
  DecodedPicture picture;
  picture.size = {image.width(), image.height()};
  picture.bgr = reduced(
      cv::Mat(picture.size, CV_8UC3, image.data(), static_cast<size_t>(image.bytes_per_row()))
          .clone());
  if (pages > 1)
    picture.note = "has " + std::to_string(pages) + " pages, of which the first is read";
  return picture;
}

}  // namespace gridlens
