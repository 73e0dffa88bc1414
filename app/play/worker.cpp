#include "app/play/worker.h"

#include <utility>

#include "core/pipeline/thread_name.h"

namespace gridlens {

Worker::~Worker() {
  {
    const std::scoped_lock lock(mutex_);
    ends_ = true;
    if (at_end_ == AtEnd::drop) {
      jobs_.clear();
      stop_.request_stop();
    }
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Worker::post(Job job) {
  {
    const std::scoped_lock lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
  changed_.notify_all();
}

void Worker::forget() {
  const std::scoped_lock lock(mutex_);
  jobs_.clear();
  stop_.request_stop();
}

bool Worker::poll() {
  std::deque<Done> done;
  {
    const std::scoped_lock lock(mutex_);
    done.swap(done_);
  }
  for (const Done& one : done)
    if (one) one();
  return !done.empty();
}

void Worker::drain() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return jobs_.empty() && !running_; });
  lock.unlock();
  poll();
}

bool Worker::busy() const {
  const std::scoped_lock lock(mutex_);
  return running_ || !jobs_.empty() || !done_.empty();
}

void Worker::run() {
  name_this_thread(name_.c_str());
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return ends_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    running_ = true;
    stop_ = std::stop_source();
    const std::stop_token stop = stop_.get_token();
    lock.unlock();
    Done done = job(stop);
    lock.lock();
    running_ = false;
    done_.push_back(std::move(done));
    changed_.notify_all();
  }
}

}  // namespace gridlens
