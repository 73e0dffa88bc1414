#pragma once

#include <filesystem>
#include <opencv2/core/mat.hpp>

namespace gridlens {

// True when the file's first bytes are those of a picture format that load_picture knows. The
// ending of the name does not matter.
bool is_picture_file(const std::filesystem::path& path);

// A still as CV_8UC3, BGR, turned upright as its EXIF orientation says. Grey becomes BGR, 16 bits
// become 8, transparent parts lie on white paper. Throws CaptureError: no such file, not a picture,
// damaged.
cv::Mat load_picture(const std::filesystem::path& path);

}  // namespace gridlens
