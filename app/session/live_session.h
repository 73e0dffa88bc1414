#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/session/camera_desk.h"
#include "app/session/command.h"
#include "app/session/first_minute.h"
#include "app/session/report_writer.h"
#include "app/session/session_view.h"
#include "app/session/stage_history.h"
#include "core/pipeline/live_pipeline.h"
#include "core/pipeline/rate_meter.h"
#include "core/pipeline/still_reader.h"

namespace gridlens {

// What runs behind a window (or behind a headless live run): the live pipeline of the chosen
// source, the settings, and the figures shown. Used by main; knows neither OpenGL nor ImGui.
class LiveSession {
 public:
  // Begins to open the source. `note` is shown to the person. `debug_folder`, `stop`: as of
  // LiveOptions.
  LiveSession(const std::string& source, const SourceOptions& source_options,
              const Settings& settings, std::string note, std::filesystem::path debug_folder = {},
              std::stop_token stop = {});
  ~LiveSession();

  // Both throw CaptureError when the source cannot be opened.
  void wait_until_open(const std::stop_token& stop) const;
  [[nodiscard]] bool is_open() const;

  // Carries out what concerns the session: settings, another source, a camera's wishes and
  // controls, forgetting boards. Others are left to the caller.
  void execute(const Command& command);

  // The newest result if there is one that was not fetched before (none while paused). Throws what
  // ended a thread.
  std::shared_ptr<const FrameResult> poll();
  // Waits for it up to `patience`.
  std::shared_ptr<const FrameResult> wait(const std::stop_token& stop,
                                          std::chrono::milliseconds patience);

  // The caller tells when a result was on screen (or in the recording), with its drawing times
  // filled in.
  void was_shown(const FrameResult& result, const StageTimes& stages, Clock::time_point at);

  [[nodiscard]] bool ended() const;        // a file was played to its end
  [[nodiscard]] SessionView view() const;  // the caller adds the recording
  [[nodiscard]] const Settings& settings() const { return settings_; }
  // Null before the first frame.
  [[nodiscard]] const std::shared_ptr<const FrameResult>& newest() const { return newest_; }
  [[nodiscard]] Clock::time_point started_at() const { return started_at_; }
  // The line of --jsonl for a result that was shown so.
  [[nodiscard]] std::string line_of(FrameResult result, const StageTimes& stages,
                                    Clock::time_point shown_at) const;
  [[nodiscard]] SourceInfo source() const { return pipeline_->status().source; }
  // What the open source was opened as; of several files the first.
  [[nodiscard]] const std::string& opened_as() const { return opened_as_; }

 private:
  void open(const std::string& source, std::vector<std::string> files = {});
  void open_files(const std::vector<std::string>& files);
  void adopt_pending();
  void change_settings(Settings settings);
  void reveal(const RevealCell& wish);
  void save_report();
  void take(const std::shared_ptr<const FrameResult>& result);
  void take_live(const std::shared_ptr<const FrameResult>& result);
  void read_again();
  void start_hints_afresh(const FrameResult& result);
  void correct(const CorrectCell& wish);
  // The newest picture stays: no further one comes by itself.
  [[nodiscard]] bool stays() const;
  SourceOptions source_options_;
  Settings settings_;
  std::string note_;
  std::filesystem::path debug_folder_;
  std::stop_token stop_;
  std::unique_ptr<LivePipeline> pipeline_;
  std::unique_ptr<LivePipeline> pending_;  // being opened; takes over when it delivers
  std::string opened_as_, pending_as_;
  std::size_t pending_files_ = 0;  // chosen together
  std::shared_ptr<const FrameResult> newest_;
  StillReader still_reader_;
  ReportWriter report_writer_;
  std::map<int, Grid> entries_;       // of each board, as last read surely
  std::optional<FrameResult> asked_;  // of it last
  FirstMinute first_minute_;
  StageHistory history_;
  RateMeter looked_at_;
  double latency_ms_ = 0;
  CameraDesk cameras_;
  Clock::time_point started_at_ = Clock::now();
};

}  // namespace gridlens
