// Systems without V4L2: nothing is known before OpenCV opens the camera.
#include <algorithm>
#include <cctype>
#include <opencv2/videoio.hpp>

#include "core/capture/camera_devices.h"
#include "core/capture/capture_error.h"

namespace gridlens {

std::vector<CameraDevice> list_cameras() {
  return {};
}

CameraProbe probe_camera(const std::filesystem::path& node) {
  const std::string name = node.string();
  if (name.empty() || name.size() > 6 ||
      !std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isdigit(c) != 0; }))
    throw CaptureError(name + " is not a camera: on this system cameras are given by number");
  CameraProbe probe;
  probe.device = {std::stoi(name), node, ""};
  return probe;
}

std::vector<CameraMode> camera_modes(const std::filesystem::path& /*node*/) {
  return {};
}

std::filesystem::path camera_node(int index) {
  return std::to_string(index);
}

int camera_backend() {
  return cv::CAP_ANY;
}

std::string cameras_here() {
  return "cameras cannot be listed on this system";
}

}  // namespace gridlens
