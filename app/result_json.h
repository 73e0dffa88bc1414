#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/pipeline/frame_result.h"

namespace gridlens {

// Times of a frame of the live threads, in milliseconds since the session began.
struct ShownTimes {
  double captured_ms = 0;
  double shown_ms = 0;
};

// The JSON contract of the program: one object a line, without the line end.
std::string frame_line(const FrameResult& result, const std::optional<ShownTimes>& shown = {});

std::string still_line(const std::string& image, int width, int height,
                       const std::vector<BoardResult>& boards, double ms);
std::string still_error_line(const std::string& image, const std::string& error);

}  // namespace gridlens
