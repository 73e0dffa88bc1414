#include <spdlog/spdlog.h>

#include <optional>

#include "app/live/live_run.h"
#include "app/session/jsonl_writer.h"
#include "app/session/recording.h"
#include "app/session/result_json.h"
#include "core/capture/stoppable_source.h"
#include "core/pipeline/frame_processor.h"
#include "core/resources/resources.h"
#include "core/vision/finding/debug_sink.h"
#include "render/offscreen_context.h"

namespace gridlens {

int run_file(const std::string& source_spec, const LiveCommandOptions& options,
             const Interrupt& interrupt) {
  StoppableSource source(source_spec, options.source, interrupt.token());
  if (interrupt.requested()) return interrupt.exit_status();
  DigitNetwork network(find_resource("models/digits.onnx"));
  InlineSolveService solver;
  std::optional<FolderDebugSink> debug;
  if (!options.debug_folder.empty()) debug.emplace(options.debug_folder);
  ProcessorOptions processing;
  if (debug) processing.debug = &*debug;
  FrameProcessor processor(network, solver, processing);

  std::optional<JsonlWriter> jsonl;
  if (options.jsonl) jsonl.emplace(*options.jsonl);

  std::optional<OffscreenContext> context;
  std::optional<SceneRenderer> scene;
  HelpDesk help;
  std::optional<Recording> recording;
  if (options.record) {
    context.emplace();
    scene.emplace();
    recording.emplace(*scene, help,
                      RecordingOptions{*options.record, options.overwrite, source.info().fps,
                                       /*blocking=*/true});
  }

  std::int64_t frames = 0;
  std::int64_t solved = 0;
  Frame frame;
  while (!interrupt.requested() && (!options.frames || frames < *options.frames) &&
         source.read(frame) == ReadStatus::frame) {
    FrameResult result = processor.process(frame);
    if (recording) recording->add(result, options.settings, result.stages);
    if (jsonl) jsonl->write(frame_line(result));
    ++frames;
    solved += any_solved(result.boards);
  }
  const SourceInfo info = source.info();
  if (!info.trouble.empty()) spdlog::warn("{}", info.trouble);

  int status = interrupt.requested() ? interrupt.exit_status() : info.cut_short ? 1 : 0;
  if (recording) {
    recording->finish();
    if (!report_recording(recording->view()) && status == 0) status = 1;
  }
  spdlog::info("{} frames, a solution on {} of them", frames, solved);
  return status;
}

}  // namespace gridlens
