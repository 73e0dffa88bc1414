#include "core/capture/picture_format.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>

namespace gridlens {
namespace {

using namespace std::string_view_literals;
using Bytes = std::span<const std::uint8_t>;

std::string_view text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

struct Signature {
  PictureFormat format;
  std::string_view start;
};

constexpr std::array<Signature, 20> kSignatures{{
    {PictureFormat::jpeg, "\xff\xd8\xff"sv},
    {PictureFormat::png, "\x89PNG\r\n\x1a\n"sv},
    {PictureFormat::gif, "GIF87a"sv},
    {PictureFormat::gif, "GIF89a"sv},
    {PictureFormat::bmp, "BM"sv},
    {PictureFormat::tiff, "II*\0"sv},
    {PictureFormat::tiff, "MM\0*"sv},
    {PictureFormat::tiff, "II+\0"sv},
    {PictureFormat::tiff, "MM\0+"sv},
    {PictureFormat::jpeg2000, "\0\0\0\x0cjP  "sv},
    {PictureFormat::jpeg2000, "\xff\x4f\xff\x51"sv},
    {PictureFormat::hdr, "#?RADIANCE"sv},
    {PictureFormat::hdr, "#?RGBE"sv},
    {PictureFormat::ras, "\x59\xa6\x6a\x95"sv},
    {PictureFormat::pfm, "PF\n"sv},
    {PictureFormat::pfm, "Pf\n"sv},
    {PictureFormat::pfm, "PF "sv},
    {PictureFormat::pfm, "Pf "sv},
    {PictureFormat::pnm, "P7\n"sv},
    {PictureFormat::pdf, "%PDF-"sv},
}};

// What the first box of a HEIC or AVIF file says it is; videos begin with such a box as well.
constexpr std::array<std::string_view, 10> kHeifBrands{"heic"sv, "heix"sv, "heim"sv, "heis"sv,
                                                       "hevc"sv, "hevx"sv, "mif1"sv, "msf1"sv,
                                                       "avif"sv, "avis"sv};

// Whole numbers of a binary header; reading past its end gives nothing.
class Header {
 public:
  Header(Bytes bytes, bool little_endian) : bytes_(bytes), little_endian_(little_endian) {}

  [[nodiscard]] std::optional<std::uint64_t> number(std::uint64_t at, int size) const {
    const auto count = static_cast<std::uint64_t>(size);
    if (at > bytes_.size() || bytes_.size() - at < count) return std::nullopt;
    std::uint64_t value = 0;
    for (std::uint64_t i = 0; i < count; ++i)
      value = value << 8 | bytes_[at + (little_endian_ ? count - 1 - i : i)];
    return value;
  }

  [[nodiscard]] std::optional<cv::Size> size(std::uint64_t width_at, std::uint64_t height_at,
                                             int bytes) const {
    return as_size(number(width_at, bytes), number(height_at, bytes));
  }

  static std::optional<cv::Size> as_size(std::optional<std::uint64_t> width,
                                         std::optional<std::uint64_t> height) {
    constexpr std::uint64_t kMost = std::numeric_limits<int>::max();
    if (!width || !height || *width == 0 || *height == 0 || *width > kMost || *height > kMost)
      return std::nullopt;
    return cv::Size(static_cast<int>(*width), static_cast<int>(*height));
  }

 private:
  Bytes bytes_;
  bool little_endian_;
};

std::optional<cv::Size> bmp_size(Bytes file) {
  const Header header(file, true);
  if (header.number(14, 4) == 12) return header.size(18, 20, 2);  // OS/2
  // A negative height: the rows run from the top.
  const auto height = header.number(22, 4);
  if (!height) return std::nullopt;
  const auto rows = static_cast<std::uint64_t>(
      std::abs(static_cast<std::int64_t>(static_cast<std::int32_t>(*height))));
  return Header::as_size(header.number(18, 4), rows);
}

// The first directory of a TIFF file, classic or big.
std::optional<cv::Size> tiff_size(Bytes file) {
  const Header header(file, file[0] == 'I');
  const bool big = header.number(2, 2) == 43;
  const auto directory = big ? header.number(8, 8) : header.number(4, 4);
  if (!directory) return std::nullopt;
  const auto entries = header.number(*directory, big ? 8 : 2);
  if (!entries) return std::nullopt;
  const std::uint64_t entry_bytes = big ? 20 : 12;
  std::optional<std::uint64_t> width, height;
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(*entries, 4096); ++i) {
    const std::uint64_t at = *directory + (big ? 8 : 2) + i * entry_bytes;
    const auto tag = header.number(at, 2);
    if (tag != 256 && tag != 257) continue;
    const auto type = header.number(at + 2, 2);  // 3: 16 bits, 4: 32, 16: 64
    const auto value = header.number(at + (big ? 12 : 8), type == 3 ? 2 : type == 16 ? 8 : 4);
    (tag == 256 ? width : height) = value;
  }
  return Header::as_size(width, height);
}

std::optional<cv::Size> jpeg2000_size(Bytes file) {
  const Header header(file, false);
  if (file[0] == 0xff) return header.size(8, 12, 4);
  const size_t box = text_of(file.first(std::min<size_t>(file.size(), 4096))).find("ihdr");
  if (box == std::string_view::npos) return std::nullopt;
  return header.size(box + 8, box + 4, 4);
}

// Numbers of a text header from `at`, words and comments skipped.
std::optional<cv::Size> numbers_in(std::string_view text, size_t at) {
  std::array<std::uint64_t, 2> numbers{};
  for (auto& number : numbers) {
    bool comment = false;
    while (at < text.size() && (comment || !std::isdigit(static_cast<unsigned char>(text[at])))) {
      if (text[at] == '#') comment = true;
      if (text[at] == '\n') comment = false;
      ++at;
    }
    if (at == text.size()) return std::nullopt;
    for (; at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])); ++at)
      number = std::min<std::uint64_t>(number * 10 + static_cast<unsigned>(text[at] - '0'),
                                       std::uint64_t{1} << 40);
  }
  return Header::as_size(numbers[0], numbers[1]);
}

std::optional<cv::Size> hdr_size(std::string_view text) {
  const size_t end = text.find("\n\n");  // "-Y height +X width" follows
  if (end == std::string_view::npos) return std::nullopt;
  const auto size = numbers_in(text, end);
  if (!size) return std::nullopt;
  return cv::Size(size->height, size->width);
}

}  // namespace

std::optional<PictureFormat> picture_format(Bytes start) {
  const std::string_view text = text_of(start);
  for (const Signature& signature : kSignatures)
    if (text.starts_with(signature.start)) return signature.format;
  if (text.size() >= 12 && text.starts_with("RIFF") && text.substr(8, 4) == "WEBP")
    return PictureFormat::webp;
  if (text.size() >= 12 && text.substr(4, 4) == "ftyp" &&
      std::find(kHeifBrands.begin(), kHeifBrands.end(), text.substr(8, 4)) != kHeifBrands.end())
    return PictureFormat::heif;
  if (text.size() >= 3 && text[0] == 'P' && text[1] >= '1' && text[1] <= '6' &&
      std::isspace(static_cast<unsigned char>(text[2])))
    return PictureFormat::pnm;
  return std::nullopt;
}

std::optional<cv::Size> header_size(PictureFormat format, Bytes file) {
  if (file.size() < kFormatBytes) return std::nullopt;
  const std::string_view text = text_of(file.first(std::min<size_t>(file.size(), 65536)));
  switch (format) {
    case PictureFormat::bmp:
      return bmp_size(file);
    case PictureFormat::tiff:
      return tiff_size(file);
    case PictureFormat::jpeg2000:
      return jpeg2000_size(file);
    case PictureFormat::ras:
      return Header(file, false).size(4, 8, 4);
    case PictureFormat::pnm:
    case PictureFormat::pfm:
      return numbers_in(text, 2);
    case PictureFormat::hdr:
      return hdr_size(text);
    default:
      return std::nullopt;
  }
}

}  // namespace gridlens
