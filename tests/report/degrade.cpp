#include "tests/report/degrade.h"

#include <algorithm>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <stdexcept>
#include <vector>

namespace gridlens::report {

namespace {

cv::Mat with_noise(const cv::Mat& grey, double sigma) {
  cv::RNG rng(7);
  cv::Mat noise(grey.size(), CV_16S);
  rng.fill(noise, cv::RNG::NORMAL, 0, sigma);
  cv::Mat wide;
  grey.convertTo(wide, CV_16S);
  wide += noise;
  cv::Mat result;
  wide.convertTo(result, CV_8U);
  return result;
}

cv::Mat scaled(const cv::Mat& grey, double factor) {
  cv::Mat result;
  cv::resize(grey, result, {}, factor, factor, cv::INTER_AREA);
  return result;
}

}  // namespace

cv::Mat degrade(const cv::Mat& grey, const std::string& kind) {
  const int longest = std::max(grey.cols, grey.rows);
  cv::Mat result;
  if (kind == "none") return grey;
  if (kind == "blur") {
    cv::GaussianBlur(grey, result, {}, longest / 400.0);
    return result;
  }
  if (kind == "shake") {
    const int length = longest / 130;
    cv::filter2D(grey, result, -1, cv::Mat::eye(length, length, CV_32F) / length);
    return result;
  }
  if (kind == "noise") return with_noise(grey, 15);
  if (kind == "dark") return with_noise(grey * 0.3, 4);
  if (kind == "small") return scaled(grey, 400.0 / longest);
  if (kind == "tiny") return scaled(grey, 260.0 / longest);
  if (kind == "jpeg") {
    std::vector<std::uint8_t> bytes;
    cv::imencode(".jpg", grey, bytes, {cv::IMWRITE_JPEG_QUALITY, 20});
    return cv::imdecode(bytes, cv::IMREAD_GRAYSCALE);
  }
  throw std::invalid_argument("unknown kind of degradation: " + kind);
}

}  // namespace gridlens::report
