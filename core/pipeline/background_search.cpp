#include "core/pipeline/background_search.h"

#include <utility>

#include "core/pipeline/stage_timer.h"
#include "core/pipeline/thread_name.h"

namespace gridlens {

BackgroundSearch::BackgroundSearch()
    : thread_([this](const std::stop_token& stop) { run(stop); }) {}

BackgroundSearch::~BackgroundSearch() = default;

bool BackgroundSearch::is_free() {
  const std::lock_guard lock(mutex_);
  return !busy_ && !found_;
}

bool BackgroundSearch::start(const cv::Mat& grey, double time_ms, SearchTask task) {
  {
    const std::lock_guard lock(mutex_);
    if (busy_ || found_) return false;
    wish_ = Wish{grey, time_ms, std::move(task)};
    busy_ = true;
    dropped_ = false;
  }
  wished_.notify_one();
  return true;
}

std::optional<BackgroundSearch::Found> BackgroundSearch::take() {
  const std::lock_guard lock(mutex_);
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  return std::exchange(found_, std::nullopt);
}

void BackgroundSearch::drop() {
  const std::lock_guard lock(mutex_);
  found_.reset();
  dropped_ = busy_;
}

void BackgroundSearch::run(const std::stop_token& stop) {
  name_this_thread("gl-search");
  while (true) {
    Wish wish;
    {
      std::unique_lock lock(mutex_);
      wished_.wait(lock, stop, [&] { return wish_.has_value(); });
      if (stop.stop_requested()) return;
      wish = std::move(*wish_);
      wish_.reset();
    }
    Found found;
    std::exception_ptr failure;
    try {
      const StageTimer timer(found.ms);
      found.boards = find_boards(wish.grey, wish.task);
    } catch (...) {
      failure = std::current_exception();
    }
    found.grey = std::move(wish.grey);
    found.time_ms = wish.time_ms;
    const std::lock_guard lock(mutex_);
    busy_ = false;
    if (failure) failure_ = failure;
    if (!failure && !dropped_) found_ = std::move(found);
  }
}

}  // namespace gridlens
