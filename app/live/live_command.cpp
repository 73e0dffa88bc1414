#include "app/live/live_command.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <optional>
#include <vector>

#include "app/cli/help_format.h"
#include "app/files/output_file.h"
#include "app/interrupt/interrupt.h"
#include "app/live/live_options.h"
#include "app/live/live_run.h"
#include "app/session/camera_output.h"
#include "core/capture/capture_error.h"
#include "core/capture/screen_spec.h"
#include "core/record/video_recorder.h"
#include "core/resources/resources.h"

namespace gridlens {

namespace {

struct ChosenSource {
  std::string spec;
  std::string note;  // why it is not what one would expect
};

ChosenSource demo_clip(const std::string& reason) {
  return {find_resource("assets/demo.mkv").string(), reason + ": playing the demo clip"};
}

// Before anything is opened, for reading or writing.
void check_live_outputs(const std::string& source, const LiveCommandOptions& options) {
  std::vector<OutputFile> outputs;
  if (options.record) outputs.push_back({"--record", *options.record});
  if (options.jsonl) outputs.push_back({"--jsonl", *options.jsonl});
  if (options.record) VideoRecorder::check_path(*options.record);
  check_outputs(outputs, input_files(source), options.overwrite);
  if (options.camera_output) check_camera_output(*options.camera_output, source);
  check_debug_folder(options.debug_folder, input_files(source));
}

// `memory`: of a window; null without one.
int run(const ChosenSource& chosen, LiveCommandOptions options, WindowMemory* memory,
        const Interrupt& interrupt) {
  check_live_outputs(chosen.spec, options);
  if (!chosen.note.empty()) spdlog::info("{}", chosen.note);
  if (memory != nullptr) {
    options.source.loop = !chosen.note.empty();        // the demo goes round
    options.source.by_hand = options.source.fps == 0;  // a folder
    return run_window(chosen.spec, chosen.note, options, *memory, interrupt);
  }
  if (options.realtime || options.camera_output || is_live_spec(chosen.spec))
    return run_headless(chosen.spec, chosen.note, options, interrupt);
  return run_file(chosen.spec, options, interrupt);
}

// The camera of the last time, where it is there; else the first.
const CameraDevice& chosen_camera(const std::vector<CameraDevice>& cameras,
                                  const WindowMemory* memory) {
  if (memory != nullptr && !memory->settings().camera.empty())
    for (const CameraDevice& camera : cameras)
      if (camera.name == memory->settings().camera) return camera;
  return cameras.front();
}

// The window or part of the screen that was read the last time, where it is there; else empty.
std::string remembered_screen(const WindowMemory* memory) {
  if (memory == nullptr || !names_screen(memory->settings().screen)) return "";
  try {
    open_source(memory->settings().screen);
    return memory->settings().screen;
  } catch (const CaptureError&) {
    return "";
  }
}

int run_live(const LiveCommandOptions& options) {
  // Standard output holds results only.
  spdlog::set_default_logger(spdlog::stderr_color_mt("gridlens"));
  spdlog::set_pattern("%n: %v");
  const Interrupt interrupt;
  std::optional<WindowMemory> remembered;
  if (!options.headless) {
    remembered.emplace(WindowMemory::usual_file());
    if (!remembered->trouble().empty()) spdlog::warn("{}", remembered->trouble());
  }
  WindowMemory* memory = remembered ? &*remembered : nullptr;
  if (options.input) return run({*options.input, ""}, options, memory, interrupt);
  if (!options.play.open)
    if (const std::string screen = remembered_screen(memory); !screen.empty())
      return run({screen, ""}, options, memory, interrupt);
  // A camera, and without one that opens the demo clip.
  const auto cameras = list_cameras();
  if (cameras.empty() && options.play.open)
    return run({find_resource("assets/samples/newspaper.jpg").string(),
                "No camera found: a sample picture is shown"},
               options, memory, interrupt);
  if (cameras.empty()) return run(demo_clip("No camera found"), options, memory, interrupt);
  try {
    return run({chosen_camera(cameras, memory).path.string(), ""}, options, memory, interrupt);
  } catch (const CaptureError& error) {
    return run(demo_clip(error.what()), options, memory, interrupt);
  }
}

}  // namespace

CLI::App* add_live_command(CLI::App& app, int& exit_status) {
  CLI::App* command = app.add_subcommand(
      "live", "show a camera, file or stream with its puzzles solved (the default)");
  auto options = std::make_shared<LiveCommandOptions>();
  add_live_options(*command, *options);
  command->footer(help_examples({
      {"gridlens", "the first camera, in a window"},
      {"gridlens photo.jpg", "a picture; a folder is leafed through"},
      {"gridlens window:sudoku", "another program's window, by a part of its title"},
      {"gridlens --record solved.mkv", "films what the window shows"},
      {"gridlens --headless --jsonl - clip.mkv", "one line a frame, without a window"},
      {"gridlens read photos/ --csv report.csv", "many pictures at once"},
      {"gridlens read --line photo.jpg | gridlens solve", "from paper to a solution"},
  }));
  command->callback([options, &exit_status] { exit_status = run_live(*options); });
  return command;
}

CLI::App* add_play_command(CLI::App& app, int& exit_status) {
  CLI::App* command =
      app.add_subcommand("play", "play a puzzle in the window, or go on with the last game");
  auto what = std::make_shared<std::string>();
  command->add_option("PUZZLE", *what, "a puzzle's text, a file with puzzles, or a picture of one")
      ->type_name("");
  command->footer(help_examples({
      {"gridlens play", "goes on with the last game"},
      {"gridlens play photo.jpg", "reads the picture and plays what it shows"},
      {"gridlens play puzzles.txt", "the first puzzle of the file"},
  }));
  command->callback([what, &exit_status] {
    LiveCommandOptions options;
    options.play = play_start_for(*what);
    if (options.play.when_read) options.input = *what;
    exit_status = run_live(options);
  });
  return command;
}

}  // namespace gridlens
