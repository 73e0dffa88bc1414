#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/capture/frame_source.h"

// What this machine says about its cameras before OpenCV opens them. camera_devices_v4l2.cpp asks
// V4L2; camera_devices_portable.cpp stands in elsewhere and knows nothing.
namespace gridlens {

struct CameraProbe {
  CameraDevice device;
  std::vector<CameraMode> modes;  // empty: the driver does not say
};

// Asks the device itself. Throws CaptureError with the reason why it cannot deliver pictures: not
// there (naming those that are), no permission, not a capture device, in use.
CameraProbe probe_camera(const std::filesystem::path& node);

// What a listed camera offers, also while another program uses it. Throws CaptureError with a few
// words where it cannot be asked. Empty: the driver does not say.
std::vector<CameraMode> camera_modes(const std::filesystem::path& node);

// The node of camera `index`.
std::filesystem::path camera_node(int index);

// The cv::VideoCaptureAPIs value to open cameras with: V4L2 on Linux (CAP_ANY would take GStreamer,
// which ignores sizes and takes seconds to open).
int camera_backend();

// "Cameras here: 0 (HD Webcam), 2 (Microscope)" or "no camera was found".
std::string cameras_here();

// Where the camera that was opened as `spec` and is called `name` has gone: the node of the only
// camera of that name that is not one of its `twins` (see SourceInfo). Nothing when `spec` still
// names a camera of that name, or there is no such camera, or there are several.
std::optional<std::string> moved_camera(const std::string& spec, const std::string& name,
                                        const std::vector<CameraDevice>& cameras,
                                        const std::vector<std::string>& twins = {});

}  // namespace gridlens
