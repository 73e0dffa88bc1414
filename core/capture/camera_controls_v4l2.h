#pragma once

#include <functional>
#include <vector>

#include "core/capture/camera_controls.h"

// The controls by V4L2's requests; Linux only. `ask` is ioctl on an open node, or a test's device.
namespace gridlens {

using V4l2Ask = std::function<bool(unsigned long request, void* argument)>;

std::vector<CameraControlState> read_v4l2_controls(const V4l2Ask& ask);
bool set_v4l2_control(const V4l2Ask& ask, CameraControl control, int value);

}  // namespace gridlens
