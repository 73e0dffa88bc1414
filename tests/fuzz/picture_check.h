#pragma once

#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>

#include "core/capture/capture_error.h"
#include "core/capture/picture.h"

namespace gridlens {

// Feeds any bytes to the picture reader and aborts where one of its promises is broken.
inline void check_picture(std::string_view bytes) {
  const auto promise = [](bool kept) {
    if (!kept) std::abort();
  };
  std::istringstream in{std::string(bytes)};
  try {
    const Picture picture = read_picture(in, "input");
    promise(picture.bgr.type() == CV_8UC3 && !picture.bgr.empty());
    promise(picture.bgr.total() <= 64'000'000);
    promise(picture.size.width >= picture.bgr.cols && picture.size.height >= picture.bgr.rows);
  } catch (const CaptureError& error) {
    for (const char* c = error.what(); *c != '\0'; ++c) promise(*c >= ' ' && *c <= '~');
  }
}

}  // namespace gridlens
