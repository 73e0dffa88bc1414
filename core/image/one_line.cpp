#include "core/image/one_line.h"

#include <algorithm>
#include <new>
#include <opencv2/core.hpp>

namespace gridlens {

std::string one_line(const std::exception& error) {
  constexpr const char* kNoMemory = "not enough memory";
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return kNoMemory;
  std::string text = error.what();
  if (const auto* opencv = dynamic_cast<const cv::Exception*>(&error)) {
    if (opencv->code == cv::Error::StsNoMem) return kNoMemory;
    text = opencv->err;
  }
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < ' '; }, ' ');
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

}  // namespace gridlens
