#pragma once

#include <string>
#include <vector>

#include "core/capture/camera_mode.h"
#include "core/capture/frame_source.h"

namespace gridlens {

// A camera of this machine and what it offers.
struct ListedCamera {
  CameraDevice device;
  std::vector<CameraMode> modes;
  std::string trouble;  // why it cannot be asked for its modes; or empty
};

// The cameras of this machine, lowest number first. Opens each of them for a moment.
std::vector<ListedCamera> listed_cameras();

// Without an end of line: "/dev/video0  HD Webcam  640x480 at 30, 15 fps; 1280x720 at 30 fps", the
// three parts divided by tabs. Sizes that the program can use, smallest first.
std::string camera_line(const ListedCamera& camera);

// One JSON object, without an end of line; its form is in docs/command-line.md.
std::string camera_json(const ListedCamera& camera);

}  // namespace gridlens
