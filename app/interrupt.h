#pragma once

#include <stop_token>

namespace gridlens {

// Turns Ctrl-C (SIGINT) and SIGTERM into a polite stop: recordings are finished, then the program
// ends with status 130. A second Ctrl-C ends it at once. One object, made in main before any
// thread.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  [[nodiscard]] bool requested() const;
  [[nodiscard]] std::stop_token token() const;  // requested when the signal came

  static constexpr int kExitStatus = 130;

 private:
  struct Watcher;
  Watcher* watcher_;
};

}  // namespace gridlens
