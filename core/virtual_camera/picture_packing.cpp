#include "core/virtual_camera/picture_packing.h"

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>
#include <string>

extern "C" {
#include <libswscale/swscale.h>
}

namespace gridlens {

namespace {

AVPixelFormat ffmpeg_format(PixelLayout layout) {
  switch (layout) {
    case PixelLayout::yuyv:
      return AV_PIX_FMT_YUYV422;
    case PixelLayout::yuv420:
      return AV_PIX_FMT_YUV420P;
    case PixelLayout::rgb24:
      return AV_PIX_FMT_RGB24;
    case PixelLayout::bgr24:
      return AV_PIX_FMT_BGR24;
  }
  return AV_PIX_FMT_NONE;
}

}  // namespace

const char* to_string(PixelLayout layout) {
  switch (layout) {
    case PixelLayout::yuyv:
      return "YUYV";
    case PixelLayout::yuv420:
      return "YUV420";
    case PixelLayout::rgb24:
      return "RGB24";
    case PixelLayout::bgr24:
      return "BGR24";
  }
  return "";
}

int packed_row_bytes(PixelLayout layout, int width) {
  switch (layout) {
    case PixelLayout::yuyv:
      return 2 * width;
    case PixelLayout::yuv420:
      return width;
    case PixelLayout::rgb24:
    case PixelLayout::bgr24:
      return 3 * width;
  }
  return 0;
}

void pack_picture(const cv::Mat& bgr, PixelLayout layout, int row_bytes, std::size_t bytes,
                  std::vector<unsigned char>& packed) {
  const auto luma = static_cast<std::size_t>(row_bytes) * static_cast<std::size_t>(bgr.rows);
  const std::size_t chroma = layout == PixelLayout::yuv420 ? luma / 4 : 0;
  packed.assign(std::max(bytes, luma + 2 * chroma), 0);
  const std::unique_ptr<SwsContext, void (*)(SwsContext*)> converter(
      sws_getContext(bgr.cols, bgr.rows, AV_PIX_FMT_BGR24, bgr.cols, bgr.rows,
                     ffmpeg_format(layout), SWS_BICUBIC | SWS_ACCURATE_RND, nullptr, nullptr,
                     nullptr),
      sws_freeContext);
  if (!converter)
    throw std::runtime_error("pictures cannot be converted to " + std::string(to_string(layout)));
  const std::array<const std::uint8_t*, 1> source{bgr.data};
  const std::array<int, 1> source_rows{static_cast<int>(bgr.step)};
  const std::array<std::uint8_t*, 4> planes{packed.data(), packed.data() + luma,
                                            packed.data() + luma + chroma, nullptr};
  const std::array<int, 4> rows{row_bytes, row_bytes / 2, row_bytes / 2, 0};
  sws_scale(converter.get(), source.data(), source_rows.data(), 0, bgr.rows, planes.data(),
            rows.data());
}

}  // namespace gridlens
