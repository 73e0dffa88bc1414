#pragma once

#include <atomic>
#include <utility>

#include "app/session/session_view.h"

namespace gridlens {

// With a serial number that no other picture has. From any thread.
inline PanelPicture panel_picture(cv::Mat bgr) {
  static std::atomic<std::uint64_t> newest{0};
  return {std::move(bgr), ++newest};
}

}  // namespace gridlens
