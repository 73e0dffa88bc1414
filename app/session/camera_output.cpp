#include "app/session/camera_output.h"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "core/capture/camera_devices.h"

namespace gridlens {

CameraOutput::CameraOutput(SceneRenderer& scene, HelpDesk& help,
                           std::unique_ptr<VideoOutput> output)
    : frames_(scene, help), camera_(std::move(output)) {}

void CameraOutput::add(const FrameResult& result, const Settings& settings, StageTimes& stages) {
  if (auto picture = frames_.add(result, settings, result.frame.time_ms, stages))
    camera_.push(std::move(picture->bgr));
}

CameraOutputView CameraOutput::view() const {
  const VirtualCameraStatus status = camera_.status();
  CameraOutputView view;
  view.running = status.error.empty();
  view.error = status.error;
  view.device = camera_.name();
  view.frames = status.written;
  if (status.mode)
    view.mode = fmt::format("{} x {}, {}", status.mode->size_px.width, status.mode->size_px.height,
                            to_string(status.mode->layout));
  return view;
}

void check_camera_output(const std::string& device, const std::string& source) {
  const bool number = !source.empty() && source.size() <= 6 &&
                      source.find_first_not_of("0123456789") == std::string::npos;
  const std::filesystem::path node =
      number ? camera_node(std::stoi(source)) : std::filesystem::path(source);
  std::error_code ignored;
  if (device == node || std::filesystem::equivalent(device, node, ignored))
    throw std::runtime_error(fmt::format("--output {} is the input", device));
}

std::unique_ptr<VideoOutput> open_camera_output(const std::string& device) {
  if (!device.empty()) return open_video_output(device);
  const auto outputs = list_video_outputs();
  if (outputs.empty())
    throw std::runtime_error(
        "there is no video output for a virtual camera: install v4l2loopback "
        "(sudo apt install v4l2loopback-dkms; sudo modprobe v4l2loopback)");
  return open_video_output(outputs.front());
}

}  // namespace gridlens
