#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

namespace gridlens {

// Jobs in their order, on a thread of its own that begins with the first. What follows from a job
// is done by its owner's thread. All calls are for one thread.
class Worker {
 public:
  using Done = std::function<void()>;                       // for the owner's thread; may be empty
  using Job = std::function<Done(const std::stop_token&)>;  // must not throw
  enum class AtEnd { finish = 1, drop };

  // `name`: of the thread, at most 15 characters. `at_end`: whether destruction waits for all jobs,
  // or stops the one under way and drops the others.
  Worker(std::string name, AtEnd at_end) : name_(std::move(name)), at_end_(at_end) {}
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void post(Job job);
  // Stops the job under way and drops the others.
  void forget();
  // Does what followed of jobs since; true: there was something.
  bool poll();
  // Waits for all jobs, then polls.
  void drain();
  [[nodiscard]] bool busy() const;  // a job waits or runs, or poll() has something to do

 private:
  void run();

  std::string name_;
  AtEnd at_end_;
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::deque<Job> jobs_;
  std::deque<Done> done_;
  std::stop_source stop_;  // of the job under way
  bool running_ = false;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace gridlens
