#include "app/interrupt.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <string_view>
#include <thread>

namespace gridlens {

namespace {

// The last resort: only what blocks this very thread (the opening of an output, a write) takes so
// long. Less than the second that is promised: the system needs some of it to end a process.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::chrono::milliseconds kPatience{4000};  // a sanitizer makes all slower
#else
constexpr std::chrono::milliseconds kPatience{800};
#endif
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

}  // namespace

// A handler cannot request a stop itself (that takes a lock), so a thread looks at the flag.
struct Interrupt::Watcher {
  std::stop_source stop;
  std::atomic<int> leave_with{-1};  // status; -1: nobody wants to leave
  std::jthread thread{[this](const std::stop_token& end) { watch(end); }};

  void watch(const std::stop_token& end) {
    using Clock = std::chrono::steady_clock;
    Clock::time_point deadline = Clock::time_point::max();
    while (!end.stop_requested()) {
      const int number = signal_seen;
      if (deadline == Clock::time_point::max() && (number != 0 || leave_with >= 0))
        deadline = Clock::now() + kPatience;
      if (number != 0) stop.request_stop();
      if (Clock::now() >= deadline) end_now(number != 0 ? 128 + number : leave_with.load());
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
