#include <spdlog/spdlog.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "app/jsonl_writer.h"
#include "app/live_run.h"
#include "app/live_session.h"
#include "app/open_dialog.h"
#include "app/placed_overlays.h"
#include "app/recording.h"
#include "app/result_json.h"
#include "app/window.h"

namespace gridlens {
namespace {

constexpr std::chrono::milliseconds kBetweenLooksAtTheMouse{8};  // while frames are awaited
constexpr std::chrono::milliseconds kIdle{50};                   // frozen, or the file is over
constexpr std::chrono::milliseconds kStillInterval{33};          // ... while that is recorded

// The window, the session behind it and the recording, put together.
class WindowRun {
 public:
  WindowRun(const std::string& source, const std::string& note, const LiveCommandOptions& options,
            const Interrupt& interrupt)
      : interrupt_(interrupt),
        session_(source, options.source, options.settings, note, options.debug_folder),
        demo_(!note.empty()) {
    while (!leaving() && !session_.is_open()) {
      window_.wait(kBetweenLooksAtTheMouse);
      if (window_.needs_drawing()) draw();
    }
    if (leaving()) return;
    if (options.jsonl) jsonl_.emplace(*options.jsonl);
    if (options.record) {
      recording_.emplace(scene_, help_,
                         RecordingOptions{*options.record, options.overwrite, nominal_fps(),
                                          /*blocking=*/false});
    }
  }

  int run(std::optional<std::int64_t> frame_limit) {
    std::int64_t frames = 0;
    while (!leaving() && (!frame_limit || frames < *frame_limit)) {
      look_after_files();
      if (auto result = next_result()) {
        show_new(*result);
        ++frames;
        continue;
      }
      const bool news = help_.has_news();
      if (news) repaint();
      record_still();
      if (news || window_.needs_drawing()) draw();
    }
    // The person does not wait for a slow disk or device.
    if (leaving()) interrupt_.leave_within_a_second(1);
    stop_recording();
    if (interrupt_.requested()) return interrupt_.exit_status();
    const bool cut_short = session_.ended() && session_.source().cut_short;
    if (cut_short) spdlog::warn("{}", session_.source().trouble);
    return failed_ || cut_short ? 1 : 0;
  }

 private:
  [[nodiscard]] bool leaving() const {
    return quit_ || window_.should_close() || interrupt_.requested();
  }

  [[nodiscard]] double nominal_fps() const {
    const double fps = session_.source().fps;
    return fps > 0 ? fps : 30;
  }

  // Nothing new comes.
  [[nodiscard]] bool idle() const { return session_.settings().paused || session_.ended(); }

  std::shared_ptr<const FrameResult> next_result() {
    const std::chrono::milliseconds patience = recording_ ? kStillInterval : kIdle;
    window_.wait(idle() ? patience : std::chrono::milliseconds(0));
    auto result = session_.poll();
    if (!result && !idle()) result = session_.wait(interrupt_.token(), kBetweenLooksAtTheMouse);
    return result;
  }

  void look_after_files() {
    if (auto chosen = open_dialog_.take_chosen(); !chosen.empty())
      execute(OpenFiles{std::move(chosen)});
    if (session_.opened_as() == opened_as_) return;
    opened_as_ = session_.opened_as();
    if (!demo_) open_dialog_.note_opened(opened_as_);
    demo_ = false;
  }

  void show_new(const FrameResult& result) {
    StageTimes stages = result.stages;
    scene_.set_picture(result.frame.bgr);
    overlays_ = placed_overlays(result.frame.bgr, result.boards, session_.settings(), help_);
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
    view.open_dialog = open_dialog_.view();
    view.recording = recording_ ? recording_->view() : finished_;
    if (view.result)
      for (const BoardResult& board : view.result->boards)
        view.advice.push_back(advice(board, help_, view.settings));
    std::vector<PlacedOverlay> overlays = overlays_;
    if (view.result)
      fade_labels(view.result->boards, label_ages_,
                  milliseconds_between(session_.started_at(), Clock::now()), overlays);
    for (const Command& command : window_.draw(scene_, view, overlays)) execute(command);
  }

  void execute(const Command& command) {
    if (std::holds_alternative<Quit>(command)) {
      quit_ = true;
    } else if (const auto* start = std::get_if<StartRecording>(&command)) {
      start_recording(start->path.empty() ? dated_recording_path() : start->path);
    } else if (std::holds_alternative<StopRecording>(command)) {
      stop_recording();
    } else if (const auto* show = std::get_if<ShowOpenDialog>(&command)) {
      open_dialog_.show(show->folder ? Choose::folder : Choose::files);
    } else if (const auto* browse = std::get_if<BrowseFolder>(&command)) {
      open_dialog_.browse(browse->folder);
    } else if (std::holds_alternative<CloseOpenDialog>(command)) {
      open_dialog_.close();
    } else {
      if (std::holds_alternative<OpenFiles>(command)) open_dialog_.close();
      session_.execute(command);
      repaint();
    }
  }

  // The newest picture under changed settings, frozen or not.
  void repaint() {
    if (const auto result = session_.view().result) {
      overlays_ = placed_overlays(result->frame.bgr, result->boards, session_.settings(), help_);
    }
  }

  void start_recording(const std::filesystem::path& path) {
    stop_recording();
    recorded_at_.reset();
    begun_at_end_ = session_.ended();
    try {
      recording_.emplace(scene_, help_, RecordingOptions{path, false, nominal_fps(), false});
    } catch (const std::exception& error) {
      fail_recording(path.string(), error.what());
    }
  }

  // A recording that cannot be made or goes wrong never ends the live picture.
  void record(const FrameResult& result, StageTimes& stages) {
    if (!recording_) return;
    try {
      recording_->add(result, session_.settings(), stages);
      recorded_ms_ = result.frame.time_ms;
      recorded_at_ = Clock::now();
      if (!recording_->view().error.empty()) stop_recording();
    } catch (const std::exception& error) {
      const std::string file = recording_->view().file;
      recording_.reset();
      fail_recording(file, error.what());
    }
  }

  // The picture that stays is recorded again and again: a frozen one; a still or the last of a clip
  // where the recording was begun on it.
  void record_still() {
    const bool stays = session_.settings().paused || (session_.ended() && begun_at_end_);
    if (!recording_ || !stays) return;
    const auto newest = session_.view().result;
    if (!newest) return;
    FrameResult again = *newest;
    if (recorded_at_) {
      const Clock::duration since = Clock::now() - *recorded_at_;
      if (since < kStillInterval) return;
      again.frame.time_ms = recorded_ms_ + milliseconds_between(*recorded_at_, Clock::now());
    }
    record(again, again.stages);
  }

  void fail_recording(std::string file, std::string error) {
    spdlog::error("{}", error);
    failed_ = true;
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
    if (!finished_.error.empty()) failed_ = true;
    if (finished_.error.empty() && finished_.frames == 0) {
      finished_ = {};
      finished_.note = "nothing was recorded: no new frame came";
    }
  }

  // In the order of making: the OpenGL context first, so that it goes last.
  const Interrupt& interrupt_;
  Window window_;
  SceneRenderer scene_;
  LiveSession session_;
  OpenDialog open_dialog_;
  std::string opened_as_;  // that the dialog knows of
  bool demo_ = false;      // played for want of a camera: nobody opened it
  HelpDesk help_{HelpDesk::Work::on_a_thread};
  std::optional<JsonlWriter> jsonl_;
  std::optional<Recording> recording_;
  RecordingView finished_;  // of the newest recording that is over
  double recorded_ms_ = 0;  // frame time of the newest recorded picture, and when that was
  std::optional<Clock::time_point> recorded_at_;
  bool begun_at_end_ = false;  // the recording, after the source's last frame
  TextAge label_ages_;
  std::vector<PlacedOverlay> overlays_;
  bool quit_ = false;
  bool failed_ = false;  // a recording went wrong
};

}  // namespace

int run_window(const std::string& source, const std::string& note,
               const LiveCommandOptions& options, const Interrupt& interrupt) {
  return WindowRun(source, note, options, interrupt).run(options.frames);
}

}  // namespace gridlens
