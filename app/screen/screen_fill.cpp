#include "app/screen/screen_fill.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <variant>

#include "core/capture/x11_display.h"
#include "core/fill/fill_run.h"
#include "core/fill/thread_board_looker.h"
#include "core/fill/x11_fill_window.h"
#include "core/image/one_line.h"
#include "core/pipeline/thread_name.h"
#include "core/resources/resources.h"

namespace gridlens {

namespace {

constexpr std::chrono::seconds kCountdown{3};
constexpr std::chrono::milliseconds kBetweenLooks{10};

std::uint32_t topmost_window_at(const X11Display& display, cv::Point at) {
  const std::vector<X11Window> windows = display.windows();
  const auto found = std::find_if(windows.rbegin(), windows.rend(), [&](const X11Window& window) {
    return window.shown && window.client_px.contains(at);
  });
  if (found == windows.rend())
    throw std::runtime_error("no window of another program lies below the board");
  return found->id;
}

}  // namespace

const BoardResult* board_to_fill(const FrameResult& shown) {
  const auto found =
      std::find_if(shown.boards.begin(), shown.boards.end(),
                   [](const BoardResult& board) { return board.solution.has_value(); });
  return found == shown.boards.end() ? nullptr : &*found;
}

void ScreenFill::start(const ScreenPlace& place, const FrameResult& shown, bool correct) {
  const BoardResult* board = board_to_fill(shown);
  if (board == nullptr || view().running) return;
  const cv::Size read = shown.frame.bgr.size();
  const cv::Point2d centre = board->image_from_board.outline(board->n).centre();
  Target target;
  target.window = place.window;
  target.centre_px =
      place.area_px.tl() +
      cv::Point(static_cast<int>(std::lround(centre.x * place.area_px.width / read.width)),
                static_cast<int>(std::lround(centre.y * place.area_px.height / read.height)));
  FillOptions options;
  options.correct = correct;
  options.pace = std::chrono::milliseconds(pace_ms_);
  {
    const std::scoped_lock lock(mutex_);
    view_ = {};
    view_.running = true;
    view_.seconds_left = static_cast<int>(kCountdown.count());
  }
  thread_ = std::jthread(
      [this, target, options](const std::stop_token& stop) { run(stop, target, options); });
}

bool ScreenFill::execute(const Command& command, const SessionView& view) {
  if (const auto* wish = std::get_if<StartFill>(&command)) {
    if (view.source.screen && view.result) start(*view.source.screen, *view.result, wish->correct);
  } else if (std::holds_alternative<CancelFill>(command)) {
    thread_.request_stop();
  } else if (const auto* pace = std::get_if<SetFillPace>(&command)) {
    pace_ms_ = pace->pace_ms;
  } else {
    return false;
  }
  return true;
}

void ScreenFill::fill(SessionView& shown) const {
  shown.screen_fill = view();
  shown.screen_fill.possible =
      shown.source.screen && shown.result && board_to_fill(*shown.result) != nullptr;
}

ScreenFillView ScreenFill::view() const {
  const std::scoped_lock lock(mutex_);
  ScreenFillView view = view_;
  view.pace_ms = pace_ms_;
  return view;
}

void ScreenFill::run(const std::stop_token& stop, const Target& target, FillOptions options) {
  name_this_thread("gl-fill");
  try {
    const X11Display display;
    X11FillWindow window(
        display, target.window != 0 ? target.window : topmost_window_at(display, target.centre_px));
    ThreadBoardLooker looker(find_resource("models/digits.onnx"));
    spdlog::info("filling in begins in {} s", kCountdown.count());
    const Clock::time_point begins = Clock::now() + kCountdown;
    for (auto left = kCountdown * 1.0; left.count() > 0; left = begins - Clock::now()) {
      if (stop.stop_requested() || window.sight({}).escape) {
        end("not begun: it was cancelled");
        return;
      }
      {
        const std::scoped_lock lock(mutex_);
        view_.seconds_left = static_cast<int>(std::ceil(left.count()));
      }
      std::this_thread::sleep_for(kBetweenLooks);
    }
    Filler filler(window, looker, options);
    run_filling(filler, stop, [this](const FillReport& report) { tell(report); });
  } catch (const std::exception& error) {
    end(one_line(error));
  }
}

void ScreenFill::end(const std::string& told) {
  spdlog::info("filling in: {}", told);
  const std::scoped_lock lock(mutex_);
  view_.told = told;
  view_.running = false;
}

void ScreenFill::tell(const FillReport& report) {
  {
    const std::scoped_lock lock(mutex_);
    view_.seconds_left = 0;
    view_.cells = static_cast<int>(report.cells.size());
    view_.seen = static_cast<int>(report.verified.size());
    view_.well = report.state == FillState::done;
    view_.wrong = report.stop == FillStop::wrong_entries;
  }
  if (is_over(report.state)) end(fill_report_summary(report));
}

}  // namespace gridlens
