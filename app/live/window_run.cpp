#include <spdlog/spdlog.h>

#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "app/cli/clipboard_text.h"
#include "app/files/open_dialog.h"
#include "app/files/output_file.h"
#include "app/live/live_run.h"
#include "app/outputs/dated_name.h"
#include "app/outputs/fresh_path.h"
#include "app/outputs/user_folders.h"
#include "app/screen/window_screen.h"
#include "app/session/jsonl_writer.h"
#include "app/session/live_session.h"
#include "app/session/placed_overlays.h"
#include "app/session/window_outputs.h"
#include "app/views/panel_views.h"
#include "app/window/window.h"
#include "app/window_play/solved_history.h"
#include "app/window_play/window_play.h"

namespace gridlens {
namespace {

constexpr std::chrono::milliseconds kBetweenLooksAtTheMouse{8};  // while frames are awaited
constexpr std::chrono::milliseconds kIdle{50};                   // frozen, or the file is over
constexpr std::chrono::milliseconds kStillPatience{4};           // ... while that is recorded

// What the run begins with: options of the command line win.
WindowSettings settings_at_start(const LiveCommandOptions& options,
                                 const WindowSettings& remembered) {
  WindowSettings start = remembered;
  if (options.show_given) start.show = options.settings.show;
  start.mirror |= options.settings.mirror;
  start.leave_hands |= options.settings.spare_hands;
  // Who names an input wants to see it.
  start.playing = options.play.open || (start.playing && !options.input);
  return start;
}

Settings session_settings(const LiveCommandOptions& options, const WindowSettings& start) {
  Settings settings = options.settings;
  put_into(start, settings);
  return settings;
}

WindowOptions window_options(const WindowSettings& start) {
  WindowOptions options;
  options.look = start.look;
  return options;
}

// The window, the session behind it and the recording, put together.
class WindowRun {
 public:
  WindowRun(const std::string& source, const std::string& note, const LiveCommandOptions& options,
            WindowMemory& memory, const Interrupt& interrupt)
      : interrupt_(interrupt),
        memory_(memory),
        now_(settings_at_start(options, memory.settings())),
        window_(window_options(now_)),
        session_(source, options.source, session_settings(options, now_), note,
                 options.debug_folder, interrupt.token()),
        demo_(!note.empty()) {
    memory_.begin(now_);
    screen_.begin(now_);
    PlayStart play = options.play;
    play.open = now_.playing;
    play_.begin(play);
    while (!leaving() && !session_.is_open()) {
      window_.wait(kBetweenLooksAtTheMouse);
      if (window_.needs_drawing()) draw();
    }
    if (leaving()) return;
    if (options.jsonl) jsonl_.emplace(*options.jsonl);
    if (options.record) outputs_.start_recording(*options.record, options.overwrite);
    if (options.camera_output) outputs_.start_camera_output(*options.camera_output);
  }

  int run(std::optional<std::int64_t> frame_limit) {
    std::int64_t frames = 0;
    while (!leaving() && (!frame_limit || frames < *frame_limit)) {
      look_after_files();
      screen_.follow(session_.source());
      if (auto result = next_result()) {
        show_new(*result);
        ++frames;
        continue;
      }
      const bool news = static_cast<int>(help_.has_news()) + static_cast<int>(play_.poll()) > 0;
      if (news) repaint();
      take_pasted();
      outputs_.record_still();
      if (news || window_.needs_drawing()) draw();
    }
    // The person does not wait for a slow disk or device.
    if (leaving()) interrupt_.leave_within_a_second(1);
    memory_.finish();
    outputs_.stop_recording();
    if (interrupt_.requested()) return interrupt_.exit_status();
    const bool cut_short = session_.ended() && session_.source().cut_short;
    if (cut_short) spdlog::warn("{}", session_.source().trouble);
    return outputs_.failed() || cut_short ? 1 : 0;
  }

 private:
  [[nodiscard]] bool leaving() const {
    return quit_ || window_.should_close() || interrupt_.requested();
  }

  // Nothing new comes.
  [[nodiscard]] bool idle() const { return session_.settings().paused || session_.ended(); }

  std::shared_ptr<const FrameResult> next_result() {
    const std::chrono::milliseconds patience = outputs_.recording() ? kStillPatience : kIdle;
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
    play_.poll();
    play_.see(result, session_.source());
    play_.paint(result.boards, help_);
    overlays_ = placed_overlays(result.frame.bgr, result.boards, session_.settings(), help_);
    outputs_.record(result, stages);
    draw();
    stages.draw += window_.draw_ms();
    screen_.show(result, shown_overlays_, session_.source());
    const Clock::time_point shown_at = Clock::now();
    session_.was_shown(result, stages, shown_at);
    const SessionView view = session_.view();
    panel_views_.was_shown(stages, view.latency_ms, view.dropped, shown_at);
    if (jsonl_) jsonl_->write(session_.line_of(result, stages, shown_at));
  }

  void draw() {
    SessionView view = session_.view();
    outputs_.fill(view);
    if (view.note.empty()) view.note = memory_.trouble();
    view.open_dialog = open_dialog_.view();
    screen_.fill(view);
    if (view.result)
      for (const BoardResult& board : view.result->boards)
        view.advice.push_back(advice(board, help_, view.settings));
    panel_views_.add_to(view, window_.shows_debug());
    play_.fill(view);
    history_.see(view);
    history_.fill(view);
    shown_overlays_ = overlays_;
    if (view.result)
      fade_labels(view.result->boards, label_ages_,
                  milliseconds_between(session_.started_at(), Clock::now()), shown_overlays_);
    for (const Command& command : window_.draw(scene_, view, shown_overlays_)) execute(command);
    remember(view.source);
  }

  void remember(const SourceInfo& source) {
    const std::string told = memory_.trouble();
    take_from(session_.settings(), now_);
    now_.outputs = outputs_.settings();
    now_.playing = play_.is_open();
    now_.look = window_.look();
    if (!source.device.empty()) now_.camera = source.device;
    if (!opened_as_.empty() && !demo_) screen_.remember(source, opened_as_, now_);
    memory_.see(now_, Clock::now());
    if (memory_.trouble() != told) spdlog::warn("{}", memory_.trouble());
  }

  // NOLINTBEGIN(bugprone-branch-clone): the order of the takers tells
  void execute(const Command& command) {
    if (std::holds_alternative<Quit>(command)) {
      quit_ = true;
    } else if (std::holds_alternative<CopyPuzzles>(command)) {
      copy_puzzles();
    } else if (const auto* show = std::get_if<ShowOpenDialog>(&command)) {
      open_dialog_.show(show->folder ? Choose::folder : Choose::files);
    } else if (const auto* browse = std::get_if<BrowseFolder>(&command)) {
      open_dialog_.browse(browse->folder);
    } else if (std::holds_alternative<CloseOpenDialog>(command)) {
      open_dialog_.close();
    } else if (screen_.execute(command, session_.view())) {
      repaint();
    } else if (std::holds_alternative<PasteClipboard>(command)) {
      play_.paste(window_.pasted());
    } else if (std::holds_alternative<ExportSolved>(command)) {
      save_puzzles(history_.text());
    } else if (std::holds_alternative<ExportGames>(command)) {
      save_puzzles(play_.games_text());
    } else if (const auto* solved = std::get_if<PlaySolved>(&command)) {
      if (const PuzzleDocument* puzzle = history_.document(solved->number)) play_.play(*puzzle);
    } else if (play_.execute(command, session_.newest().get(), session_.source())) {
      repaint();
    } else if (const auto* open = std::get_if<OpenFiles>(&command);
               open != nullptr && play_.play_files(open->files)) {
      open_dialog_.close();
    } else if (outputs_.execute(command, shown_overlays_)) {
      return;
    } else {
      if (std::holds_alternative<OpenFiles>(command)) open_dialog_.close();
      session_.execute(command);
      repaint();
    }
  }
  // NOLINTEND(bugprone-branch-clone)

  // The newest picture under changed settings, frozen or not.
  void repaint() {
    if (const auto result = session_.newest()) {
      play_.paint(result->boards, help_);
      overlays_ = placed_overlays(result->frame.bgr, result->boards, session_.settings(), help_);
    }
  }

  void take_pasted() {
    if (const std::string picture = play_.take_pasted(); !picture.empty())
      session_.execute(OpenSource{picture});
    if (const std::string trouble = play_.take_trouble(); !trouble.empty()) say(trouble);
  }

  void save_puzzles(const std::string& text) {
    const std::filesystem::path folder = user_folder(UserFolder::documents);
    try {
      make_folder(folder);
      const auto path = fresh_path(folder, "gridlens-" + date_and_time(), ".json");
      write_whole_file(path, text, false);
      say("Saved " + path.string());
    } catch (const std::exception& error) {
      say(error.what());
    }
  }

  void say(const std::string& line) {
    outputs_.tell(line);
    if (play_.is_open()) play_.tell(line);
  }

  void copy_puzzles() {
    if (const std::string game = play_.text(); !game.empty()) {
      window_.copy(game);
      return;
    }
    const auto result = session_.newest();
    const ClipboardText copied =
        clipboard_text(result ? result->boards : std::vector<BoardResult>{});
    if (!copied.text.empty()) window_.copy(copied.text);
    outputs_.tell(copied.told);
  }

  // In the order of making: the OpenGL context first, so that it goes last.
  const Interrupt& interrupt_;
  WindowMemory& memory_;
  WindowSettings now_;  // what is remembered, as it is now
  Window window_;
  SceneRenderer scene_;
  LiveSession session_;
  OpenDialog open_dialog_;
  WindowScreen screen_{scene_};
  std::string opened_as_;  // that the dialog knows of
  bool demo_ = false;      // played for want of a camera: nobody opened it
  HelpDesk help_{HelpDesk::Work::on_a_thread};
  std::optional<JsonlWriter> jsonl_;
  PanelViews panel_views_;
  WindowPlay play_;
  SolvedHistory history_;
  WindowOutputs outputs_{scene_, help_, session_, now_.outputs};
  TextAge label_ages_;
  std::vector<PlacedOverlay> overlays_;
  std::vector<PlacedOverlay> shown_overlays_;  // with faded labels
  bool quit_ = false;
};

}  // namespace

int run_window(const std::string& source, const std::string& note,
               const LiveCommandOptions& options, WindowMemory& memory,
               const Interrupt& interrupt) {
  return WindowRun(source, note, options, memory, interrupt).run(options.frames);
}

}  // namespace gridlens
