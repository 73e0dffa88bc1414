#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace gridlens {

// "12 of 300, 1:20 left" on standard error while pictures are worked off: one line that is written
// over. Only on a terminal, and only where there are several. For one thread.
class Progress {
 public:
  explicit Progress(size_t all);

  void show(size_t done);
  void clear();  // before anything else is written

  // What is shown, for people.
  static std::string text(size_t done, size_t all, std::chrono::duration<double> passed);

 private:
  size_t all_;
  bool wanted_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace gridlens
