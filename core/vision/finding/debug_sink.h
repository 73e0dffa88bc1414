#pragma once

#include <filesystem>
#include <opencv2/core/mat.hpp>
#include <string>

#include "core/image/homography.h"

namespace gridlens {

// Receives what the stages of the finder saw. Stages take a pointer that is normally null and
// make a picture only when it is not, so a run without debugging costs nothing.
class DebugSink {
 public:
  virtual ~DebugSink() = default;
  // `picture`: CV_8UC1 or CV_8UC3. `name`: stage and number, fit for a file name.
  virtual void picture(const std::string& name, const cv::Mat& picture) = 0;
  // Adds a line to the text of that name.
  virtual void text(const std::string& name, const std::string& line) = 0;
};

// Writes each picture to FOLDER/NN_name.png, NN counting up in the order of arrival, and each text
// to FOLDER/name.
class FolderDebugSink : public DebugSink {
 public:
  // Makes the folder. Throws std::filesystem::filesystem_error where that is impossible.
  explicit FolderDebugSink(std::filesystem::path folder);
  void picture(const std::string& name, const cv::Mat& picture) override;
  void text(const std::string& name, const std::string& line) override;

 private:
  std::filesystem::path folder_;
  int count_ = 0;
};

// Draws the lattice's lines into a colour picture.
void draw_lattice(cv::Mat& picture, const Homography& picture_from_lattice, int cols, int rows,
                  const cv::Scalar& colour);

}  // namespace gridlens
