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

// The JSON contract of the program: one object a line, without the line end. The frame's corners
// are told in pixels of the picture as captured, see Frame::captured_size.
std::string frame_line(const FrameResult& result, const std::optional<ShownTimes>& shown = {});

// `captured`, `read`: the picture's size as it is in the file, and that of what was read, where
// that is a reduced copy. Corners are told in pixels of the picture as captured. `hints`: each
// board with its next step.
std::string still_line(const std::string& image, cv::Size captured, cv::Size read,
                       const std::vector<BoardResult>& boards, double ms, bool hints = false);
std::string still_error_line(const std::string& image, const std::string& error);

}  // namespace gridlens
