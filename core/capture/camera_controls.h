#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gridlens {

// What a person may want to set on a camera while it delivers.
enum class CameraControl {
  auto_exposure = 1,  // 0 or 1
  exposure,           // tenths of a millisecond; without effect while it is automatic
  auto_focus,         // 0 or 1
  focus,              // in the device's own steps; without effect while it is automatic
};

struct CameraControlState {
  CameraControl control = CameraControl::exposure;
  int value = 0;
  int least = 0, most = 1, step = 1;
  int standard = 0;    // the device's default
  bool active = true;  // false: has no effect now
};

// The controls that the device has, in the order of CameraControl. Empty: none, or it cannot be
// asked. Both calls open the node beside whoever streams from it, close it again, and may take as
// long as the driver likes: not for the window's thread.
std::vector<CameraControlState> read_camera_controls(const std::filesystem::path& node);

// False: the device refused.
bool set_camera_control(const std::filesystem::path& node, CameraControl control, int value);

}  // namespace gridlens
