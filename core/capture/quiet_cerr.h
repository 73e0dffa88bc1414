#pragma once

namespace gridlens {

// While one lives, what this thread writes to std::cerr is dropped; other threads are not
// concerned. For OpenCV's picture readers, whose lines name no file.
class QuietCerr {
 public:
  QuietCerr();
  ~QuietCerr();
  QuietCerr(const QuietCerr&) = delete;
  QuietCerr& operator=(const QuietCerr&) = delete;
};

}  // namespace gridlens
