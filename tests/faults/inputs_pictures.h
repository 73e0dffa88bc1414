#pragma once

#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

// Bytes of picture files that OpenCV does not write.
namespace gridlens {

std::string encoded(const std::string& ending, const cv::Mat& picture,
                    const std::vector<int>& options = {});
// A JPEG with this EXIF orientation.
std::string with_orientation(const std::string& jpeg, int orientation);
// A JPEG whose header claims this size.
std::string claiming(std::string jpeg, int width, int height);
std::string cmyk_jpeg(const cv::Mat& bgr);
std::string white_png(int width, int height);  // one bit a pixel
// GIF of these grey pictures (CV_8UC1) of equal size.
std::string gif(const std::vector<cv::Mat>& pictures);
std::string animated_webp(const std::vector<cv::Mat>& bgr);

}  // namespace gridlens
