#include "app/live_command.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>

#include "app/file_run.h"
#include "app/interrupt.h"
#include "app/live_options.h"
#include "app/live_run.h"
#include "core/capture/capture_error.h"
#include "core/resources/resources.h"

namespace gridlens {

namespace {

struct ChosenSource {
  std::string spec;
  std::string note;
};

// Without --input: the first camera, and without one the demo clip.
ChosenSource choose_source(const LiveCommandOptions& options) {
  if (options.input) return {*options.input, ""};
  const std::string demo = find_resource("assets/demo.mkv").string();
  const auto cameras = list_cameras();
  if (cameras.empty()) return {demo, "No camera found: playing the demo clip"};
  try {
    open_source(cameras.front().path.string(), options.source);
  } catch (const CaptureError& error) {
    return {demo, std::string(error.what()) + ": playing the demo clip"};
  }
  return {cameras.front().path.string(), ""};
}

int run_live(LiveCommandOptions options) {
  // Standard output holds results only.
  spdlog::set_default_logger(spdlog::stderr_color_mt("gridlens"));
  spdlog::set_pattern("%n: %v");
  const Interrupt interrupt;
  const ChosenSource chosen = choose_source(options);
  if (!chosen.note.empty()) spdlog::info("{}", chosen.note);
  if (!options.headless) {
    options.source.loop = !options.input;  // the demo goes round
    return run_window(chosen.spec, chosen.note, options, interrupt);
  }
  if (options.realtime || is_live_spec(chosen.spec))
    return run_headless(chosen.spec, chosen.note, options, interrupt);
  return run_file(chosen.spec, options, interrupt);
}

}  // namespace

CLI::App* add_live_command(CLI::App& app, int& exit_status) {
  CLI::App* command = app.add_subcommand(
      "live", "show a camera, file or stream with its puzzles solved (the default)");
  auto options = std::make_shared<LiveCommandOptions>();
  add_live_options(*command, *options);
  command->callback([options, &exit_status] { exit_status = run_live(*options); });
  return command;
}

}  // namespace gridlens
