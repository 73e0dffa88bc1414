// Systems without V4L2: no controls.
#include "core/capture/camera_controls.h"

namespace gridlens {

std::vector<CameraControlState> read_camera_controls(const std::filesystem::path& /*node*/) {
  return {};
}

bool set_camera_control(const std::filesystem::path& /*node*/, CameraControl /*control*/,
                        int /*value*/) {
  return false;
}

}  // namespace gridlens
