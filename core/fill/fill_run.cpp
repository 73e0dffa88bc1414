#include "core/fill/fill_run.h"

#include <thread>
#include <utility>

namespace gridlens {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{4};

std::string entries(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " entry" : " entries");
}

}  // namespace

void run_filling(Filler& filler, const std::stop_token& stop,
                 const std::function<void(const FillReport&)>& told) {
  while (!is_over(filler.state())) {
    if (stop.stop_requested())
      filler.stop(FillStop::interrupted);
    else
      filler.step(Clock::now());
    if (told) told(filler.report());
    if (!is_over(filler.state())) std::this_thread::sleep_for(kBetweenLooks);
  }
}

std::optional<std::vector<BoardResult>> look_once(BoardLooker& looker, cv::Mat bgr,
                                                  const std::stop_token& stop) {
  looker.start(std::move(bgr), false);
  while (!stop.stop_requested()) {
    if (auto boards = looker.take()) return boards;
    std::this_thread::sleep_for(kBetweenLooks);
  }
  return std::nullopt;
}

std::string fill_report_summary(const FillReport& report) {
  if (report.state == FillState::done && report.answered)
    return entries(report.cells.size()) + " typed; all but the last were seen: after " +
           entries_text(*report.plan, report.unseen) +
           " the program hid the board behind a window of its own";
  if (report.state == FillState::done)
    return report.cells.empty() ? "nothing to fill in: the board is complete"
                                : entries(report.cells.size()) + " typed and seen";
  std::string text = "stopped: ";
  text += report.stop ? to_string(*report.stop) : "";
  if (!report.detail.empty()) text += " (" + report.detail + ")";
  if (!report.plan || report.stop == FillStop::wrong_entries) return text;
  return text + "; " + std::to_string(report.verified.size()) + " of " +
         entries(report.cells.size()) + " typed and seen";
}

std::string fill_report_text(const FillReport& report) {
  std::string text = fill_report_summary(report);
  if (report.state == FillState::done || !report.plan) return text;
  if (!report.verified.empty()) text += ": " + entries_text(*report.plan, report.verified);
  if (!report.unseen.empty())
    text += "; typed, not seen: " + entries_text(*report.plan, report.unseen);
  return text;
}

}  // namespace gridlens
