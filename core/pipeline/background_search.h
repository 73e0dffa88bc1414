#pragma once

#include <condition_variable>
#include <exception>
#include <mutex>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <thread>
#include <vector>

#include "core/vision/finding/board_finder.h"

namespace gridlens {

// Searches whole pictures for further boards on a thread of its own, one at a time, while the
// frames go on. All calls are for one thread (vision).
class BackgroundSearch {
 public:
  struct Found {
    std::vector<BoardCandidate> boards;  // as they lay in ...
    cv::Mat grey;                        // ... this picture, a while ago
    double time_ms = 0;                  // when that picture was taken, media time
    double ms = 0;                       // how long the search took
  };

  BackgroundSearch();
  ~BackgroundSearch();  // waits for the search under way, at most one picture's
  BackgroundSearch(const BackgroundSearch&) = delete;
  BackgroundSearch& operator=(const BackgroundSearch&) = delete;

  // No search is under way, and the last one's result was taken.
  [[nodiscard]] bool is_free();

  // Begins to search a picture (CV_8UC1), which nobody must write to any more. False, and nothing
  // happens, where it is not free.
  bool start(const cv::Mat& grey, double time_ms, SearchTask task);

  // The result of a search that has ended, once. Throws what the search threw.
  std::optional<Found> take();

  // The result of the search under way is not wanted any more.
  void drop();

 private:
  struct Wish {
    cv::Mat grey;
    double time_ms = 0;
    SearchTask task;
  };
  void run(const std::stop_token& stop);

  std::mutex mutex_;  // guards all below
  std::condition_variable_any wished_;
  std::optional<Wish> wish_;
  std::optional<Found> found_;
  std::exception_ptr failure_;
  bool busy_ = false;
  bool dropped_ = false;
  std::jthread thread_;  // last: starts when all else stands
};

}  // namespace gridlens
