#include "app/outputs/snapshot_writer.h"

#include <opencv2/imgcodecs.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

#include "app/files/output_file.h"
#include "app/outputs/fresh_path.h"
#include "app/outputs/user_folders.h"
#include "core/image/one_line.h"
#include "core/pipeline/thread_name.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostWaiting = 4;

fs::path write(const Snapshot& snapshot) {
  make_folder(snapshot.folder);
  std::vector<unsigned char> png;
  if (!cv::imencode(".png", snapshot.picture, png))
    throw std::runtime_error("the snapshot could not be turned into a PNG file");
  for (;;) {
    fs::path path = fresh_path(snapshot.folder, snapshot.stem, ".png");
    try {
      write_whole_file(path, png, false);
      return path;
    } catch (const std::exception&) {
      // Somebody else took the name meanwhile: there is another one.
      std::error_code error;
      if (!fs::exists(path, error)) throw;
    }
  }
}

}  // namespace

SnapshotWriter::SnapshotWriter() : thread_([this] { run(); }) {}

SnapshotWriter::~SnapshotWriter() {
  {
    const std::scoped_lock lock(mutex_);
    finishing_ = true;
  }
  work_.notify_one();
}

bool SnapshotWriter::start(Snapshot snapshot) {
  {
    const std::scoped_lock lock(mutex_);
    if (waiting_.size() >= kMostWaiting) return false;
    waiting_.push_back(std::move(snapshot));
    view_.running = true;
  }
  work_.notify_one();
  return true;
}

SnapshotView SnapshotWriter::view() const {
  const std::scoped_lock lock(mutex_);
  return view_;
}

void SnapshotWriter::run() {
  name_this_thread("gl-snapshot");
  std::unique_lock lock(mutex_);
  for (;;) {
    work_.wait(lock, [this] { return finishing_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const Snapshot snapshot = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    fs::path file;
    std::string error;
    try {
      file = write(snapshot);
    } catch (const std::exception& failure) {
      error = one_line(failure);
    }
    lock.lock();
    ++(error.empty() ? view_.saved : view_.failed);
    if (!file.empty()) view_.file = std::move(file);
    view_.error = std::move(error);
    view_.running = !waiting_.empty();
  }
}

}  // namespace gridlens
