#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "core/fill/filler.h"

namespace gridlens {

// Steps `filler` to its end, a look at the desktop every few milliseconds. `told`: called after
// each step, if given. A stop request stops it as FillStop::interrupted.
void run_filling(Filler& filler, const std::stop_token& stop,
                 const std::function<void(const FillReport&)>& told = nullptr);

// Looks until the picture is read; nothing after a stop request. Throws what reading threw.
std::optional<std::vector<BoardResult>> look_once(BoardLooker& looker, cv::Mat bgr,
                                                  const std::stop_token& stop);

// "stopped: the mouse was moved; 3 of 51 entries typed and seen" or "51 entries typed and seen".
// One line.
std::string fill_report_summary(const FillReport& report);

// The same, of a filling that stopped also which entries those were.
std::string fill_report_text(const FillReport& report);

}  // namespace gridlens
