#include "app/panels/recording_text.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace gridlens {

std::string clock_text(double elapsed_ms) {
  const auto seconds = static_cast<long long>(std::max(elapsed_ms, 0.0) / 1000);
  std::array<char, 40> text{};
  if (seconds >= 3600) {
    std::snprintf(text.data(), text.size(), "%lld:%02lld:%02lld", seconds / 3600, seconds / 60 % 60,
                  seconds % 60);
  } else {
    std::snprintf(text.data(), text.size(), "%lld:%02lld", seconds / 60, seconds % 60);
  }
  return text.data();
}

std::string size_text(std::int64_t bytes) {
  constexpr std::array<const char*, 5> kUnits = {"B", "kB", "MB", "GB", "TB"};
  auto size = static_cast<double>(std::max<std::int64_t>(bytes, 0));
  std::size_t unit = 0;
  while (size >= 999.5 && unit + 1 < kUnits.size()) {
    size /= 1000;
    ++unit;
  }
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), unit == 0 || size >= 99.5 ? "%.0f %s" : "%.1f %s", size,
                kUnits[unit]);
  return text.data();
}

}  // namespace gridlens
