#include "core/vision/finding/debug_sink.h"

#include <cstdio>
#include <opencv2/imgcodecs.hpp>

namespace gridlens {

FolderDebugSink::FolderDebugSink(std::filesystem::path folder) : folder_(std::move(folder)) {
  std::filesystem::create_directories(folder_);
}

void FolderDebugSink::picture(const std::string& name, const cv::Mat& picture) {
  char number[16];
  std::snprintf(number, sizeof number, "%02d_", count_++);
  cv::imwrite((folder_ / (number + name + ".png")).string(), picture);
}

}  // namespace gridlens
