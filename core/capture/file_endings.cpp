#include "core/capture/file_endings.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace gridlens {
namespace {

constexpr std::string_view kPictures[] = {
#ifdef GRIDLENS_HEIF
    ".heic", ".heif", ".avif",
#endif
#ifdef GRIDLENS_PDF
    ".pdf",
#endif

    ".jpg",  ".jpeg", ".jpe",  ".png", ".webp", ".gif", ".bmp", ".dib", ".tif", ".tiff",
    ".ppm",  ".pgm",  ".pbm",  ".pnm", ".pfm",  ".jp2", ".hdr", ".ras", ".sr"};
constexpr std::array<std::string_view, 16> kVideos{
    ".mkv", ".mp4", ".avi", ".mov", ".webm", ".m4v", ".mpg", ".mpeg",
    ".ogv", ".ogg", ".wmv", ".flv", ".ts",   ".mts", ".3gp", ".mjpeg"};

bool ends_so(const std::filesystem::path& path, std::span<const std::string_view> endings) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

}  // namespace

std::span<const std::string_view> picture_endings() {
  return kPictures;
}

std::span<const std::string_view> video_endings() {
  return kVideos;
}

bool has_picture_ending(const std::filesystem::path& path) {
  return ends_so(path, kPictures);
}

bool has_video_ending(const std::filesystem::path& path) {
  return ends_so(path, kVideos);
}

}  // namespace gridlens
