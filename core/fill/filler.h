#pragma once

#include <chrono>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/fill/board_looker.h"
#include "core/fill/fill_plan.h"
#include "core/fill/fill_state.h"
#include "core/fill/fill_stop.h"
#include "core/fill/fill_window.h"
#include "core/image/frame.h"
#include "core/puzzle/cell_map.h"

namespace gridlens {

struct FillOptions {
  bool correct = false;  // wrong entries on the board are typed over

  using Ms = std::chrono::milliseconds;
  Ms pace{120};              // at least so long from one entry to the next
  Ms event_gap{15};          // between two input events
  Ms after_click{40};        // a program marks the cell, opens what it opens: at least so long ...
  Ms shows{100};             // a program has shown by then what it has handled, or ...
  int slower = 3;            // ... after so many times the longest that it took before
  Ms silent{1000};           // a program that answers no pings shows by then what was sent
  Ms answers{8000};          // a program that has not answered a ping by then has hung
  Ms arrival_look{250};      // a cell that has not changed is read all the same
  Ms clear_look{2500};       // a board that is not read for so long stops the filling, ...
  int unclear_looks = 5;     // ... at so many looks: one may take seconds
  Ms look_gap{40};           // between two readings without a result
  Ms park{350};              // a look that stays unclear where the pointer marks cells
  Ms focus{3000};            // a window that is not in front by then
  Ms plan{2500};             // a board that is not solved by then, ...
  int plan_looks = 2;        // ... at so many looks
  Ms answer{600};            // a program's own window hides the full board for so long
  int attempts = 2;          // for each entry, while none has arrived
  int pointer_slack_px = 2;  // a mouse at rest may tremble
};

struct FillReport {
  FillState state = FillState::focusing;
  std::optional<FillStop> stop;
  std::string detail;            // of the stop: "r1c2 shows 8 instead of 7"; or empty
  std::optional<FillPlan> plan;  // from the first reading on
  std::vector<int> cells;        // that lacked their entry when the filling began
  std::vector<int> verified;     // of these, seen on the screen with the right entry
  std::vector<int> unseen;       // of these, typed and not seen
  // The last entry was not seen: the program hid the full board and answered with a window.
  bool answered = false;
};

// Fills the board in a window: brings it to the front, reads and solves it, clicks a cell, types,
// looks whether the entry has arrived. What is typed next is decided by what the screen shows, so
// that an entry that went astray is seen. Nothing is typed unless the look right before read every
// given as planned and the cell's pixels are still those of that look. Has no time of its own and
// never waits. One thread.
class Filler {
 public:
  // Borrows `window` and `looker`.
  Filler(FillWindow& window, BoardLooker& looker, FillOptions options = {});
  ~Filler();  // a key or button that is down is lifted
  Filler(const Filler&) = delete;
  Filler& operator=(const Filler&) = delete;

  // Looks at the window and sends at most one input event. To be called every few milliseconds
  // until is_over(): faults are seen no sooner than that.
  FillState step(Clock::time_point now);

  // From outside. Nothing is typed any more.
  void stop(FillStop why);

  [[nodiscard]] FillState state() const { return state_; }
  [[nodiscard]] const FillReport& report() const { return report_; }

 private:
  [[nodiscard]] std::optional<FillStop> fault(const WindowSight& sight) const;
  [[nodiscard]] bool is_last_typed() const;
  [[nodiscard]] bool is_right(int cell) const;
  [[nodiscard]] const FillPlan& plan() const { return *report_.plan; }
  [[nodiscard]] char key() const;               // of the cell that is typed into
  [[nodiscard]] std::string cell_name() const;  // of the same
  [[nodiscard]] cv::Rect board_px() const;
  [[nodiscard]] cv::Rect cell_area_px(int cell) const;
  bool has_changed(const cv::Mat& before, cv::Mat now) const;
  // Since the look.
  [[nodiscard]] bool is_touched(const cv::Mat& now) const;
  [[nodiscard]] bool is_exchanged(const cv::Mat& now) const;
  [[nodiscard]] CellFlags right_and_same() const;
  [[nodiscard]] CellFlags seen_from(int from) const;
  [[nodiscard]] CellFlags tinted() const;

  static constexpr int kCorners = 4;  // of the board, where the pointer is parked in turn

  void focus(const WindowSight& sight, Clock::time_point now);
  std::optional<std::vector<BoardResult>> read(Clock::time_point now);
  void make_plan(const std::vector<BoardResult>& boards, Clock::time_point now);
  void judge(const PlanSight& board, const WindowSight& sight, Clock::time_point now);
  void ask_for_answer(Clock::time_point now);
  void note_answer(const WindowSight& sight, Clock::time_point now);
  [[nodiscard]] std::optional<Clock::time_point> shown_at() const;
  [[nodiscard]] std::optional<Clock::time_point> arrived_at() const;
  [[nodiscard]] bool must_park(Clock::time_point now) const;
  [[nodiscard]] int next_cell() const;  // -1: all are right
  [[nodiscard]] std::string refusal_text(int cell) const;
  void judge_clear_look(Clock::time_point now);
  void point(const WindowSight& sight, Clock::time_point now);
  void park(const WindowSight& sight, Clock::time_point now);
  void press(bool down, Clock::time_point now);
  void type(bool down, Clock::time_point now);
  void await(Clock::time_point now);
  void lift_all();
  void apply(FillEvent event, Clock::time_point now);
  void end(FillStop why, std::string detail = "");
  void note_what_is_seen();
  [[nodiscard]] bool is_still_blank(int cell, const CellFlags& tint) const;

  FillWindow& window_;
  BoardLooker& looker_;
  const FillOptions options_;
  FillState state_ = FillState::focusing;
  FillReport report_;

  Homography image_from_board_;  // newest, window pixels
  cv::Mat picture_;              // that was read last, or is being read
  bool reading_ = false;
  bool glance_ = false;      // suffices for the next look: the newest one left nothing open
  cv::Mat blank_picture_;    // that the plan was read from
  CellFlags blank_;          // per cell: in that picture
  cv::Mat clear_picture_;    // of the newest clear look
  Grid symbols_;             // that it showed
  CellFlags was_right_;      // per cell: once seen with the right entry
  CellMap<int> attempts_;    // per cell
  bool by_pointer_ = false;  // FillWindow::selects_by_pointer
  std::optional<cv::Rect> place_px_;     // of the window when it got the focus
  std::optional<cv::Point> pointer_px_;  // where it was put, or lay when the window got the focus
  std::optional<FillStop> disturbance_;  // after the last entry: nothing may be typed any more
  int cell_ = -1;                        // that is typed into, or was last
  bool typed_ = false;                   // the entry of `cell_` awaits its verdict
  cv::Mat cell_before_;                  // pixels that are to change
  bool button_down_ = false, key_down_ = false;
  bool asked_for_focus_ = false;
  bool has_answered_ = false;  // the program, a ping
  bool has_arrived_ = false;   // an entry that was typed
  int marked_cell_ = -1;       // whose choice was seen last; -1: the program may mark none
  int unclear_looks_ = 0;      // in a row
  int parkings_ = 0;           // since the key
  int other_puzzles_ = 0;      // looks in a row
  std::optional<Clock::time_point> answered_at_;  // the newest ping
  Clock::time_point asked_at_{};                  // the newest ping
  Clock::duration slowest_{};  // from an answer to the entry's pixels, of those that arrived
  Clock::time_point due_at_{}, state_since_{}, typed_at_{}, grabbed_at_{}, clear_at_{},
      parked_at_{}, look_at_{};
};

}  // namespace gridlens
