#include "tests/report/degrade.h"

#include <algorithm>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <stdexcept>
#include <vector>

namespace gridlens::report {

namespace {

cv::Mat with_noise(const cv::Mat& picture, double sigma) {
  cv::RNG rng(7);
  cv::Mat noise(picture.size(), CV_16SC(picture.channels()));
  rng.fill(noise, cv::RNG::NORMAL, cv::Scalar::all(0), cv::Scalar::all(sigma));
  cv::Mat wide;
  picture.convertTo(wide, CV_16S);
  wide += noise;
  cv::Mat result;
  wide.convertTo(result, CV_8U);
  return result;
}

cv::Mat scaled(const cv::Mat& picture, double factor) {
  cv::Mat result;
  cv::resize(picture, result, {}, factor, factor, cv::INTER_AREA);
  return result;
}

}  // namespace

cv::Mat degrade(const cv::Mat& picture, const std::string& kind) {
  const int longest = std::max(picture.cols, picture.rows);
  cv::Mat result;
  if (kind == "none") return picture;
  if (kind == "blur") {
    cv::GaussianBlur(picture, result, {}, longest / 400.0);
    return result;
  }
  if (kind == "shake") {
    const int length = longest / 130;
    cv::filter2D(picture, result, -1, cv::Mat::eye(length, length, CV_32F) / length);
    return result;
  }
  if (kind == "noise") return with_noise(picture, 15);
  if (kind == "dark") return with_noise(picture * 0.3, 4);
  if (kind == "small") return scaled(picture, 400.0 / longest);
  if (kind == "tiny") return scaled(picture, 260.0 / longest);
  if (kind == "jpeg") {
    std::vector<std::uint8_t> bytes;
    cv::imencode(".jpg", picture, bytes, {cv::IMWRITE_JPEG_QUALITY, 20});
    return cv::imdecode(bytes, cv::IMREAD_UNCHANGED);
  }
  throw std::invalid_argument("unknown kind of degradation: " + kind);
}

}  // namespace gridlens::report
