#pragma once

#include <mutex>
#include <opencv2/core/types.hpp>
#include <optional>
#include <string>
#include <thread>

#include "app/screen/screen_fill_view.h"
#include "app/session/command.h"
#include "app/session/session_view.h"
#include "core/capture/frame_source.h"
#include "core/fill/filler.h"
#include "core/pipeline/frame_result.h"

namespace gridlens {

// Fills in a board of the screen from the window: after a countdown, on a thread of its own
// ("gl-fill"), and the log tells when one begins and how it ended. Calls are for one thread and do
// not wait; destruction stops a filling.
class ScreenFill {
 public:
  // The window that `place` names, or the topmost other program's one below the board. `correct`:
  // wrong entries are typed over. Nothing happens while one runs.
  void start(const ScreenPlace& place, const FrameResult& shown, bool correct);

  // False where the command is for somebody else. `view`: what is shown.
  bool execute(const Command& command, const SessionView& view);

  // Its part of what the panels show.
  void fill(SessionView& view) const;

 private:
  struct Target {
    std::uint32_t window = 0;  // 0: the one that shows `centre_px`
    cv::Point centre_px;       // of the board, on the desktop
  };
  void run(const std::stop_token& stop, const Target& target, FillOptions options);
  [[nodiscard]] ScreenFillView view() const;
  void tell(const FillReport& report);
  void end(const std::string& told);

  int pace_ms_ = 120;
  mutable std::mutex mutex_;  // guards view_
  ScreenFillView view_;
  std::jthread thread_;
};

// The first board that can be filled in; null: none.
const BoardResult* board_to_fill(const FrameResult& shown);

}  // namespace gridlens
