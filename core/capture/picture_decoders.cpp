#include "core/capture/picture_decoders.h"

#include <libexif/exif-data.h>

#include <algorithm>
#include <memory>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "core/capture/quiet_cerr.h"

namespace gridlens {

void require_size(cv::Size size, std::int64_t most) {
  if (std::int64_t{size.width} * size.height <= most) return;
  throw PictureFault("is too large: " + std::to_string(size.width) + "x" +
                     std::to_string(size.height) + ", and " + std::to_string(most / 1'000'000) +
                     " megapixels are the limit");
}

int reduction_for(cv::Size size) {
  int by = 1;
  const auto pixels = [&] {
    return ((std::int64_t{size.width} + by - 1) / by) * ((std::int64_t{size.height} + by - 1) / by);
  };
  while (pixels() > kWorkPixels) ++by;
  return by;
}

cv::Mat on_white(const cv::Mat& bgra) {
  cv::Mat bgr(bgra.size(), CV_8UC3);
  for (int y = 0; y < bgra.rows; ++y) {
    const auto* from = bgra.ptr<cv::Vec4b>(y);
    auto* to = bgr.ptr<cv::Vec3b>(y);
    for (int x = 0; x < bgra.cols; ++x)
      for (int c = 0; c < 3; ++c)
        to[x][c] =
            static_cast<uchar>((from[x][c] * from[x][3] + 255 * (255 - from[x][3]) + 127) / 255);
  }
  return bgr;
}

cv::Mat reduced(const cv::Mat& bgr) {
  const int by = reduction_for(bgr.size());
  if (by == 1) return bgr;
  cv::Mat small;
  cv::resize(bgr, small, {(bgr.cols + by - 1) / by, (bgr.rows + by - 1) / by}, 0, 0,
             cv::INTER_AREA);
  return small;
}

int exif_orientation(PictureBytes exif) {
  constexpr unsigned kMost = 65535;  // libexif wants the mark of a JPEG file in front
  std::vector<std::uint8_t> block;
  const std::uint8_t mark[] = {'E', 'x', 'i', 'f', 0, 0};
  if (exif.size() < 4 || exif[0] != 'E') block.assign(mark, mark + sizeof mark);
  block.insert(block.end(), exif.begin(), exif.end());
  if (block.size() > kMost) block.resize(kMost);
  const std::unique_ptr<ExifData, void (*)(ExifData*)> data(
      exif_data_new_from_data(block.data(), static_cast<unsigned>(block.size())), exif_data_unref);
  if (!data) return 1;
  const ExifEntry* entry = exif_content_get_entry(data->ifd[EXIF_IFD_0], EXIF_TAG_ORIENTATION);
  if (entry == nullptr || entry->format != EXIF_FORMAT_SHORT || entry->size < 2) return 1;
  const int orientation = exif_get_short(entry->data, exif_data_get_byte_order(data.get()));
  return orientation >= 1 && orientation <= 8 ? orientation : 1;
}

DecodedPicture decode_with_opencv(PictureBytes file, PictureFormat format) {
  const auto size = header_size(format, file);
  if (!size) throw PictureFault::damaged();
  require_size(*size, kMostPixelsWhole);
  const cv::Mat bytes(1, static_cast<int>(file.size()), CV_8UC1,
                      const_cast<std::uint8_t*>(file.data()));
  const QuietCerr quiet;  // OpenCV prints what is wrong, without a name
  cv::Mat bgr;
  if (format == PictureFormat::tiff) {
    cv::Mat full = cv::imdecode(bytes, cv::IMREAD_UNCHANGED);
    if (full.channels() == 4 && (full.depth() == CV_8U || full.depth() == CV_16U)) {
      if (full.depth() == CV_16U) full.convertTo(full, CV_8U, 1.0 / 257);
      bgr = on_white(full);
    }
  }
  if (bgr.empty()) bgr = cv::imdecode(bytes, cv::IMREAD_COLOR);
  if (bgr.empty()) throw PictureFault::damaged();
  DecodedPicture picture;
  picture.size = bgr.size();
  picture.bgr = reduced(bgr);
  return picture;
}

}  // namespace gridlens
