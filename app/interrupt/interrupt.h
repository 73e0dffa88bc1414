#pragma once

#include <stop_token>

namespace gridlens {

// Turns Ctrl-C (SIGINT), SIGTERM and SIGHUP into a polite stop: recordings are finished, then the
// program ends with exit_status(). What is not finished within a second is left: the process ends
// all the same, whatever device, disk or reader it waits for. Where other programs keep the cores,
// the time that this one waits for a core does not count, up to five times as much. A second Ctrl-C
// ends it at once. SIGHUP stays ignored where it was ignored at the start (nohup). One object, made
// before any thread that lives as long as the command.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  [[nodiscard]] bool requested() const;
  [[nodiscard]] std::stop_token token() const;  // requested when the signal came
  [[nodiscard]] int exit_status() const;        // 128 + the signal's number: 130, 143, 129

  // The person wants to quit: from now on the process ends within a second too, with `status` where
  // it has to be ended. Does not request token().
  void leave_within_a_second(int status) const;

 private:
  struct Watcher;
  Watcher* watcher_;
};

}  // namespace gridlens
