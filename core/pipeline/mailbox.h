#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace gridlens {

// A one-slot, newest-wins mailbox between two threads: a value that was not fetched in time is
// replaced and counted. Live pictures go through it, so that a slow reader sees fresh frames
// instead of a growing queue.
template <typename T>
class Mailbox {
 public:
  void put(T value) {
    {
      const std::lock_guard lock(mutex_);
      if (closed_) return;
      if (slot_) ++replaced_;
      slot_ = std::move(value);
    }
    filled_.notify_one();
  }

  // Waits for a value. nullopt: stop was requested, or the mailbox is closed and empty.
  std::optional<T> take(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    filled_.wait(lock, stop, [&] { return slot_.has_value() || closed_; });
    if (stop.stop_requested()) return std::nullopt;
    return std::exchange(slot_, std::nullopt);
  }

  // As take, but waits no longer than `patience`; then nullopt too.
  std::optional<T> take_for(const std::stop_token& stop, std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    filled_.wait_for(lock, stop, patience, [&] { return slot_.has_value() || closed_; });
    if (stop.stop_requested()) return std::nullopt;
    return std::exchange(slot_, std::nullopt);
  }

  std::optional<T> try_take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(slot_, std::nullopt);
  }

  // No further values come; what is in the slot can still be taken.
  void close() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    filled_.notify_all();
  }

  [[nodiscard]] bool finished() const {
    const std::lock_guard lock(mutex_);
    return closed_ && !slot_;
  }

  [[nodiscard]] std::int64_t replaced() const {
    const std::lock_guard lock(mutex_);
    return replaced_;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable_any filled_;
  std::optional<T> slot_;
  bool closed_ = false;
  std::int64_t replaced_ = 0;
};

}  // namespace gridlens
