#pragma once

#include <cstddef>
#include <cstdint>

namespace gridlens {

// When a learning search starts over: when the clauses of late span more levels than usual
// (Audemard and Simon, "Refining restarts strategies", 2012, with moving averages as in Biere and
// Froehlich 2015).
class RestartPolicy {
 public:
  void add_conflict(std::uint32_t levels, size_t /*trail_size*/) {
    ++conflicts_;
    ++since_restart_;
    // The weights start high, so that the averages mean something early on.
    const auto weight = [&](double target) {
      const double early = 1.0 / static_cast<double>(conflicts_);
      return early > target ? early : target;
    };
    fast_ += (levels - fast_) * weight(1.0 / 32);
    slow_ += (levels - slow_) * weight(1.0 / 8192);
  }

  [[nodiscard]] bool due() const { return since_restart_ >= kMinConflicts && fast_ > 1.4 * slow_; }

  void restarted() { since_restart_ = 0; }

 private:
  static constexpr std::uint64_t kMinConflicts = 10;

  std::uint64_t conflicts_ = 0;
  std::uint64_t since_restart_ = 0;
  double fast_ = 0;
  double slow_ = 0;
};

}  // namespace gridlens
