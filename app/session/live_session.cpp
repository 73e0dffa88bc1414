#include "app/session/live_session.h"

#include <utility>

#include "app/outputs/user_folders.h"
#include "app/session/result_json.h"
#include "core/resources/resources.h"

namespace gridlens {

namespace {

template <typename... Ts>
struct Overloaded : Ts... {
  using Ts::operator()...;
};
template <typename... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

}  // namespace

LiveSession::LiveSession(const std::string& source, const SourceOptions& source_options,
                         const Settings& settings, std::string note,
                         std::filesystem::path debug_folder, std::stop_token stop)
    : source_options_(source_options),
      settings_(settings),
      note_(std::move(note)),
      debug_folder_(std::move(debug_folder)),
      stop_(std::move(stop)),
      still_reader_(find_resource("models/digits.onnx")) {
  open(source);
  pipeline_ = std::move(pending_);
  opened_as_ = pending_as_;
}

LiveSession::~LiveSession() = default;

void LiveSession::wait_until_open(const std::stop_token& stop) const {
  pipeline_->wait_until_open(stop);
}

bool LiveSession::is_open() const {
  pipeline_->rethrow_failure();
  return pipeline_->status().phase != LivePhase::opening;
}

void LiveSession::open(const std::string& source, std::vector<std::string> files) {
  LiveOptions options;
  options.source = source;
  options.source_options = source_options_;
  options.source_options.files = std::move(files);
  options.model = find_resource("models/digits.onnx");
  options.debug_folder = debug_folder_;
  options.stop = stop_;
  pending_as_ = source;
  pending_files_ = options.source_options.files.size();
  pending_ = std::make_unique<LivePipeline>(std::move(options));
}

void LiveSession::execute(const Command& command) {
  std::visit(Overloaded{[&](const ChangeSettings& change) { change_settings(change.settings); },
                        [&](const OpenSource& wish) {
                          source_options_.loop = false;
                          note_ = "opening " + wish.spec;
                          open(wish.spec);
                        },
                        [&](const OpenFiles& wish) { open_files(wish.files); },
                        [&](const ChangeCamera& change) { pipeline_->change_camera(change.wish); },
                        [&](const SetCameraControl& set) { cameras_.set(set.control, set.value); },
                        [&](const ForgetBoards&) { read_again(); },
                        [&](const CorrectCell& wish) { correct(wish); },
                        [&](const RevealCell& wish) { reveal(wish); },
                        [&](const StepPicture& step) { pipeline_->step(step.by); },
                        [&](const SaveReport&) { save_report(); }, [](const auto&) {}},
             command);
}

void LiveSession::open_files(const std::vector<std::string>& files) {
  if (files.empty()) return;
  if (files.size() == 1) return execute(OpenSource{files.front()});
  source_options_.loop = false;
  note_ = "opening " + std::to_string(files.size()) + " files";
  open(files.front(), files);
}

// What is revealed is no setting that a panel changes, and may be newer than the panel's.
void LiveSession::change_settings(Settings settings) {
  settings.reveals = std::move(settings_.reveals);
  settings_ = std::move(settings);
}

void LiveSession::reveal(const RevealCell& wish) {
  if (!newest_) return;
  for (const BoardResult& board : newest_->boards)
    if (board.id == wish.board_id) settings_.reveals.toggle(board, wish.cell);
}

void LiveSession::save_report() {
  if (!newest_) return report_writer_.refuse("no picture has come yet: nothing to report on");
  const SessionView shown = view();
  report_writer_.start(
      {*newest_, settings_, shown.source, shown.trouble, shown.stages, shown.dropped},
      debug_folder_.empty() ? user_folder(UserFolder::documents) : debug_folder_);
}

bool LiveSession::stays() const {
  return newest_ && (settings_.paused || ended() || newest_->frame.still);
}

void LiveSession::read_again() {
  settings_.reveals = {};
  if (!stays()) {
    pipeline_->forget_boards();
    return;
  }
  asked_ = *newest_;
  for (BoardResult& board : asked_->boards) {
    for (const Correction& said : std::exchange(board.corrections, {}))
      pipeline_->correct(board.id, {said.cell, 0, Correction::Kind::as_read});
  }
  still_reader_.ask(*asked_);
}

// The live boards get it in any case: a frozen one goes on with what was said of it.
void LiveSession::correct(const CorrectCell& wish) {
  pipeline_->correct(wish.board_id, wish.correction);
  if (!stays()) return;
  // On top of what was asked last: its answer may not be there yet.
  if (!asked_ || asked_->frame.bgr.data != newest_->frame.bgr.data) asked_ = *newest_;
  for (BoardResult& board : asked_->boards)
    if (board.id == wish.board_id && wish.correction.is_valid(board.n))
      board.corrections = with(std::move(board.corrections), wish.correction);
  still_reader_.ask(*asked_);
}

// A source chosen while running takes over once it is open; where it cannot be opened the old one
// goes on.
void LiveSession::adopt_pending() {
  if (!pending_ || pending_->status().phase == LivePhase::opening) return;
  std::unique_ptr<LivePipeline> opened = std::move(pending_);
  try {
    opened->rethrow_failure();
  } catch (const std::exception& error) {
    note_ = error.what();
    return;
  }
  const SourceInfo source = opened->status().source;
  note_ = source.note;
  if (pending_files_ > 1 && !source.stills)
    note_ = "only " + source.name + " was opened: a video is opened by itself";
  newest_.reset();
  first_minute_.forget();
  pipeline_ = std::move(opened);
  opened_as_ = pending_as_;
}

void LiveSession::take(const std::shared_ptr<const FrameResult>& result) {
  newest_ = result;
  settings_.reveals.drop_written(result->boards);
  start_hints_afresh(*result);
  const SourceInfo source = pipeline_->status().source;
  const TipFor who = result->frame.still || source.screen ? TipFor::picture
                     : source.live                        ? TipFor::camera
                                                          : TipFor::clip;
  first_minute_.see(*result, who, milliseconds_between(started_at_, Clock::now()));
}

void LiveSession::take_live(const std::shared_ptr<const FrameResult>& result) {
  if (!result) return;
  looked_at_.count(Clock::now());
  take(result);
}

// Once a person has written something, the steps shown so far are over.
void LiveSession::start_hints_afresh(const FrameResult& result) {
  for (const BoardResult& board : result.boards) {
    if (board.state != BoardState::solved || !board.entries) continue;
    const auto [known, is_new] = entries_.try_emplace(board.id, *board.entries);
    if (is_new || known->second == *board.entries) continue;
    known->second = *board.entries;
    settings_.hints = 1;
  }
}

std::shared_ptr<const FrameResult> LiveSession::poll() {
  adopt_pending();
  const LiveStatus status = pipeline_->status();
  cameras_.follow(status.trouble.empty() ? status.source.node : std::filesystem::path());
  pipeline_->rethrow_failure();
  if (auto again = still_reader_.take()) {
    if (newest_ && again->frame.index == newest_->frame.index) take(again);
    return newest_;
  }
  if (settings_.paused) return nullptr;
  auto result = pipeline_->take_result();
  take_live(result);
  return result;
}

std::shared_ptr<const FrameResult> LiveSession::wait(const std::stop_token& stop,
                                                     std::chrono::milliseconds patience) {
  auto result = pipeline_->wait_result(stop, patience);
  pipeline_->rethrow_failure();
  take_live(result);
  return result;
}

void LiveSession::was_shown(const FrameResult& result, const StageTimes& stages,
                            Clock::time_point at) {
  latency_ms_ = milliseconds_between(result.frame.captured_at, at);
  history_.add(stages);
}

std::string LiveSession::line_of(FrameResult result, const StageTimes& stages,
                                 Clock::time_point shown_at) const {
  result.stages = stages;
  return frame_line(result, ShownTimes{milliseconds_between(started_at_, result.frame.captured_at),
                                       milliseconds_between(started_at_, shown_at)});
}

bool LiveSession::ended() const {
  return pipeline_->status().phase == LivePhase::ended;
}

SessionView LiveSession::view() const {
  const LiveStatus status = pipeline_->status();
  SessionView view;
  view.result = newest_;
  view.source = status.source;
  view.note = note_.empty() && status.phase == LivePhase::opening ? "opening ..." : note_;
  view.trouble = status.trouble.empty() ? status.source.trouble : status.trouble;
  view.camera_fps = status.delivered_fps;
  view.vision_fps = looked_at_.per_second(Clock::now());
  view.latency_ms = latency_ms_;
  view.dropped = status.dropped;
  view.stages = history_.statistics();
  view.cameras = cameras_.cameras();
  view.controls = cameras_.controls();
  view.tip = first_minute_.text();
  view.first_minute = status.source.live && !status.source.screen && !first_minute_.any_board();
  view.settings = settings_;
  view.report = report_writer_.view();
  return view;
}

}  // namespace gridlens
