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
// one clear line, naming the file; the file then holds held_pictures() and nothing else, and is
// removed where they are none.
class VideoFileWriter {
 public:
  explicit VideoFileWriter(const WriterSettings& settings);
  // Leaves the file as it is; finish() completes it.
  ~VideoFileWriter();
  VideoFileWriter(const VideoFileWriter&) = delete;
  VideoFileWriter& operator=(const VideoFileWriter&) = delete;

  // Throws where the name's ending is none of a container.
  static void check_ending(const std::filesystem::path& path);

  // False when the picture was left out because a constant-rate file has no place for it.
  // `time_ms` rises; a gap that the container cannot hold, or a clock set back, is cut: the picture
  // follows at the nominal rate.
  bool write(const cv::Mat& bgr, double time_ms);

  // Writes what the container needs at its end. Throws also where the file was meanwhile deleted,
  // moved, replaced or cut short by somebody else.
  void finish();

  [[nodiscard]] std::int64_t bytes() const;          // handed to the system so far
  [[nodiscard]] std::int64_t held_pictures() const;  // of those written: surely in the file
  [[nodiscard]] double media_ms() const;             // time of the newest picture in the file
  [[nodiscard]] double cut_ms() const;               // of gaps, left out
  [[nodiscard]] const std::string& note() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gridlens
