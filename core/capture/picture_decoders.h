#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <span>
#include <stdexcept>
#include <string>

#include "core/capture/picture_format.h"

// One decoder per library. Each reads the header first and refuses or reduces what is too large.
// All throw PictureFault. None prints anything.
namespace gridlens {

// Above so many pixels a picture is decoded at a reduced size.
constexpr std::int64_t kWorkPixels = 64'000'000;
// Above so many a picture is refused: where it is decoded row by row ...
constexpr std::int64_t kMostPixels = 512'000'000;
// ... and where the library must hold the whole of it in memory.
constexpr std::int64_t kMostPixelsWhole = 200'000'000;

// what(): one line that follows the picture's name, "is damaged: ...".
class PictureFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  static PictureFault damaged() {
    return PictureFault("is damaged: its picture cannot be decoded");
  }
  static PictureFault cut_off() { return PictureFault("ends before its picture does"); }
  static PictureFault no_memory() { return PictureFault("needs more memory than there is"); }
};

struct DecodedPicture {
  cv::Mat bgr;           // CV_8UC3, as it lies in the file
  cv::Size size;         // of the picture in the file
  int orientation = 1;   // EXIF, 1..8
  bool damaged = false;  // parts of it are not what they were
  std::string note;      // what else people should know, behind the picture's name; or empty
};

using PictureBytes = std::span<const std::uint8_t>;

DecodedPicture decode_jpeg(PictureBytes file);
DecodedPicture decode_png(PictureBytes file);
DecodedPicture decode_webp(PictureBytes file);  // of an animation the first picture
DecodedPicture decode_gif(PictureBytes file);   // the first picture
DecodedPicture decode_heif(PictureBytes file);  // where reads_format(heif)
DecodedPicture decode_pdf(PictureBytes file);   // where reads_format(pdf)
DecodedPicture decode_with_opencv(PictureBytes file, PictureFormat format);

// What the decoders share.

// Throws where `size` is above `most` pixels.
void require_size(cv::Size size, std::int64_t most);

// By which a picture's width and height are divided so that kWorkPixels are not exceeded.
int reduction_for(cv::Size size);

// CV_8UC4 BGRA over white paper: a drawn puzzle often is black ink on nothing, which would come out
// black on black.
cv::Mat on_white(const cv::Mat& bgra);

// A copy not above kWorkPixels; the same picture where it is not.
cv::Mat reduced(const cv::Mat& bgr);

// Of an EXIF block with or without its "Exif\0\0"; 1 where it says none.
int exif_orientation(PictureBytes exif);

}  // namespace gridlens
