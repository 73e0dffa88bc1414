#pragma once

#include <cstdint>
#include <opencv2/core/types.hpp>
#include <optional>
#include <span>

namespace gridlens {

enum class PictureFormat {
  jpeg = 1,
  png,
  webp,
  gif,
  bmp,
  tiff,
  pnm,
  pfm,
  jpeg2000,
  hdr,
  ras,
  heif,  // HEIC and AVIF
  pdf,   // its first page
};

// Enough of a file's beginning for picture_format.
constexpr std::size_t kFormatBytes = 16;

// By the first bytes. Nothing: not a picture. Whether this build reads a format: reads_format().
std::optional<PictureFormat> picture_format(std::span<const std::uint8_t> start);

// Width and height as the header says, for the formats that OpenCV decodes (bmp to ras). Nothing:
// the header is damaged.
std::optional<cv::Size> header_size(PictureFormat format, std::span<const std::uint8_t> file);

}  // namespace gridlens
