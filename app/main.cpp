#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <opencv2/core/utility.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/bench_command.h"
#include "app/cli/cameras_command.h"
#include "app/cli/convert_command.h"
#include "app/cli/fill_command.h"
#include "app/cli/help_format.h"
#include "app/cli/make_command.h"
#include "app/cli/read_command.h"
#include "app/cli/solve_command.h"
#include "app/files/standard_output.h"
#include "app/live/live_command.h"
#include "core/capture/videoio_setup.h"
#include "core/image/one_line.h"

namespace {

bool has_command(const CLI::App& app, const std::string& name) {
  const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
  return std::any_of(commands.begin(), commands.end(),
                     [&](const CLI::App* command) { return command->get_name() == name; });
}

// `gridlens --input clip.mkv` means `gridlens live --input clip.mkv`.
std::vector<std::string> with_default_command(int argc, char** argv, const CLI::App& app) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  const bool named = !arguments.empty() && has_command(app, arguments.front());
  const bool general =
      !arguments.empty() && (arguments.front() == "--help" || arguments.front() == "-h" ||
                             arguments.front() == "--version");
  if (!named && !general) arguments.insert(arguments.begin(), "live");
  return arguments;
}

// Returns the exit status.
int run(int argc, char** argv) {
  using namespace gridlens;
  prepare_standard_streams();
  prepare_videoio();  // sets environment variables: before any thread
  // One thread for each OpenCV call: the pipeline has threads of its own, and results stay the same
  // to the byte.
  cv::setNumThreads(1);
  // What OpenCV would log is told by our own errors, in one line each.
  cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);

  int exit_status = 0;
  CLI::App app{"GridLens: point a camera at a Sudoku and see its solution on the picture",
               "gridlens"};
  app.set_version_flag("--version", GRIDLENS_VERSION);
  app.formatter(make_help_format());  // the commands inherit it
  app.require_subcommand(1);
  CLI::App* live = add_live_command(app, exit_status);
  add_play_command(app, exit_status);
  add_read_command(app, exit_status);
  add_solve_command(app, exit_status);
  add_make_command(app, exit_status);
  add_convert_command(app, exit_status);
  add_fill_command(app, exit_status);
  add_bench_command(app, exit_status);
  add_cameras_command(app, exit_status);
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; }))
    command->group("Commands");
  app.footer([live] { return "Without a command:\n\n" + live->help("gridlens"); });

  try {
    std::vector<std::string> arguments = with_default_command(argc, argv, app);
    std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them last first
    try {
      app.parse(std::move(arguments));
    } catch (const CLI::Success& asked) {  // --help, --version
      std::ostringstream text;
      app.exit(asked, text, text);
      std::cout << text.str();
    }
    flush_standard_output();
  } catch (const CLI::ParseError& error) {
    const auto parsed = app.get_subcommands();
    const std::string command = argc > 1 && !parsed.empty() && parsed.front()->get_name() == argv[1]
                                    ? parsed.front()->get_name() + " "
                                    : "";
    std::cerr << "gridlens: " << error.what() << " (gridlens " << command << "--help tells more)\n";
    return 1;
  } catch (const std::exception& error) {
    std::cerr << "gridlens: " << one_line(error) << "\n";
    return 1;
  }
  return exit_status;
}

}  // namespace

int main(int argc, char** argv) {
  const int status = run(argc, argv);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return status;  // they look for leaks at the end
#else
  // The ends of libraries are not run: nothing of ours hangs on them, and where memory is short
  // that of OpenBLAS waits for ever for its threads, which wait for memory.
  std::cout.flush();
  std::fflush(nullptr);
  std::_Exit(status);
#endif
}
