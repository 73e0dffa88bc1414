#include "core/capture/stoppable_source.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>

#include "core/capture/device_thread.h"

namespace gridlens {

struct StoppableSource::Shared {
  Shared(std::string its_spec, SourceOptions its_options)
      : spec(std::move(its_spec)), options(std::move(its_options)) {}

  const std::string spec;
  const SourceOptions options;

  std::mutex mutex;  // guards all below
  std::condition_variable_any changed;
  bool open = false;
  bool done = false;
  SourceInfo info;
  std::optional<Frame> next;  // read, not yet delivered
  ReadStatus last = ReadStatus::end;
  std::exception_ptr failure;
};

StoppableSource::StoppableSource(std::string spec, SourceOptions options, std::stop_token stop)
    : shared_(std::make_shared<Shared>(std::move(spec), std::move(options))),
      stop_(std::move(stop)),
      thread_([shared = shared_](const std::stop_token& end) { work(end, shared); }) {
  std::unique_lock lock(shared_->mutex);
  shared_->changed.wait(lock, stop_, [&] { return shared_->open || shared_->done; });
  if (shared_->failure) std::rethrow_exception(shared_->failure);
}

StoppableSource::~StoppableSource() {
  end_or_leave_behind(thread_, shared_->mutex, shared_->changed, shared_->done);
}

ReadStatus StoppableSource::read(Frame& frame) {
  {
    std::unique_lock lock(shared_->mutex);
    const auto ready = [&] { return shared_->next || shared_->done; };
    if (!shared_->changed.wait(lock, stop_, ready) || stop_.stop_requested())
      return ReadStatus::end;
    if (!shared_->next) {
      if (shared_->failure) std::rethrow_exception(shared_->failure);
      return shared_->last;
    }
    frame = *std::exchange(shared_->next, std::nullopt);
  }
  shared_->changed.notify_all();
  return ReadStatus::frame;
}

SourceInfo StoppableSource::info() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->info;
}

void StoppableSource::work(const std::stop_token& end, const std::shared_ptr<Shared>& shared) {
  const auto tell = [&](auto change) {
    {
      const std::lock_guard lock(shared->mutex);
      change();
    }
    shared->changed.notify_all();
  };
  try {
    const auto source = open_source(shared->spec, shared->options);
    tell([&] {
      shared->info = source->info();
      shared->open = true;
    });
    ReadStatus status = ReadStatus::frame;
    while (status == ReadStatus::frame && !end.stop_requested()) {
      Frame frame;
      status = source->read(frame);
      std::unique_lock lock(shared->mutex);
      shared->info = source->info();
      shared->last = status;
      if (status != ReadStatus::frame) break;
      shared->changed.wait(lock, end, [&] { return !shared->next; });
      if (end.stop_requested()) break;
      shared->next = std::move(frame);
      lock.unlock();
      shared->changed.notify_all();
    }
  } catch (...) {
    tell([&] { shared->failure = std::current_exception(); });
  }
  tell([&] { shared->done = true; });
}

}  // namespace gridlens
