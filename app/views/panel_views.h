#pragma once

#include <deque>
#include <map>
#include <optional>

#include "app/session/session_view.h"
#include "app/views/board_grader.h"
#include "app/views/debug_looker.h"
#include "core/image/frame.h"

namespace gridlens {

// What the panel's groups show beside the session's own figures: each board's picture and grade,
// the plots, and what the stages saw. Window thread.
class PanelViews {
 public:
  PanelViews();

  // A frame was shown. `dropped`: so far.
  void was_shown(const StageTimes& stages, double latency_ms, std::int64_t dropped,
                 Clock::time_point at);

  // Adds to the view. `debug`: what the stages saw is wished for.
  void add_to(SessionView& view, bool debug);

 private:
  struct Pictured {
    PanelPicture picture;
    std::optional<Grid> clues, entries;
    BoardState state = BoardState::reading;
    Clock::time_point made_at;
  };
  struct Shown {
    Clock::time_point at;
    float stages_ms = 0, latency_ms = 0, fps = 0, dropped = 0;
  };
  PanelPicture picture_of(const FrameResult& result, const BoardResult& board);

  std::map<int, Pictured> pictured_;  // by the board's id
  BoardGrader grader_;
  DebugLooker debug_;
  std::deque<Shown> shown_;
  std::int64_t dropped_ = 0;
};

}  // namespace gridlens
