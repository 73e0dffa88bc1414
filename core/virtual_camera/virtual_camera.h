#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <string>
#include <thread>

#include "core/pipeline/mailbox.h"
#include "core/virtual_camera/video_output.h"

namespace gridlens {

struct VirtualCameraStatus {
  std::int64_t written = 0;        // pictures, repeated ones among them
  std::optional<OutputMode> mode;  // from the first picture on
  std::string error;               // one clear line; nothing is written any more
};

// Sends pictures to a video output on a thread of its own, "gl-camera-out". Whoever watches the
// camera sees the newest picture: one that comes too soon replaces the one before, and where none
// comes the last one is sent again, ten times a second.
class VirtualCamera {
 public:
  explicit VirtualCamera(std::unique_ptr<VideoOutput> output);
  ~VirtualCamera();  // waits for the picture under way
  VirtualCamera(const VirtualCamera&) = delete;
  VirtualCamera& operator=(const VirtualCamera&) = delete;

  // `bgr`: CV_8UC3; shared, must not be written to afterwards. The first one sets the camera's
  // size; another size is scaled to fit, on black. Never waits for the device, nor throws.
  void push(cv::Mat bgr);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] VirtualCameraStatus status() const;

 private:
  void run(const std::stop_token& stop);
  bool send(const cv::Mat& bgr);

  std::unique_ptr<VideoOutput> output_;  // the thread's
  const std::string name_;
  std::optional<OutputMode> mode_;     // the thread's
  std::vector<unsigned char> packed_;  // the thread's
  Mailbox<cv::Mat> newest_;
  mutable std::mutex mutex_;
  VirtualCameraStatus status_;  // guarded by mutex_
  std::jthread thread_;         // last: starts when all else stands
};

}  // namespace gridlens
