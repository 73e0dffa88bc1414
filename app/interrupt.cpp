#include "app/interrupt.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

namespace gridlens {

namespace {

std::atomic<bool> signal_seen{false};  // the only thing a signal handler may touch

extern "C" void on_signal(int number) {
  if (signal_seen.exchange(true)) {
    std::signal(number, SIG_DFL);
    std::raise(number);
  }
}

}  // namespace

// A handler cannot request a stop itself (that takes a lock), so a thread looks at the flag.
struct Interrupt::Watcher {
  std::stop_source stop;
  std::jthread thread{[this](const std::stop_token& end) {
    while (!end.stop_requested()) {
      if (signal_seen) {
        stop.request_stop();
        return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }};
};

Interrupt::Interrupt() : watcher_(new Watcher) {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

Interrupt::~Interrupt() {
  delete watcher_;
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

bool Interrupt::requested() const {
  return signal_seen;
}

std::stop_token Interrupt::token() const {
  return watcher_->stop.get_token();
}

}  // namespace gridlens
