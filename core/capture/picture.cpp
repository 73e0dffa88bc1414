#include "core/capture/picture.h"

#include <fstream>
#include <opencv2/imgcodecs.hpp>
#include <system_error>

#include "core/capture/capture_error.h"
#include "core/capture/videoio_setup.h"

namespace gridlens {
namespace {

// Pictures with an alpha channel are laid on white: a scanned or drawn puzzle often is black ink on
// nothing, which would come out black on black. Empty when `path` has no alpha channel of 8 or 16
// bits. Such files carry no EXIF orientation that OpenCV would honour.
cv::Mat load_on_white(const std::filesystem::path& path) {
  const cv::Mat full = cv::imread(path.string(), cv::IMREAD_UNCHANGED);
  if (full.channels() != 4 || (full.depth() != CV_8U && full.depth() != CV_16U)) return {};
  cv::Mat bgra = full;
  if (full.depth() == CV_16U) full.convertTo(bgra, CV_8U, 1.0 / 257);
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

// PNG, WebP and TIFF are the formats that OpenCV reads with an alpha channel.
bool may_have_alpha(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  char head[4] = {};
  file.read(head, sizeof head);
  const std::string magic(head, sizeof head);
  return magic == "\x89PNG" || magic == "RIFF" || magic.starts_with("II") ||
         magic.starts_with("MM");
}

}  // namespace

bool is_picture_file(const std::filesystem::path& path) {
  prepare_videoio();
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error) ||
      std::filesystem::file_size(path, error) == 0 || error)
    return false;
  try {
    return cv::haveImageReader(path.string());
  } catch (const cv::Exception&) {
    return false;  // cannot be opened
  }
}

cv::Mat load_picture(const std::filesystem::path& path) {
  prepare_videoio();
  const std::string name = path.string();
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) {
    if (error == std::errc::permission_denied) throw CaptureError(name + ": permission denied");
    throw CaptureError(name + ": no such file");
  }
  if (std::filesystem::is_directory(status)) throw CaptureError(name + " is a folder");
  if (!std::ifstream(path)) throw CaptureError(name + ": permission denied");
  if (!is_picture_file(path)) throw CaptureError(name + " is not a picture that can be read");
  cv::Mat bgr;
  try {
    if (may_have_alpha(path)) bgr = load_on_white(path);
    if (bgr.empty()) bgr = cv::imread(name, cv::IMREAD_COLOR);
  } catch (const cv::Exception&) {
    bgr.release();  // OpenCV throws for damaged headers and for pictures over its size limit
  }
  if (bgr.empty()) throw CaptureError(name + " is damaged: its picture cannot be decoded");
  return bgr;
}

}  // namespace gridlens
