#include "core/record/video_recorder.h"

#if !defined(_WIN32)
#include <pthread.h>
#include <signal.h>
#endif

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "core/record/video_file_writer.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

// Over the file size limit a write is to fail, not to end the process.
void prepare_recorder_thread() {
#if defined(__linux__)
  pthread_setname_np(pthread_self(), "recorder");
#endif
#if !defined(_WIN32)
  sigset_t size_limit;
  sigemptyset(&size_limit);
  sigaddset(&size_limit, SIGXFSZ);
  pthread_sigmask(SIG_BLOCK, &size_limit, nullptr);
#endif
}

// The reasons that can be told before anything is opened or overwritten.
const RecorderOptions& checked(const RecorderOptions& options) {
  const std::string name = options.path.string();
  std::error_code error;
  if (options.width <= 0 || options.height <= 0)
    throw std::runtime_error(name + ": a recording needs the size of its pictures");
  if (fs::is_directory(options.path, error)) throw std::runtime_error(name + " is a folder");
  const bool link_to_nothing =
      fs::is_symlink(options.path, error) && !fs::exists(options.path, error);
  if (!options.overwrite && (fs::is_regular_file(options.path, error) || link_to_nothing))
    throw std::runtime_error(name + " exists already (--overwrite replaces it)");
  const fs::path folder = options.path.parent_path();
  if (!folder.empty() && !fs::is_directory(folder, error))
    throw std::runtime_error(name + ": there is no folder " + folder.string());
  return options;
}

}  // namespace

struct VideoRecorder::Impl {
  explicit Impl(const RecorderOptions& options)
      : queue_limit(static_cast<size_t>(std::max(1, options.queue_frames))),
        blocking(options.blocking),
        writer({checked(options).path,
                {options.width, options.height},
                options.fps,
                options.encoder}) {
    status.note = writer.note();
    status.bytes = writer.bytes();
    thread = std::jthread([this] { run(); });
  }

  struct Item {
    cv::Mat bgr;
    double time_ms;
  };

  void run() {
    prepare_recorder_thread();
    bool writing = false;
    try {
      while (std::optional<Item> item = take()) {
        writing = true;
        write(*item);
        writing = false;
      }
      writer.finish();
      const std::scoped_lock lock(mutex);
      status.bytes = writer.bytes();
    } catch (const std::exception& error) {
      const std::scoped_lock lock(mutex);
      status.failed = true;
      status.error = error.what();
      // What waited, what was being written unless only the end of the file failed, and what the
      // file does not hold.
      const std::int64_t lost = status.written - writer.held_pictures() + (writing ? 1 : 0);
      status.dropped += static_cast<std::int64_t>(queue.size()) + lost;
      status.written = writer.held_pictures();
      status.bytes = status.written > 0 ? writer.bytes() : 0;
      queue.clear();
    }
    room.notify_all();
  }

  // The next picture; nothing when finished and drained.
  std::optional<Item> take() {
    std::unique_lock lock(mutex);
    work.wait(lock, [this] { return finishing || !queue.empty(); });
    if (queue.empty()) return std::nullopt;
    Item item = std::move(queue.front());
    queue.pop_front();
    lock.unlock();
    room.notify_one();
    return item;
  }

  void write(const Item& item) {
    const bool taken = writer.write(item.bgr, item.time_ms);
    const std::scoped_lock lock(mutex);
    ++(taken ? status.written : status.dropped);
    status.elapsed_ms = writer.media_ms();
    status.cut_ms = writer.cut_ms();
    status.bytes = writer.bytes();
  }

  void push(cv::Mat bgr, double time_ms) {
    std::unique_lock lock(mutex);
    if (blocking)
      room.wait(lock, [this] { return queue.size() < queue_limit || status.failed || finishing; });
    if (finishing) return;
    if (status.failed || queue.size() >= queue_limit) {
      ++status.dropped;
      return;
    }
    queue.push_back({std::move(bgr), time_ms});
    lock.unlock();
    work.notify_one();
  }

  void finish() {
    {
      const std::scoped_lock lock(mutex);
      finishing = true;
    }
    work.notify_all();
    room.notify_all();
    const std::scoped_lock lock(joining);
    if (thread.joinable()) thread.join();
  }

  const size_t queue_limit;
  const bool blocking;
  VideoFileWriter writer;  // the recorder thread's alone once that runs

  mutable std::mutex mutex;  // guards all down to `joining`
  std::condition_variable work, room;
  std::deque<Item> queue;
  RecorderStatus status;
  bool finishing = false;
  std::mutex joining;
  std::jthread thread;
};

VideoRecorder::VideoRecorder(const RecorderOptions& options)
    : impl_(std::make_unique<Impl>(options)) {}

VideoRecorder::~VideoRecorder() {
  impl_->finish();
}

void VideoRecorder::check_path(const fs::path& path) {
  VideoFileWriter::check_ending(path);
}

void VideoRecorder::push(cv::Mat bgr, double time_ms) {
  if (bgr.empty() || bgr.type() != CV_8UC3)
    throw std::invalid_argument("VideoRecorder::push: a CV_8UC3 picture is wanted");
  impl_->push(std::move(bgr), time_ms);
}

void VideoRecorder::finish() {
  impl_->finish();
}

RecorderStatus VideoRecorder::status() const {
  const std::scoped_lock lock(impl_->mutex);
  return impl_->status;
}

}  // namespace gridlens
