#pragma once

#include <filesystem>
#include <iosfwd>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <string>

#include "core/capture/picture_format.h"

namespace gridlens {

// False for HEIC and PDF where their libraries were not there when the program was built.
bool reads_format(PictureFormat format);

// A still, turned upright as its EXIF orientation says.
struct Picture {
  cv::Mat bgr;    // CV_8UC3
  cv::Size size;  // of the picture in the file; larger than bgr's where that is a reduced copy
  // One line for people: damage that left the picture readable, pages that are not read; or empty.
  std::string note;
};

// The picture format that the file's first bytes are those of, if load_picture knows it. The ending
// of the name does not matter. Only regular files are looked at.
std::optional<PictureFormat> picture_file_format(const std::filesystem::path& path);

// Grey becomes BGR, 16 bits become 8, transparent parts lie on white paper; of an animation the
// first picture. The header is read first: pictures above 64 megapixels come at a reduced size,
// pictures above the limits of docs/capture.md are refused. A pipe is read to its end.
// Throws CaptureError with one clear line: no such file, not a picture, damaged, cut off, too
// large, not enough memory.
Picture load_picture(const std::filesystem::path& path);

// As load_picture, from a stream (standard input) that is called `name` in messages.
Picture read_picture(std::istream& in, const std::string& name);

}  // namespace gridlens
