#include <spdlog/spdlog.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "app/jsonl_writer.h"
#include "app/live_run.h"
#include "app/placed_overlays.h"
#include "app/recording.h"
#include "app/result_json.h"
#include "app/session.h"
#include "app/window.h"

namespace gridlens {
namespace {

constexpr std::chrono::milliseconds kBetweenLooksAtTheMouse{8};  // while frames are awaited
constexpr std::chrono::milliseconds kIdle{50};                   // frozen, or the file is over

// The window, the session behind it and the recording, put together.
class WindowRun {
 public:
  WindowRun(const std::string& source, const std::string& note, const LiveCommandOptions& options,
            const Interrupt& interrupt)
      : interrupt_(interrupt), session_(source, options.source, options.settings, note) {
    if (!wait_for_source()) return;
    if (options.jsonl) jsonl_.emplace(*options.jsonl);
    if (options.record) {
      recording_.emplace(scene_, RecordingOptions{*options.record, options.overwrite, nominal_fps(),
                                                  /*blocking=*/false});
    }
  }

  int run(std::optional<std::int64_t> frame_limit) {
    std::int64_t frames = 0;
    while (!quit_ && !window_.should_close() && !interrupt_.requested() &&
           (!frame_limit || frames < *frame_limit)) {
      if (auto result = next_result()) {
        show_new(*result);
        ++frames;
      } else if (window_.needs_drawing()) {
        draw();
      }
    }
    stop_recording();
    if (interrupt_.requested()) return Interrupt::kExitStatus;
    return finished_.error.empty() ? 0 : 1;
  }

 private:
  // False where the person, or a signal, did not wait for it.
  bool wait_for_source() {
    while (!quit_ && !window_.should_close() && !interrupt_.requested()) {
      if (session_.wait_until_open(interrupt_.token(), kBetweenLooksAtTheMouse)) return true;
      window_.wait(std::chrono::milliseconds(0));
      if (window_.needs_drawing()) draw();
    }
    return false;
  }

  [[nodiscard]] double nominal_fps() const {
    const double fps = session_.source().fps;
    return fps > 0 ? fps : 30;
  }

  std::shared_ptr<const FrameResult> next_result() {
    const bool idle = session_.settings().paused || session_.ended();
    window_.wait(idle ? kIdle : std::chrono::milliseconds(0));
    auto result = session_.poll();
    if (!result && !idle) result = session_.wait(interrupt_.token(), kBetweenLooksAtTheMouse);
    return result;
  }

  void show_new(const FrameResult& result) {
    StageTimes stages = result.stages;
    scene_.set_picture(result.frame.bgr);
    overlays_ = placed_overlays(result.boards, session_.settings());
    record(result, stages);
    draw();
    stages.draw += window_.draw_ms();
    const Clock::time_point shown_at = Clock::now();
    session_.was_shown(result, stages, shown_at);
    if (!jsonl_) return;
    FrameResult told = result;
    told.stages = stages;
    jsonl_->write(frame_line(
        told, ShownTimes{milliseconds_between(session_.started_at(), told.frame.captured_at),
                         milliseconds_between(session_.started_at(), shown_at)}));
  }

  void draw() {
    SessionView view = session_.view();
    view.recording = recording_ ? recording_->view() : finished_;
    for (const Command& command : window_.draw(scene_, view, overlays_)) execute(command);
  }

  void execute(const Command& command) {
    if (std::holds_alternative<Quit>(command)) {
      quit_ = true;
    } else if (const auto* start = std::get_if<StartRecording>(&command)) {
      start_recording(start->path.empty() ? dated_recording_path() : start->path);
    } else if (std::holds_alternative<StopRecording>(command)) {
      stop_recording();
    } else {
      session_.execute(command);
      repaint();
    }
  }

  // The newest picture under changed settings, frozen or not.
  void repaint() {
    if (const auto result = session_.view().result) {
      overlays_ = placed_overlays(result->boards, session_.settings());
    }
  }

  void start_recording(const std::filesystem::path& path) {
    stop_recording();
    try {
      recording_.emplace(scene_, RecordingOptions{path, false, nominal_fps(), false});
    } catch (const std::exception& error) {
      fail_recording(path.string(), error.what());
    }
  }

  // A recording that cannot be made or goes wrong never ends the live picture.
  void record(const FrameResult& result, StageTimes& stages) {
    if (!recording_) return;
    try {
      recording_->add(result, session_.settings(), stages);
      if (!recording_->view().error.empty()) stop_recording();
    } catch (const std::exception& error) {
      const std::string file = recording_->view().file;
      recording_.reset();
      fail_recording(file, error.what());
    }
  }

  void fail_recording(std::string file, std::string error) {
    spdlog::error("{}", error);
    finished_ = {};
    finished_.file = std::move(file);
    finished_.error = std::move(error);
  }

  void stop_recording() {
    if (!recording_) return;
    recording_->finish();
    finished_ = recording_->view();
    finished_.running = false;
    recording_.reset();
    report_recording(finished_);
  }

  // In the order of making: the OpenGL context first, so that it goes last.
  const Interrupt& interrupt_;
  Window window_;
  SceneRenderer scene_;
  Session session_;
  std::optional<JsonlWriter> jsonl_;
  std::optional<Recording> recording_;
  RecordingView finished_;  // of the newest recording that is over
  std::vector<PlacedOverlay> overlays_;
  bool quit_ = false;
};

}  // namespace

int run_window(const std::string& source, const std::string& note,
               const LiveCommandOptions& options, const Interrupt& interrupt) {
  return WindowRun(source, note, options, interrupt).run(options.frames);
}

}  // namespace gridlens
