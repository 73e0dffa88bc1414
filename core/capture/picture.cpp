#include "core/capture/picture.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <istream>
#include <new>
#include <opencv2/core.hpp>
#include <system_error>
#include <utility>
#include <vector>

#include "core/capture/capture_error.h"
#include "core/capture/picture_decoders.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostBytes = size_t{1} << 30;

DecodedPicture decode(PictureBytes file, PictureFormat format) {
  try {
    switch (format) {
      case PictureFormat::jpeg:
        return decode_jpeg(file);
      case PictureFormat::png:
        return decode_png(file);
      case PictureFormat::webp:
        return decode_webp(file);
      case PictureFormat::gif:
        return decode_gif(file);
#ifdef GRIDLENS_HEIF
      case PictureFormat::heif:
        return decode_heif(file);
#endif
#ifdef GRIDLENS_PDF
      case PictureFormat::pdf:
        return decode_pdf(file);
#endif
      default:
        return decode_with_opencv(file, format);
    }
  } catch (const std::bad_alloc&) {
    throw PictureFault::no_memory();
  } catch (const cv::Exception& error) {
    throw error.code == cv::Error::StsNoMem ? PictureFault::no_memory() : PictureFault::damaged();
  }
}

// Turns a picture as its EXIF orientation (1..8) says; from 5 on rows and columns change places.
cv::Mat upright(const cv::Mat& picture, int orientation) {
  cv::Mat turned = picture;
  if (orientation >= 5) cv::transpose(picture, turned);
  constexpr int kNothing = 2;
  constexpr std::array<int, 9> kFlips{kNothing, kNothing, 1, -1, 0, kNothing, 1, -1, 0};
  const int flip = kFlips[static_cast<size_t>(orientation)];
  if (flip == kNothing) return turned;
  cv::Mat flipped;
  cv::flip(turned, flipped, flip);
  return flipped;
}

// The stream's bytes; it is read on only while it may be a picture.
std::vector<std::uint8_t> read_bytes(std::istream& in, PictureFormat& format) {
  std::vector<std::uint8_t> bytes;
  const auto read_up_to = [&](size_t total) {
    const size_t had = bytes.size();
    bytes.resize(total);
    in.read(reinterpret_cast<char*>(bytes.data() + had), static_cast<std::streamsize>(total - had));
    bytes.resize(had + static_cast<size_t>(in.gcount()));
    return bytes.size() == total;
  };
  bool more = read_up_to(kFormatBytes);
  if (bytes.empty()) throw PictureFault(in.bad() ? "cannot be read" : "is empty");
  const auto found = picture_format(bytes);
  if (!found) throw PictureFault("is not a picture that can be read");
  format = *found;
  if (!reads_format(format))
    throw PictureFault(
        format == PictureFormat::pdf
            ? "is a PDF file, and this build reads none (poppler was not there)"
            : "is a HEIC picture, and this build reads none (libheif was not there)");
  while (more) {
    if (bytes.size() >= kMostBytes) throw PictureFault("is too large: more than 1 GiB");
    more = read_up_to(std::min(kMostBytes, 2 * bytes.size() + 65536));
  }
  if (in.bad()) throw PictureFault("cannot be read to its end");
  return bytes;
}

Picture picture_of(std::istream& in) {
  try {
    PictureFormat format{};
    const std::vector<std::uint8_t> bytes = read_bytes(in, format);
    const DecodedPicture decoded = decode(bytes, format);
    Picture picture;
    picture.bgr = upright(decoded.bgr, decoded.orientation);
    picture.size =
        decoded.orientation >= 5 ? cv::Size(decoded.size.height, decoded.size.width) : decoded.size;
    picture.note = decoded.damaged ? "is damaged in places" : decoded.note;
    return picture;
  } catch (const std::bad_alloc&) {
    throw PictureFault::no_memory();
  } catch (const cv::Exception&) {
    throw PictureFault::no_memory();  // turning a decoded picture fails for nothing else
  }
}

}  // namespace

bool reads_format(PictureFormat format) {
#ifndef GRIDLENS_HEIF
  if (format == PictureFormat::heif) return false;
#endif
#ifndef GRIDLENS_PDF
  if (format == PictureFormat::pdf) return false;
#endif
  return format >= PictureFormat::jpeg && format <= PictureFormat::pdf;
}

std::optional<PictureFormat> picture_file_format(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  std::array<std::uint8_t, kFormatBytes> start{};
  file.read(reinterpret_cast<char*>(start.data()), start.size());
  return picture_format({start.data(), static_cast<size_t>(file.gcount())});
}

Picture read_picture(std::istream& in, const std::string& name) {
  try {
    Picture picture = picture_of(in);
    if (!picture.note.empty()) picture.note = name + " " + picture.note;
    return picture;
  } catch (const PictureFault& fault) {
    throw CaptureError(name + " " + fault.what());
  }
}

Picture load_picture(const fs::path& path) {
  const std::string name = path.string();
  std::error_code error;
  const auto status = fs::status(path, error);
  if (!fs::exists(status)) {
    if (error == std::errc::permission_denied) throw CaptureError(name + ": permission denied");
    throw CaptureError(name + ": no such file");
  }
  if (fs::is_directory(status)) throw CaptureError(name + " is a folder");
  if (fs::is_character_file(status) || fs::is_block_file(status))
    throw CaptureError(name + " is not a picture that can be read");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw CaptureError(name + ": permission denied");
  return read_picture(file, name);
}

}  // namespace gridlens
