#pragma once

#include <stdexcept>

namespace gridlens {

// A source that cannot be opened or read; what() is one clear line for people.
class CaptureError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace gridlens
