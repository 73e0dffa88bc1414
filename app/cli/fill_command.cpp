#include "app/cli/fill_command.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/cli/help_format.h"
#include "app/cli/option_checks.h"
#include "app/files/standard_output.h"
#include "app/interrupt/interrupt.h"
#include "core/capture/capture_error.h"
#include "core/capture/x11_display.h"
#include "core/fill/fill_run.h"
#include "core/fill/filler.h"
#include "core/fill/thread_board_looker.h"
#include "core/fill/x11_fill_window.h"
#include "core/resources/resources.h"

namespace gridlens {

namespace {

struct FillArguments {
  std::string window;
  bool dry_run = false;
  bool yes = false;
  int pace_ms = 120;
};

void tell(const std::string& text) {
  std::fprintf(stderr, "gridlens: %s\n", text.c_str());
}

// "r1c2 7 at 431,220", in pixels of the desktop.
void print_entry(const FillPlan& plan, int cell, cv::Point window_px) {
  const cv::Point at = window_px + cell_centre_px(plan.image_from_board, plan.n(), cell);
  std::printf("%s at %d,%d\n", entry_text(plan, cell).c_str(), at.x, at.y);
}

bool names(const std::string& title, const X11Window& window) {
  try {
    choose_window({window}, title);
    return true;
  } catch (const CaptureError&) {
    return false;
  }
}

int dry_run(FillWindow& window, BoardLooker& looker, const FillArguments& arguments,
            const Interrupt& interrupt) {
  const WindowSight sight = window.sight({});
  std::string trouble = "the window cannot be read: it is minimised or on another desktop";
  std::optional<FillPlan> plan;
  if (cv::Mat picture = window.grab(); !picture.empty()) {
    const auto boards = look_once(looker, std::move(picture), interrupt.token());
    if (!boards) return interrupt.exit_status();
    plan = plan_filling(*boards, trouble);
    if (!plan && sight.covered) trouble += " (another window covers a part of it)";
  }
  if (!plan) {
    tell(trouble);
    return 1;
  }
  if (!plan->wrong.empty()) tell("wrong entries stand on the board: " + wrong_entries_text(*plan));
  if (!plan->wrong.empty() && !arguments.yes) return 1;
  for (const int cell : plan->cells()) print_entry(*plan, cell, sight.place_px.tl());
  flush_standard_output();
  return 0;
}

int fill(FillWindow& window, BoardLooker& looker, const FillArguments& arguments,
         const Interrupt& interrupt) {
  FillOptions options;
  options.correct = arguments.yes;
  options.pace = std::chrono::milliseconds(arguments.pace_ms);
  Filler filler(window, looker, options);
  std::set<int> told;
  run_filling(filler, interrupt.token(), [&](const FillReport& now) {
    if (now.verified.size() <= told.size()) return;
    for (const int cell : now.verified)
      if (told.insert(cell).second) std::printf("%s\n", entry_text(*now.plan, cell).c_str());
    flush_standard_output();
  });
  const FillReport& report = filler.report();
  std::string text = fill_report_text(report);
  if (report.stop == FillStop::wrong_entries) text += "; --yes types over them";
  tell(text);
  if (report.stop == FillStop::interrupted) return interrupt.exit_status();
  return report.state == FillState::done ? 0 : 1;
}

// With --yes, of several windows that match, the topmost. Throws CaptureError with one line.
X11Window chosen_window(const X11Display& display, const FillArguments& arguments) {
  try {
    return find_window(display, arguments.window);
  } catch (const CaptureError&) {
    if (!arguments.yes) throw;
    const std::vector<X11Window> windows = display.windows();
    for (auto window = windows.rbegin(); window != windows.rend(); ++window)
      if (names(arguments.window, *window)) return *window;
    throw;
  }
}

int run_fill(const FillArguments& arguments) {
  const Interrupt interrupt;
  const X11Display display;
  const X11Window found = chosen_window(display, arguments);
  X11FillWindow window(display, found.id);
  ThreadBoardLooker looker(find_resource("models/digits.onnx"));
  const int status = arguments.dry_run ? dry_run(window, looker, arguments, interrupt)
                                       : fill(window, looker, arguments, interrupt);
  // A picture under way is not waited for: all is told, and no key is down.
  if (interrupt.requested()) std::_Exit(status);
  return status;
}

}  // namespace

CLI::App* add_fill_command(CLI::App& app, int& exit_status) {
  CLI::App* command = app.add_subcommand(
      "fill", "type the missing entries into a board in another program's window (X11)");
  auto arguments = std::make_shared<FillArguments>();
  command
      ->add_option("--window", arguments->window,
                   "a part of the window's title, or its id (0x3c00007)")
      ->type_name("TITLE|ID")
      ->check(not_empty("a title or an id"))
      ->required();
  command->add_flag("--dry-run", arguments->dry_run,
                    "print what would be typed, one line a cell, and touch nothing");
  command
      ->add_option("--pace", arguments->pace_ms,
                   "at least so many milliseconds from one entry to the next (default: 120)")
      ->type_name("MS")
      ->check(whole_number_between(0, 60'000));
  command->add_flag("--yes", arguments->yes,
                    "type over wrong entries; of several windows that match, take the topmost");
  command->footer(help_examples({
      {"gridlens fill --window Sudoku", "starts at once; the mouse or Esc stops it"},
      {"gridlens fill --window Sudoku --dry-run", "what would be typed, and where"},
      {"gridlens fill --window 0x3c00007 --pace 500", "slowly, for people who watch"},
  }));
  command->callback([arguments, &exit_status] { exit_status = run_fill(*arguments); });
  return command;
}

}  // namespace gridlens
