#include "app/outputs/free_space.h"

#include <fmt/format.h>

#include <cmath>
#include <system_error>

namespace gridlens {
namespace {

constexpr std::chrono::seconds kAskEvery{5};
constexpr double kWarnBelowMinutes = 5;
constexpr double kUsualBytesPerSecond = 250'000;  // until the recording's own rate is known
constexpr double kShortestMeasureMs = 2000;

}  // namespace

std::string free_space_text(double free_bytes, double bytes_per_second) {
  if (!(bytes_per_second > 0)) return {};
  const double minutes = free_bytes / bytes_per_second / 60;
  if (minutes >= kWarnBelowMinutes) return {};
  const auto whole = static_cast<int>(std::floor(minutes));
  const std::string room = whole == 0   ? "less than a minute"
                           : whole == 1 ? "one more minute"
                                        : fmt::format("{} more minutes", whole);
  return "the disk is nearly full: room for " + room;
}

std::optional<double> FreeSpace::free_bytes(const std::filesystem::path& folder) {
  std::error_code error;
  const auto space = std::filesystem::space(folder.empty() ? "." : folder, error);
  if (error) return std::nullopt;
  return static_cast<double>(space.available);
}

const std::string& FreeSpace::warning(const std::filesystem::path& folder, std::int64_t bytes,
                                      double elapsed_ms, Clock::time_point now) {
  if (asked_at_ && now - *asked_at_ < kAskEvery) return text_;
  asked_at_ = now;
  double rate = kUsualBytesPerSecond;
  if (elapsed_ms - elapsed_then_ms_ >= kShortestMeasureMs)
    rate = static_cast<double>(bytes - bytes_then_) * 1000 / (elapsed_ms - elapsed_then_ms_);
  bytes_then_ = bytes;
  elapsed_then_ms_ = elapsed_ms;
  const auto free = probe_(folder);
  text_ = free ? free_space_text(*free, rate) : "";
  return text_;
}

}  // namespace gridlens
