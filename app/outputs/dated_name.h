#pragma once

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <string>

namespace gridlens {

// "20260102-030405", by the local clock: for names of files.
inline std::string date_and_time() {
  return fmt::format("{:%Y%m%d-%H%M%S}", fmt::localtime(std::time(nullptr)));
}

}  // namespace gridlens
