#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>

#include "core/capture/frame_source.h"
#include "core/pipeline/frame_processor.h"
#include "core/pipeline/frame_result.h"
#include "core/pipeline/mailbox.h"

namespace gridlens {

struct LiveOptions {
  std::string source;  // as --input takes it
  SourceOptions source_options;
  ProcessorOptions processor;
  std::filesystem::path model;         // the digit network
  std::filesystem::path debug_folder;  // gets what the stages saw; empty: nobody wants it
  // Requested: no further frame is wanted. The threads end, and leave the cores to who finishes a
  // recording, though their owner may be held up elsewhere.
  std::stop_token stop;
};

enum class LivePhase {
  opening = 1,
  running,
  ended,   // a file's end was reached and every result was fetched or replaced
  failed,  // a thread threw: see rethrow_failure()
};

struct LiveStatus {
  LivePhase phase = LivePhase::opening;
  SourceInfo source;
  std::string trouble;       // a live source that stopped delivering; empty: all is well
  double delivered_fps = 0;  // frames the source delivered, over the last second
  std::int64_t delivered = 0;
  std::int64_t dropped = 0;  // delivered but never shown: replaced by newer ones on the way
};

// The live threads: capture -> newest-frame mailbox -> vision -> newest-result mailbox, and a
// solver thread beside. Pictures by themselves are read as stills. Owned by main. Files play at
// their own rate, frames that come too fast are dropped as a camera's would be. Construction
// returns at once; opening goes on in the capture thread. Destruction takes well under a second
// even when the capture thread hangs in a device: that thread is then left behind with everything
// it still uses.
class LivePipeline {
 public:
  explicit LivePipeline(LiveOptions options);
  ~LivePipeline();
  LivePipeline(const LivePipeline&) = delete;
  LivePipeline& operator=(const LivePipeline&) = delete;

  // Waits until the source is open, has failed to open (throws CaptureError), or `stop` is
  // requested.
  void wait_until_open(const std::stop_token& stop = {});

  // The newest result that was not fetched yet. take_result: null when there is none.
  std::shared_ptr<const FrameResult> take_result();
  // wait_result: null when none came within `patience`, stop was requested, or nothing will come
  // any more.
  std::shared_ptr<const FrameResult> wait_result(const std::stop_token& stop,
                                                 std::chrono::milliseconds patience);

  [[nodiscard]] LiveStatus status() const;

  // Throws the exception that ended a thread, if one did.
  void rethrow_failure() const;

  // As FrameProcessor has them, from the next frame on. Of pictures that stay there is no next one:
  // StillReader is for them.
  void forget_boards();
  void correct(int board_id, const Correction& correction);

  // SourceOptions::by_hand: another picture of the folder.
  void step(int by);

  // A camera is opened again with another wish; where that fails, with the old one. Of other
  // sources nothing follows.
  void change_camera(const CameraWish& wish);

 private:
  struct Shared;
  static void capture(const std::stop_token& stop, const std::shared_ptr<Shared>& shared);
  static void look(const std::stop_token& stop, const std::shared_ptr<Shared>& shared);

  std::shared_ptr<Shared> shared_;
  std::jthread capture_thread_;
  std::jthread vision_thread_;
  std::stop_callback<std::function<void()>> on_stop_;
};

}  // namespace gridlens
