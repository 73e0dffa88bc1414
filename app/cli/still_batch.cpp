#include "app/cli/still_batch.h"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <iostream>
#include <latch>
#include <map>
#include <mutex>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <optional>
#include <shared_mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include "app/session/annotator.h"
#include "core/capture/picture.h"
#include "core/image/frame.h"
#include "core/image/one_line.h"
#include "core/pipeline/read_still.h"
#include "core/resources/resources.h"
#include "core/vision/finding/debug_sink.h"

namespace gridlens {

namespace {

// Pictures read ahead of the one that is awaited, for each thread.
constexpr size_t kAhead = 2;

// Before | after.
std::vector<unsigned char> annotated(const cv::Mat& bgr, const std::vector<BoardResult>& boards,
                                     Annotator& annotator) {
  cv::Mat both;
  cv::hconcat(bgr, annotator.annotate(bgr, boards, Settings{}), both);
  std::vector<unsigned char> png;
  if (!cv::imencode(".png", both, png)) throw std::runtime_error("no PNG can be made of it");
  return png;
}

}  // namespace

struct StillBatch::Impl {
  Impl(std::vector<ReadInput> all, StillBatchOptions wishes)
      : inputs(std::move(all)), options(std::move(wishes)) {
    const auto count = std::clamp<size_t>(static_cast<size_t>(std::max(1, options.threads)), 1,
                                          std::max<size_t>(1, inputs.size()));
    thread_count = count;
    ready.emplace(static_cast<std::ptrdiff_t>(count));
    for (size_t i = 0; i < count; ++i) {
      try {
        threads.emplace_back([this](const std::stop_token& stop) { work(stop); });
      } catch (const std::exception&) {  // no memory for its stack: those that run do the work
        if (i == 0) throw;
        go_on_with(i);
        break;
      }
    }
  }

  // The threads that could not be started are awaited no longer. Called while that exception is
  // handled.
  void go_on_with(size_t started) {
    const std::scoped_lock lock(mutex);
    ready->count_down(static_cast<std::ptrdiff_t>(thread_count - started));
    thread_count = started;
    if (without_worker == started) failure = std::current_exception();
  }

  void work(const std::stop_token& stop) {
    try {
      const std::unique_ptr<Worker> worker = make_worker();
      if (!worker) return;
      while (const auto index = take(stop)) {
        StillAnswer answer = read_with_room(*index, *worker);
        const std::scoped_lock lock(mutex);
        done.emplace(*index, std::move(answer));
        changed.notify_all();
      }
    } catch (...) {
      const std::scoped_lock lock(mutex);
      failure = std::current_exception();
      changed.notify_all();
    }
  }

  // What a thread has for itself.
  struct Worker {
    explicit Worker(const StillBatchOptions& wishes)
        : annotator(wishes.annotates ? std::make_unique<Annotator>() : nullptr) {}
    DigitNetwork network{find_resource("models/digits.onnx")};
    InlineSolveService solver;
    std::unique_ptr<Annotator> annotator;
  };

  // Each has what it needs before any picture takes memory. Who cannot have that leaves the
  // pictures to the others: null; throws in the last one.
  std::unique_ptr<Worker> make_worker() {
    std::unique_ptr<Worker> worker;
    try {
      worker = std::make_unique<Worker>(options);
    } catch (...) {
      ready->count_down();
      const std::scoped_lock lock(mutex);
      if (++without_worker == thread_count) throw;
      return nullptr;
    }
    ready->arrive_and_wait();
    return worker;
  }

  std::optional<size_t> take(const std::stop_token& stop) {
    std::unique_lock lock(mutex);
    const auto may_go_on = [&] {
      return next_index >= inputs.size() || next_index < handed_out + kAhead * thread_count;
    };
    if (!changed.wait(lock, stop, may_go_on) || next_index >= inputs.size()) return std::nullopt;
    return next_index++;
  }

  // What lacked memory beside other pictures is read again alone.
  StillAnswer read_with_room(size_t index, Worker& worker) {
    StillAnswer answer;
    {
      const std::shared_lock beside_others(room);
      answer = read(index, worker);
    }
    const bool lacked_memory = answer.error.find("memory") != std::string::npos;
    if (!lacked_memory || inputs[index].image == "-") return answer;
    const std::scoped_lock alone(room);
    return read(index, worker);
  }

  StillAnswer read(size_t index, Worker& worker) const {
    const std::string& image = inputs[index].image;
    StillAnswer answer;
    answer.index = index;
    answer.error = inputs[index].error;
    if (!answer.error.empty()) return answer;
    cv::Mat bgr;
    try {
      Picture picture =
          image == "-" ? read_picture(std::cin, "standard input") : load_picture(image);
      answer.note = std::move(picture.note);
      bgr = std::move(picture.bgr);
      answer.size = picture.size;
      answer.read_size = bgr.size();
    } catch (const std::exception& error) {
      answer.error = one_line(error);
      return answer;
    }
    // One picture that cannot be read never ends a run over many.
    try {
      std::optional<FolderDebugSink> debug;
      if (options.debug_folder) debug.emplace(options.debug_folder(image));
      const Clock::time_point started = Clock::now();
      answer.boards =
          read_still(bgr, worker.network, worker.solver, nullptr, debug ? &*debug : nullptr);
      answer.ms = milliseconds_between(started, Clock::now());
      if (worker.annotator && options.annotates(index))
        answer.annotated_png = annotated(bgr, answer.boards, *worker.annotator);
    } catch (const std::exception& error) {
      answer.error = image + ": " + one_line(error);
    }
    return answer;
  }

  const std::vector<ReadInput> inputs;
  const StillBatchOptions options;
  size_t thread_count = 0;
  std::optional<std::latch> ready;  // all of them have a worker, or none for them
  std::shared_mutex room;           // shared by pictures that are read side by side
  std::mutex mutex;                 // guards all down to `threads`
  std::condition_variable_any changed;
  std::map<size_t, StillAnswer> done;
  size_t next_index = 0;
  size_t handed_out = 0;
  std::exception_ptr failure;
  size_t without_worker = 0;
  std::vector<std::jthread> threads;
};

StillBatch::StillBatch(std::vector<ReadInput> inputs, StillBatchOptions options)
    : impl_(std::make_unique<Impl>(std::move(inputs), std::move(options))) {}

StillBatch::~StillBatch() = default;

std::optional<StillAnswer> StillBatch::next(const std::stop_token& stop) {
  std::unique_lock lock(impl_->mutex);
  const size_t wanted = impl_->handed_out;
  if (wanted >= impl_->inputs.size() || stop.stop_requested()) return std::nullopt;
  impl_->changed.wait(lock, stop, [&] { return impl_->failure || impl_->done.contains(wanted); });
  if (impl_->failure) std::rethrow_exception(impl_->failure);
  auto found = impl_->done.extract(wanted);
  if (found.empty()) return std::nullopt;
  ++impl_->handed_out;
  impl_->changed.notify_all();
  return std::move(found.mapped());
}

}  // namespace gridlens
