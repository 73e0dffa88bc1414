#pragma once

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>
#include <opencv2/core/mat.hpp>
#include <string>
#include <thread>

namespace gridlens {

struct Snapshot {
  cv::Mat picture;               // CV_8UC3; must not be written to any more
  std::filesystem::path folder;  // made where there is none
  std::string stem;              // of the file's name; a number follows where it is taken
};

struct SnapshotView {
  bool running = false;
  int saved = 0, failed = 0;   // so far
  std::filesystem::path file;  // saved last, whole path; empty: none was
  std::string error;           // of the newest one, one clear line; empty: it was saved
};

// Writes snapshots as PNG files on a thread of its own ("gl-snapshot"), in order, while pictures go
// on. No file is replaced, and none is there in part. Calls are for one thread. Destruction waits
// for those that were asked for.
class SnapshotWriter {
 public:
  SnapshotWriter();
  ~SnapshotWriter();
  SnapshotWriter(const SnapshotWriter&) = delete;
  SnapshotWriter& operator=(const SnapshotWriter&) = delete;

  // False where so many wait that memory would run short: this one is not taken.
  bool start(Snapshot snapshot);

  [[nodiscard]] SnapshotView view() const;

 private:
  void run();

  mutable std::mutex mutex_;  // guards all down to the thread
  std::condition_variable work_;
  std::deque<Snapshot> waiting_;
  SnapshotView view_;
  bool finishing_ = false;
  std::jthread thread_;  // last: ends before all else
};

}  // namespace gridlens
