#pragma once

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

namespace gridlens {

struct PictureSample {
  std::string name;
  std::string bytes;
};

// Small pictures, one or more a format that the program reads.
inline std::vector<PictureSample> picture_samples() {
  cv::Mat bgr(48, 64, CV_8UC3, cv::Scalar(220, 230, 240)), bgra, grey;
  cv::putText(bgr, "7", {6, 20}, cv::FONT_HERSHEY_SIMPLEX, 0.8, {20, 30, 40}, 2);
  cv::cvtColor(bgr, bgra, cv::COLOR_BGR2BGRA);
  bgra.col(3).setTo(cv::Scalar(0, 0, 0, 0));
  cv::cvtColor(bgr, grey, cv::COLOR_BGR2GRAY);
  std::vector<PictureSample> samples;
  const auto add = [&](const std::string& name, const std::string& ending, const cv::Mat& picture,
                       const std::vector<int>& options = {}) {
    std::vector<uchar> bytes;
    if (cv::imencode(ending, picture, bytes, options))
      samples.push_back({name + ending, {bytes.begin(), bytes.end()}});
  };
  for (const char* ending : {".jpg", ".png", ".webp", ".bmp", ".tiff", ".ppm", ".jp2", ".ras"})
    add("colour", ending, bgr);
  for (const char* ending : {".jpg", ".png", ".pgm", ".tiff"}) add("grey", ending, grey);
  for (const char* ending : {".png", ".webp", ".tiff"}) add("alpha", ending, bgra);
  add("progressive", ".jpg", bgr, {cv::IMWRITE_JPEG_PROGRESSIVE, 1});
  add("restarts", ".jpg", bgr, {cv::IMWRITE_JPEG_RST_INTERVAL, 1});
  // Two colours, 2x2, one picture.
  samples.push_back(
      {"tiny.gif",
       std::string("GIF89a\2\0\2\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\2\0\2\0\0\2\2\x0c\x10\0;",
                   34)});
  return samples;
}

}  // namespace gridlens
