#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <string>

namespace gridlens {

struct RecorderOptions {
  std::filesystem::path path;  // .mkv (H.264), .mp4 (H.264, fragmented) or .avi (MJPG)
  int width = 0, height = 0;   // of the video; odd sides are padded by one repeated row or column
  double fps = 30;             // nominal rate; a value that is no rate (0: unknown) is taken as 30
  bool overwrite = false;      // otherwise an existing file is refused
  // Pictures that may wait for the encoder. When they do: drop and count (live), or let push() wait
  // (blocking).
  int queue_frames = 8;
  bool blocking = false;  // offline runs: push() waits for room, nothing is dropped
  std::string encoder;    // FFmpeg's name ("libx264"); empty: the container's usual one
};

struct RecorderStatus {
  std::int64_t written = 0;  // pictures encoded; once finished or failed: that the file holds
  std::int64_t dropped = 0;  // all others: queue full, too dense for a constant rate, failed
  std::int64_t bytes = 0;    // file size so far
  double elapsed_ms = 0;     // media time of the newest picture written; the first is at 0
  double cut_ms = 0;         // of gaps in time that the container cannot hold, left out
  bool failed = false;       // writing stopped (disk full, file deleted ...); `written` play
  std::string error;         // one clear line when failed
  std::string note;          // for people: another encoder than the usual one; empty: none
};

// Writes pictures to a video file on its own thread (named "recorder"). push() never waits for the
// disk unless `blocking`. Packets are flushed as they are made, so a killed process leaves a file
// that plays to within the last fifth of a second or so. A full disk or any other failure stops the
// writing, not the caller, and so does somebody who deletes the file: see
// RecorderStatus::failed. All members may be called from any thread;
// pictures are to be pushed from one thread, in order.
class VideoRecorder {
 public:
  // Throws std::runtime_error with one clear line: existing file, missing or unwritable folder,
  // unknown ending, no encoder.
  explicit VideoRecorder(const RecorderOptions& options);
  ~VideoRecorder();  // finishes the file
  VideoRecorder(const VideoRecorder&) = delete;
  VideoRecorder& operator=(const VideoRecorder&) = delete;

  // `bgr`: CV_8UC3, top row first; shared, must not be written to afterwards. Another size than
  // the video's is scaled to fit, on black. `time_ms`: presentation time, rising; need not be
  // regular: the file plays at these times, counted from the first one. After finish() or a
  // failure it does nothing.
  void push(cv::Mat bgr, double time_ms);

  // The reasons for a refusal that the name alone tells: an unknown ending. Throws as the
  // constructor does.
  static void check_path(const std::filesystem::path& path);

  // Drains the queue and finalises the file. Idempotent.
  void finish();

  [[nodiscard]] RecorderStatus status() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gridlens
