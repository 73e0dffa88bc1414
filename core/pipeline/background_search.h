#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>
#include <vector>

#include "core/pipeline/mailbox_thread.h"
#include "core/vision/finding/board_finder.h"

namespace gridlens {

// Searches whole pictures for further boards on a thread of its own, one at a time, while the
// frames go on. All calls are for one thread (vision). Destruction waits for the search under way,
// at most one picture's.
class BackgroundSearch {
 public:
  struct Found {
    std::vector<BoardCandidate> boards;  // as they lay in ...
    cv::Mat grey;                        // ... this picture, a while ago
    double time_ms = 0;                  // when that picture was taken, media time
    double ms = 0;                       // how long the search took
  };

  BackgroundSearch();

  // No search is under way, and the last one's result was taken.
  [[nodiscard]] bool is_free();

  // Begins to search a picture (CV_8UC1), which nobody must write to any more. False, and nothing
  // happens, where it is not free.
  bool start(const cv::Mat& grey, double time_ms, SearchTask task);

  // The result of a search that has ended, once. Throws what the search threw.
  std::optional<Found> take();

  // The result of the search under way is not wanted any more.
  void drop() { dropped_ = busy_; }

 private:
  struct Wish {
    cv::Mat grey;
    double time_ms = 0;
    SearchTask task;
  };

  bool busy_ = false;  // its result was not taken yet
  bool dropped_ = false;
  MailboxThread<Wish, Found> thread_;
};

}  // namespace gridlens
