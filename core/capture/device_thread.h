#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace gridlens {

// Ends a thread that a device may hold up. `done`: guarded by `mutex`, set and told by `changed`
// when the thread needs nothing more. Where that takes longer than a moment the thread is left
// behind, so it must hold all that it uses.
inline void end_or_leave_behind(std::jthread& thread, std::mutex& mutex,
                                std::condition_variable_any& changed, const bool& done) {
  constexpr std::chrono::milliseconds kPatience{300};
  thread.request_stop();
  std::unique_lock lock(mutex);
  const bool ended = changed.wait_for(lock, kPatience, [&] { return done; });
  lock.unlock();
  if (!ended) thread.detach();
}

}  // namespace gridlens
