#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <string>

namespace gridlens {

struct RecorderOptions {
  std::filesystem::path path;  // .mkv (H.264), .mp4 (H.264, fragmented) or .avi (MJPG)
  int width = 0, height = 0;   // of the pictures pushed; odd sizes are padded by the recorder
  double fps = 30;             // nominal rate
  bool overwrite = false;      // otherwise an existing file is refused
  int queue_frames =
      8;  // bounded: when full, the picture is dropped and counted (live) or waited for (blocking)
  bool blocking = false;  // offline runs: push() waits for room, nothing is dropped
};

struct RecorderStatus {
  std::int64_t written = 0;  // frames encoded
  std::int64_t dropped = 0;  // frames refused because the queue was full
  std::int64_t bytes = 0;    // file size so far
  double elapsed_ms = 0;     // media time of the newest frame
  bool failed = false;       // writing stopped (disk full ...); what was written stays playable
  std::string error;         // one clear line when failed
};

// Writes annotated frames to a video file on its own thread. push() never waits for the disk unless
// `blocking`. Packets are flushed as they are made, so a killed process leaves a file that plays to
// within the last second.
class VideoRecorder {
 public:
  // Throws std::runtime_error with one clear line: existing file, unwritable folder, unknown
  // ending, no encoder.
  explicit VideoRecorder(const RecorderOptions& options);
  ~VideoRecorder();  // finishes the file

  // `bgr`: CV_8UC3, width x height, top row first; shared, must not be written to afterwards.
  // `time_ms`: presentation time, rising; need not be regular: the file plays at these times.
  void push(cv::Mat bgr, double time_ms);

  // Drains the queue and finalises the file. Idempotent.
  void finish();

  [[nodiscard]] RecorderStatus status() const;  // from any thread

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gridlens
