#include "core/pipeline/live_pipeline.h"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <utility>

#include "core/capture/device_thread.h"
#include "core/capture/reconnecting_source.h"
#include "core/pipeline/rate_meter.h"
#include "core/pipeline/thread_name.h"
#include "core/vision/finding/debug_sink.h"

namespace gridlens {

namespace {

// Sleeps until a time or a stop request; false when stopped.
bool sleep_until(Clock::time_point until, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_until(lock, stop, until, [] { return false; });
  return !stop.stop_requested();
}

}  // namespace

// What the threads share. Each thread holds a reference, so that none outlives what it uses.
struct LivePipeline::Shared {
  explicit Shared(LiveOptions opts) : options(std::move(opts)) {}

  const LiveOptions options;
  Mailbox<Frame> frames;
  Mailbox<std::shared_ptr<const FrameResult>> results;
  std::atomic<bool> forget{false};

  mutable std::mutex mutex;  // guards all below
  std::condition_variable_any changed;
  LiveStatus status;  // but for the rate and the drops
  RateMeter rate;
  std::vector<std::pair<int, Correction>> corrections;  // of boards, for the next frame
  int step = 0;                                         // wished for, of a folder's pictures
  std::optional<CameraWish> camera;                     // likewise, of a camera
  bool capture_done = false;
  std::exception_ptr failure;

  void fail(std::exception_ptr error) {
    {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::move(error);
      status.phase = LivePhase::failed;
    }
    changed.notify_all();
    frames.close();
    results.close();
  }
};

LivePipeline::LivePipeline(LiveOptions options)
    : shared_(std::make_shared<Shared>(std::move(options))),
      capture_thread_([shared = shared_](const std::stop_token& stop) { capture(stop, shared); }),
      vision_thread_([shared = shared_](const std::stop_token& stop) { look(stop, shared); }),
      on_stop_(shared_->options.stop, [this] {
        capture_thread_.request_stop();
        vision_thread_.request_stop();
      }) {}

LivePipeline::~LivePipeline() {
  capture_thread_.request_stop();
  vision_thread_.request_stop();
  end_or_leave_behind(capture_thread_, shared_->mutex, shared_->changed, shared_->capture_done);
}

void LivePipeline::wait_until_open(const std::stop_token& stop) {
  {
    std::unique_lock lock(shared_->mutex);
    shared_->changed.wait(lock, stop, [&] { return shared_->status.phase != LivePhase::opening; });
  }
  rethrow_failure();
}

std::shared_ptr<const FrameResult> LivePipeline::take_result() {
  return shared_->results.try_take().value_or(nullptr);
}

std::shared_ptr<const FrameResult> LivePipeline::wait_result(const std::stop_token& stop,
                                                             std::chrono::milliseconds patience) {
  return shared_->results.take_for(stop, patience).value_or(nullptr);
}

LiveStatus LivePipeline::status() const {
  LiveStatus status;
  {
    const std::lock_guard lock(shared_->mutex);
    status = shared_->status;
    status.delivered_fps = shared_->rate.per_second(Clock::now());
  }
  status.dropped = shared_->frames.replaced() + shared_->results.replaced();
  if (status.phase == LivePhase::running && shared_->results.finished())
    status.phase = LivePhase::ended;
  return status;
}

void LivePipeline::rethrow_failure() const {
  const std::lock_guard lock(shared_->mutex);
  if (shared_->failure) std::rethrow_exception(shared_->failure);
}

void LivePipeline::forget_boards() {
  shared_->forget = true;
}

void LivePipeline::correct(int board_id, const Correction& correction) {
  const std::lock_guard lock(shared_->mutex);
  shared_->corrections.emplace_back(board_id, correction);
}

void LivePipeline::step(int by) {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->step += by;
  }
  shared_->changed.notify_all();
}

void LivePipeline::change_camera(const CameraWish& wish) {
  const std::lock_guard lock(shared_->mutex);
  shared_->camera = wish;
}

void LivePipeline::capture(const std::stop_token& stop, const std::shared_ptr<Shared>& shared) {
  name_this_thread("gl-capture");
  const auto tell = [&](auto change) {
    {
      const std::lock_guard lock(shared->mutex);
      change();
    }
    shared->changed.notify_all();
  };
  try {
    const LiveOptions& options = shared->options;
    ReconnectingSource source(
        options.source, options.source_options,
        [&](const std::string& trouble) { tell([&] { shared->status.trouble = trouble; }); });
    const bool live = source.info().live;
    const bool by_hand = options.source_options.by_hand && source.info().stills &&
                         source.info().frames.value_or(1) > 1;
    const auto wait_for_step = [&] {
      std::unique_lock lock(shared->mutex);
      int by = 0;
      do {
        if (!shared->changed.wait(lock, stop, [&] { return shared->step != 0; })) return;
        by = std::exchange(shared->step, 0);
      } while (!source.step(by));
    };
    const auto take_camera_wish = [&] {
      const std::lock_guard lock(shared->mutex);
      return std::exchange(shared->camera, std::nullopt);
    };
    tell([&] {
      shared->status.source = source.info();
      shared->status.phase = LivePhase::running;
    });
    const Clock::time_point started = Clock::now();
    Frame frame;
    while (source.read(frame, stop) == ReadStatus::frame) {
      if (!live && !by_hand) {  // at the file's own rate
        const std::chrono::duration<double, std::milli> media_time(frame.time_ms);
        if (!sleep_until(started + std::chrono::duration_cast<Clock::duration>(media_time), stop))
          break;
        frame.captured_at = Clock::now();
      }
      tell([&] {
        shared->status.source = source.info();
        shared->rate.count(Clock::now());
        ++shared->status.delivered;
      });
      shared->frames.put(std::exchange(frame, Frame{}));
      if (by_hand) wait_for_step();
      if (const auto wish = take_camera_wish()) source.change_camera(*wish);
    }
    tell([&] { shared->status.source = source.info(); });
  } catch (...) {
    shared->fail(std::current_exception());
  }
  shared->frames.close();
  tell([&] { shared->capture_done = true; });
}

void LivePipeline::look(const std::stop_token& stop, const std::shared_ptr<Shared>& shared) {
  name_this_thread("gl-vision");
  try {
    DigitNetwork network(shared->options.model);
    ThreadSolveService solver;
    ProcessorOptions options = shared->options.processor;
    options.search_in_background = true;
    std::optional<FolderDebugSink> debug;
    if (!shared->options.debug_folder.empty()) {
      debug.emplace(shared->options.debug_folder);
      options.debug = &*debug;
    }
    FrameProcessor processor(network, solver, options);
    while (auto frame = shared->frames.take(stop)) {
      if (shared->forget.exchange(false)) processor.forget();
      std::vector<std::pair<int, Correction>> corrections;
      {
        const std::lock_guard lock(shared->mutex);
        corrections.swap(shared->corrections);
      }
      for (const auto& [id, correction] : corrections) processor.correct(id, correction);
      shared->results.put(std::make_shared<const FrameResult>(processor.process(*frame)));
    }
  } catch (...) {
    shared->fail(std::current_exception());
  }
  shared->results.close();
}

}  // namespace gridlens
