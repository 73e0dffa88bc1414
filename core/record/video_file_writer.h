#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <string>

namespace gridlens {

struct WriterSettings {
  std::filesystem::path path;
  cv::Size size;        // of the pictures
  double fps = 30;      // nominal
  std::string encoder;  // FFmpeg's name; empty: the container's usual ones
};

// A video file that grows by whole, flushed packets: what was written plays after a crash. The
// ending of the name says which container. Not thread-safe. All errors are std::runtime_error with
// one clear line, naming the file.
class VideoFileWriter {
 public:
  explicit VideoFileWriter(const WriterSettings& settings);
  // Leaves the file as it is; finish() completes it.
  ~VideoFileWriter();
  VideoFileWriter(const VideoFileWriter&) = delete;
  VideoFileWriter& operator=(const VideoFileWriter&) = delete;

  // False when the picture was left out because a constant-rate file has no place for it.
  bool write(const cv::Mat& bgr, double time_ms);

  // Writes what the container needs at its end.
  void finish();

  [[nodiscard]] std::int64_t bytes() const;     // handed to the system so far
  [[nodiscard]] std::int64_t repeated() const;  // pictures written again to keep a constant rate
  [[nodiscard]] const std::string& note() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gridlens
