#include "app/cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <iostream>

namespace gridlens {

Progress::Progress(size_t all) : all_(all), wanted_(all > 1 && ::isatty(STDERR_FILENO) == 1) {}

std::string Progress::text(size_t done, size_t all, std::chrono::duration<double> passed) {
  const double left_s =
      done == 0 ? 0 : passed.count() / static_cast<double>(done) * static_cast<double>(all - done);
  const auto seconds = static_cast<long long>(std::ceil(left_s));
  const std::string hours = seconds >= 3600 ? fmt::format("{}:", seconds / 3600) : "";
  const long long minutes = seconds / 60 % 60;
  return fmt::format("{} of {}, {}{}:{:02} left", done, all, hours,
                     hours.empty() ? fmt::format("{}", minutes) : fmt::format("{:02}", minutes),
                     seconds % 60);
}

void Progress::show(size_t done) {
  if (!wanted_) return;
  std::cerr << "\r\x1b[K" << text(done, all_, std::chrono::steady_clock::now() - begun_)
            << std::flush;
  shown_ = true;
}

void Progress::clear() {
  if (shown_) std::cerr << "\r\x1b[K" << std::flush;
  shown_ = false;
}

}  // namespace gridlens
