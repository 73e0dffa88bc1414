#include "app/interrupt/interrupt.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <optional>
#include <string_view>
#include <thread>

#include "app/interrupt/starved_time.h"

namespace gridlens {

namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

// The last resort: only what blocks this very thread (the opening of an output, a write) takes so
// long. Less than the second that is promised: the system needs some of it to end a process.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double kPatienceMs = 4000;  // a sanitizer makes all slower
#else
constexpr double kPatienceMs = 800;
#endif
// With the time in which a busy machine left the process no core: then nothing is blocked.
constexpr double kLongestMs = 5 * kPatienceMs;
constexpr std::chrono::milliseconds kLook{20};

std::atomic<int> signal_seen{0};  // its number; the only thing a signal handler may touch

extern "C" void on_signal(int number) {
  if (signal_seen.exchange(number) == SIGINT && number == SIGINT) {
    std::signal(number, SIG_DFL);
    std::raise(number);
  }
}

[[noreturn]] void end_now(int status) {
  constexpr std::string_view kText =
      "gridlens: ended before all was finished: a disk, a device or a reader does not answer\n";
  (void)!::write(STDERR_FILENO, kText.data(), kText.size());
  _exit(status);
}

// Since a stop was asked for: whether the process has had its time to finish.
class Patience {
 public:
  [[nodiscard]] bool is_over() {
    const Clock::time_point now = Clock::now();
    const double starved = starved_ms();
    const double passed = Milliseconds(now - looked_at_).count();
    // Threads that ended have taken their part along.
    spent_ms_ += passed - std::clamp(starved - starved_ms_, 0.0, passed);
    looked_at_ = now;
    starved_ms_ = starved;
    return spent_ms_ >= kPatienceMs || Milliseconds(now - begun_at_).count() >= kLongestMs;
  }

 private:
  Clock::time_point begun_at_ = Clock::now(), looked_at_ = begun_at_;
  double starved_ms_ = starved_ms();
  double spent_ms_ = 0;  // in which the process could run
};

}  // namespace

// A handler cannot request a stop itself (that takes a lock), so a thread looks at the flag.
struct Interrupt::Watcher {
  std::stop_source stop;
  std::atomic<int> leave_with{-1};  // status; -1: nobody wants to leave
  std::jthread thread{[this](const std::stop_token& end) { watch(end); }};

  void watch(const std::stop_token& end) {
    std::optional<Patience> patience;
    while (!end.stop_requested()) {
      const int number = signal_seen;
      if (number != 0) stop.request_stop();
      if (!patience && (number != 0 || leave_with >= 0)) patience.emplace();
      if (patience && patience->is_over()) end_now(number != 0 ? 128 + number : leave_with.load());
      std::this_thread::sleep_for(kLook);
    }
  }
};

Interrupt::Interrupt() : watcher_(new Watcher) {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  if (std::signal(SIGHUP, on_signal) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

Interrupt::~Interrupt() {
  delete watcher_;
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  if (std::signal(SIGHUP, SIG_DFL) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

bool Interrupt::requested() const {
  return signal_seen != 0;
}

std::stop_token Interrupt::token() const {
  return watcher_->stop.get_token();
}

int Interrupt::exit_status() const {
  return 128 + signal_seen;
}

void Interrupt::leave_within_a_second(int status) const {
  watcher_->leave_with = status;
}

}  // namespace gridlens
