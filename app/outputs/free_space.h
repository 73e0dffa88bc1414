#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "core/image/frame.h"

namespace gridlens {

// "the disk is nearly full: room for 3 more minutes" where less than five are left; else empty.
std::string free_space_text(double free_bytes, double bytes_per_second);

// Watches the disk that a recording is written to. Asks the system every few seconds only.
class FreeSpace {
 public:
  using Probe = std::function<std::optional<double>(const std::filesystem::path& folder)>;
  static std::optional<double> free_bytes(const std::filesystem::path& folder);

  explicit FreeSpace(Probe probe = free_bytes) : probe_(std::move(probe)) {}

  // A warning, or nothing, about the file in `folder` that has grown to `bytes` in `elapsed_ms` of
  // its own time.
  const std::string& warning(const std::filesystem::path& folder, std::int64_t bytes,
                             double elapsed_ms, Clock::time_point now);

 private:
  Probe probe_;
  std::optional<Clock::time_point> asked_at_;
  std::int64_t bytes_then_ = 0;
  double elapsed_then_ms_ = 0;
  std::string text_;
};

}  // namespace gridlens
