#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gridlens {

// One way in which a camera can deliver: pixel format, size, rate.
struct CameraMode {
  std::string fourcc;  // V4L2's four characters: "MJPG", "YUYV"
  int width = 0, height = 0;
  double fps = 0;  // 0: the driver does not say
};

struct CameraWish {
  int width = 0, height = 0;  // 0: no wish
  double fps = 0;             // 0: no wish
};

// The mode to ask for. Formats that cannot be decoded are left out. First the size: nearest to the
// wish; without one, nearest to 1280x720 among the sizes that come at 24 fps or more (or at the
// best rate there is). Then the rate: the wished one, else 30 fps or the best below it. Then the
// format: uncompressed before MJPG, so MJPG is taken exactly where it gives the higher rate. Empty
// when `modes` holds nothing usable.
std::optional<CameraMode> choose_mode(const std::vector<CameraMode>& modes, const CameraWish& wish);

// True for formats that can be decoded.
bool is_usable(const CameraMode& mode);

struct CameraSize {
  int width = 0, height = 0;
  std::vector<double> rates;  // in any usable format, highest first, whole numbers mostly; empty:
                              // the driver does not say
};

// What a person chooses from: the sizes of usable modes, smallest first, each once.
std::vector<CameraSize> camera_sizes(const std::vector<CameraMode>& modes);

}  // namespace gridlens
