#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <string>

namespace gridlens {

// The pictures of a video file or network stream, through FFmpeg's libraries. OpenCV's own reader
// takes the first picture that cannot be decoded for the end, and does not tell an end from an
// error. Used by one thread at a time.
class VideoDecoder {
 public:
  // How long opening and each read may take; zero: as long as they want. Files need no limit.
  struct Limits {
    std::chrono::milliseconds open{0}, read{0};
  };

  // Throws CaptureError, calling the video `name`: cannot be opened as a video, or its pictures
  // are too large.
  VideoDecoder(const std::string& place, const std::string& name, Limits limits);
  ~VideoDecoder();
  VideoDecoder(const VideoDecoder&) = delete;
  VideoDecoder& operator=(const VideoDecoder&) = delete;

  struct Picture {
    cv::Mat bgr;                    // CV_8UC3, pixels of its own, turned as the container says
    std::optional<double> time_ms;  // since the container's start; nothing: no time stamp
  };

  // The next picture that can be decoded. Nothing at the end, and ever after.
  std::optional<Picture> read();

  [[nodiscard]] double fps() const;           // 0: unknown
  [[nodiscard]] std::string format() const;   // "H264"
  [[nodiscard]] std::int64_t frames() const;  // by the container's estimate; 0: unknown, live

  // What happened so far. Parts could not be decoded, and were left out.
  [[nodiscard]] bool damaged() const;
  // After the end: nothing where all that the container promised was there; else where the content
  // ends, for people: "at 1.1 s of 11.0 s".
  [[nodiscard]] std::optional<std::string> cut_short() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gridlens
