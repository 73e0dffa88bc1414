#pragma once

#include <opencv2/core/mat.hpp>
#include <opencv2/imgcodecs.hpp>
#include <string>
#include <vector>

#include "tests/faults/inputs_common.h"

// The tables of inputs, and what makes them.
namespace gridlens {

// The sample photo's pixels.
cv::Mat photo(int flags = cv::IMREAD_COLOR);
// The first so many per cent of a file.
std::string cut(const std::string& bytes, int percent);
std::vector<InputCase> opened_pictures();
std::vector<InputCase> refused_pictures();
std::vector<InputCase> played_clips();
std::vector<InputCase> broken_clips();

}  // namespace gridlens
