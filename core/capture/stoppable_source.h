#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <thread>

#include "core/capture/frame_source.h"

namespace gridlens {

// A source that is opened and read, one frame ahead, on a thread of its own: what blocks (a pipe
// without a writer, a silent server) never blocks a stop. A thread that hangs is left behind with
// everything it uses. Every frame is delivered, in order. Used by one thread.
class StoppableSource {
 public:
  // Waits until the source is open or `stop` is requested. Throws what open_source throws.
  StoppableSource(std::string spec, SourceOptions options, std::stop_token stop);
  ~StoppableSource();
  StoppableSource(const StoppableSource&) = delete;
  StoppableSource& operator=(const StoppableSource&) = delete;

  // As FrameSource::read; end, too, once `stop` was requested. Throws what the source throws.
  ReadStatus read(Frame& frame);

  // As of the newest frame read; empty where `stop` came before the source was open.
  [[nodiscard]] SourceInfo info() const;

 private:
  struct Shared;
  static void work(const std::stop_token& end, const std::shared_ptr<Shared>& shared);

  std::shared_ptr<Shared> shared_;
  std::stop_token stop_;
  std::jthread thread_;
};

}  // namespace gridlens
