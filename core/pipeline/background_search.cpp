#include "core/pipeline/background_search.h"

#include <utility>

#include "core/pipeline/frame_result.h"

namespace gridlens {

BackgroundSearch::BackgroundSearch()
    : thread_("gl-search", [](const Wish& wish, const std::stop_token& /*stop*/) {
        Found found{{}, wish.grey, wish.time_ms};
        {
          const StageTimer timer(found.ms);
          found.boards = find_boards(wish.grey, wish.task);
        }
        return found;
      }) {}

bool BackgroundSearch::is_free() {
  if (dropped_) take();
  return !busy_;
}

bool BackgroundSearch::start(const cv::Mat& grey, double time_ms, SearchTask task) {
  if (!is_free()) return false;
  busy_ = true;
  thread_.ask({grey, time_ms, std::move(task)});
  return true;
}

std::optional<BackgroundSearch::Found> BackgroundSearch::take() {
  std::optional<Found> found;
  try {
    found = thread_.take();
  } catch (...) {  // the search is over, and the next one may begin
    busy_ = dropped_ = false;
    throw;
  }
  if (!found) return std::nullopt;
  busy_ = false;
  return std::exchange(dropped_, false) ? std::nullopt : std::move(found);
}

}  // namespace gridlens
