#include "core/vision/finding/debug_sink.h"

#include <cstdio>
#include <fstream>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

namespace gridlens {

FolderDebugSink::FolderDebugSink(std::filesystem::path folder) : folder_(std::move(folder)) {
  std::filesystem::create_directories(folder_);
}

void FolderDebugSink::picture(const std::string& name, const cv::Mat& picture) {
  char number[16];
  std::snprintf(number, sizeof number, "%02d_", count_++);
  cv::imwrite((folder_ / (number + name + ".png")).string(), picture);
}

void FolderDebugSink::text(const std::string& name, const std::string& line) {
  std::ofstream(folder_ / name, std::ios::app) << line << '\n';
}

void draw_lattice(cv::Mat& picture, const Homography& h, int cols, int rows,
                  const cv::Scalar& colour) {
  const double right = cols;
  const double bottom = rows;
  for (double x = 0; x <= right; ++x) cv::line(picture, h({x, 0}), h({x, bottom}), colour, 1);
  for (double y = 0; y <= bottom; ++y) cv::line(picture, h({0, y}), h({right, y}), colour, 1);
}

}  // namespace gridlens
