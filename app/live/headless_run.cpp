#include <spdlog/spdlog.h>

#include <optional>

#include "app/live/live_run.h"
#include "app/session/camera_output.h"
#include "app/session/jsonl_writer.h"
#include "app/session/live_session.h"
#include "app/session/recording.h"
#include "app/session/stage_history.h"
#include "render/offscreen_context.h"

namespace gridlens {

namespace {

// For troubles and interrupts while no frame comes.
constexpr std::chrono::milliseconds kLookAround{200};

}  // namespace

int run_headless(const std::string& source, const std::string& note,
                 const LiveCommandOptions& options, const Interrupt& interrupt) {
  std::optional<JsonlWriter> jsonl;
  std::optional<OffscreenContext> context;
  std::optional<SceneRenderer> scene;
  HelpDesk help(HelpDesk::Work::on_a_thread);
  std::optional<Recording> recording;
  std::optional<CameraOutput> camera;
  LiveSession session(source, options.source, options.settings, note, options.debug_folder,
                      interrupt.token());
  session.wait_until_open(interrupt.token());
  if (interrupt.requested()) return interrupt.exit_status();
  const SourceInfo info = session.source();
  spdlog::info("{}: {}x{}, {:.4g} fps, {}", info.name, info.width, info.height, info.fps,
               info.format);
  if (options.jsonl) jsonl.emplace(*options.jsonl);
  if (options.record || options.camera_output) {
    context.emplace();
    scene.emplace();
  }
  if (options.camera_output)
    camera.emplace(*scene, help, open_camera_output(*options.camera_output));
  if (options.record) {
    recording.emplace(*scene, help,
                      RecordingOptions{*options.record, options.overwrite, info.fps,
                                       /*blocking=*/false});
  }

  std::int64_t frames = 0;
  std::string trouble;
  std::vector<double> latencies_ms;
  while (!interrupt.requested() && (!options.frames || frames < *options.frames)) {
    const auto result = session.wait(interrupt.token(), kLookAround);
    if (std::string now = session.view().trouble; now != trouble) {
      trouble = std::move(now);
      spdlog::warn("{}", trouble.empty() ? "pictures are coming again" : trouble);
    }
    if (!result) {
      if (session.ended()) break;
      continue;
    }
    StageTimes stages = result->stages;
    if (recording) recording->add(*result, session.settings(), stages);
    if (camera) {
      camera->add(*result, session.settings(), stages);
      if (!camera->view().error.empty()) break;
    }
    const Clock::time_point shown_at = Clock::now();
    session.was_shown(*result, stages, shown_at);
    latencies_ms.push_back(milliseconds_between(result->frame.captured_at, shown_at));
    if (jsonl) jsonl->write(session.line_of(*result, stages, shown_at));
    ++frames;
  }

  const SourceInfo at_end = session.source();
  if (!at_end.trouble.empty() && at_end.trouble != trouble) spdlog::warn("{}", at_end.trouble);
  int status = interrupt.requested() ? interrupt.exit_status() : at_end.cut_short ? 1 : 0;
  if (recording) {
    recording->finish();
    if (!report_recording(recording->view()) && status == 0) status = 1;
  }
  if (camera && !camera->view().error.empty()) {
    spdlog::error("{}", camera->view().error);
    if (status == 0) status = 1;
  }
  spdlog::info(
      "{} frames shown, {} dropped; captured to shown: median {:.1f} ms, 99th percentile {:.1f} ms",
      frames, session.view().dropped, percentile(latencies_ms, 50), percentile(latencies_ms, 99));
  return status;
}

}  // namespace gridlens
