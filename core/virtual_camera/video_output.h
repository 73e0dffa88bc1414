#pragma once

#include <filesystem>
#include <memory>
#include <opencv2/core/types.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/virtual_camera/picture_packing.h"

namespace gridlens {

// What a video output takes.
struct OutputMode {
  PixelLayout layout = PixelLayout::yuyv;
  cv::Size size_px;
  int row_bytes = 0;      // of the first plane
  std::size_t bytes = 0;  // of a picture
};

// A device that other programs see as a camera. One thread.
class VideoOutput {
 public:
  virtual ~VideoOutput() = default;

  [[nodiscard]] virtual std::string name() const = 0;  // for people: "/dev/video2 (OBS camera)"

  // The mode that the device takes for a wish: perhaps another size. Nothing: not that layout.
  // Throws std::runtime_error with one clear line: another program writes there.
  virtual std::optional<OutputMode> set_mode(PixelLayout layout, cv::Size size_px) = 0;

  // 0, or the errno why not: EAGAIN where the device has no room yet. Does not wait.
  virtual int write(std::span<const unsigned char> picture) = 0;
};

// Throws std::runtime_error with one clear line: not there, no permission, busy, no video output.
std::unique_ptr<VideoOutput> open_video_output(const std::filesystem::path& node);

// V4L2 output nodes of this machine, lowest number first. Empty elsewhere than on Linux.
std::vector<std::filesystem::path> list_video_outputs();

// The first mode that the device takes of all layouts, for pictures of `size_px`. Throws
// std::runtime_error with one clear line: it refuses them all, or another program writes there.
OutputMode choose_mode(VideoOutput& output, cv::Size size_px);

}  // namespace gridlens
