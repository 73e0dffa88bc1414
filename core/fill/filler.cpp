#include "core/fill/filler.h"

#include <algorithm>
#include <cstdlib>
#include <opencv2/core.hpp>
#include <utility>

#include "core/help/help.h"

namespace gridlens {

namespace {

constexpr double kNearlyAll = 0.8;
constexpr int kFewestOthers = 6;  // on small boards a mark or a popover lies over most of them

}  // namespace

Filler::Filler(FillWindow& window, BoardLooker& looker, FillOptions options)
    : window_(window),
      looker_(looker),
      options_(options),
      by_pointer_(window.selects_by_pointer()) {}

Filler::~Filler() {
  lift_all();
}

bool Filler::is_right(int cell) const {
  return symbols_.at(cell) == plan().solution.at(cell);
}

// Only the newest entry is not known to have arrived: nothing is left to type.
bool Filler::is_last_typed() const {
  if (!typed_) return false;
  for (int cell = 0; cell < was_right_.size(); ++cell)
    if (!was_right_[cell] && cell != cell_) return false;
  return true;
}

char Filler::key() const {
  return fill_key(plan().alphabet, plan().solution.at(cell_));
}

std::string Filler::cell_name() const {
  return help_cell_name(cell_, plan().n());
}

// Empty before the board is known: then all of the window counts.
cv::Rect Filler::board_px() const {
  return report_.plan ? board_area_px(image_from_board_, plan().n()) : cv::Rect();
}

cv::Rect Filler::cell_area_px(int cell) const {
  return gridlens::cell_area_px(image_from_board_, plan().n(), cell, picture_.size());
}

bool Filler::has_changed(const cv::Mat& before, cv::Mat now) const {
  const cv::Rect area = cell_area_px(cell_);
  if (now.size() != picture_.size() || area.empty()) return true;
  now = now(area);
  return before.size() != now.size() || cv::norm(before, now, cv::NORM_INF) > 0;
}

// The cell and the givens: with other pixels there, the look may be of another puzzle.
bool Filler::is_touched(const cv::Mat& now) const {
  if (now.size() != picture_.size()) return true;
  for (int cell = 0; cell < plan().solution.shape().cells(); ++cell) {
    if (cell != cell_ && plan().givens.at(cell) == 0) continue;
    const cv::Rect area = cell_area_px(cell);
    if (!area.empty() && cv::norm(picture_(area), now(area), cv::NORM_INF) > 0) return true;
  }
  return false;
}

// A click marks its row, column and box, the pointer left another's, and something may open beside
// the cell. Where nearly all other givens look otherwise, another puzzle has come.
bool Filler::is_exchanged(const cv::Mat& now) const {
  int givens = 0, changed = 0;
  const CellFlags marked = seen_from(cell_), left = seen_from(marked_cell_);
  for (int cell = 0; cell < plan().solution.shape().cells(); ++cell) {
    const cv::Rect area = cell_area_px(cell);
    if (plan().givens.at(cell) == 0 || marked[cell] || left[cell] || area.empty()) continue;
    ++givens;
    changed += cv::norm(picture_(area), now(area), cv::NORM_INF) > 0;
  }
  return givens >= kFewestOthers && changed > kNearlyAll * givens;
}

// Cells that were right at the newest clear look and have the same pixels now. Reading would have
// to find the same; but what is in doubt on a large board may come out otherwise.
CellFlags Filler::right_and_same() const {
  CellFlags same = was_right_;
  for (int cell = 0; cell < same.size(); ++cell) {
    const cv::Rect area = cell_area_px(cell);
    same[cell] = same[cell] && clear_picture_.size() == picture_.size() && !area.empty() &&
                 cv::norm(clear_picture_(area), picture_(area), cv::NORM_INF) == 0;
  }
  // Below the pointer's mark a symbol is not observed. Nothing was typed there since.
  if (by_pointer_ && marked_cell_ >= 0 && marked_cell_ != cell_ && !same.empty())
    same[marked_cell_] = was_right_[marked_cell_];
  return same;
}

// Cells in the row, column and box of one; none where there is none.
CellFlags Filler::seen_from(int from) const {
  const Shape& shape = plan().solution.shape();
  const int n = plan().n(), row = from / n, col = from % n;
  CellFlags cells;
  for (int cell = 0; cell < shape.cells(); ++cell)
    cells.push_back(from >= 0 && (cell / n == row || cell % n == col ||
                                  shape.box_of(cell / n, cell % n) == shape.box_of(row, col)));
  return cells;
}

// Cells that a program at the pointer tints.
CellFlags Filler::tinted() const {
  return by_pointer_ ? seen_from(marked_cell_) : CellFlags();
}

std::optional<FillStop> Filler::fault(const WindowSight& sight) const {
  if (!sight.exists) return FillStop::window_closed;
  if (sight.escape) return FillStop::escape;
  if (state_ == FillState::focusing) return std::nullopt;
  if (!sight.shown) return FillStop::window_minimised;
  if (sight.place_px.size() != place_px_->size()) return FillStop::window_resized;
  if (sight.place_px != *place_px_) return FillStop::window_moved;
  const cv::Point off = sight.pointer_px - *pointer_px_;
  if (std::max(std::abs(off.x), std::abs(off.y)) > options_.pointer_slack_px)
    return FillStop::pointer_moved;
  if (sight.asks) return FillStop::program_asks;
  if (!sight.focused) return FillStop::focus_lost;
  if (sight.covered) return FillStop::window_covered;
  if (sight.modifier) return FillStop::modifier_held;
  return std::nullopt;
}

FillState Filler::step(Clock::time_point now) {
  if (is_over(state_)) return state_;
  if (state_since_ == Clock::time_point{}) state_since_ = now;
  const WindowSight sight = window_.sight(board_px());
  if (const auto stop = fault(sight)) {
    // After the last entry a program may well put its congratulations in front. What remains is to
    // look; nothing may be typed any more.
    const bool fatal = *stop == FillStop::window_closed || *stop == FillStop::escape;
    if (fatal || !is_last_typed()) {
      end(*stop);
      return state_;
    }
    if (!disturbance_) disturbance_ = stop;
  }
  note_answer(sight, now);
  if (is_over(state_)) return state_;
  if (now < due_at_) return state_;
  switch (state_) {
    case FillState::focusing:
      focus(sight, now);
      break;
    case FillState::planning:
      if (const auto boards = read(now)) make_plan(*boards, now);
      break;
    case FillState::looking:
      if (const auto boards = read(now)) {
        // The pointer's row and column are tinted; nothing opens over the board.
        const CellFlags once_right = by_pointer_ ? was_right_ : CellFlags();
        judge(find_planned_board(plan(), *boards, right_and_same(), once_right, tinted()), sight,
              now);
      }
      break;
    case FillState::pausing:
      apply(FillEvent::due, now);
      break;
    case FillState::pointing:
      point(sight, now);
      break;
    case FillState::pressing:
    case FillState::releasing:
      press(state_ == FillState::pressing, now);
      break;
    case FillState::typing:
    case FillState::lifting:
      type(state_ == FillState::typing, now);
      break;
    case FillState::parking:
      park(sight, now);
      break;
    case FillState::awaiting:
      await(now);
      break;
    case FillState::done:
    case FillState::stopped:
      break;
  }
  return state_;
}

void Filler::focus(const WindowSight& sight, Clock::time_point now) {
  if (sight.shown && sight.focused && !sight.covered && !sight.modifier) {
    place_px_ = sight.place_px;
    pointer_px_ = sight.pointer_px;
    apply(FillEvent::has_focus, now);
    clear_at_ = now;
  } else if (!asked_for_focus_) {
    asked_for_focus_ = true;
    window_.activate();
  } else if (now - state_since_ > options_.focus) {
    end(!sight.shown     ? FillStop::window_minimised
        : !sight.focused ? FillStop::no_focus
        : sight.modifier ? FillStop::modifier_held
                         : FillStop::window_covered);
  }
}

void Filler::point(const WindowSight& sight, Clock::time_point now) {
  if (is_touched(window_.grab())) {
    if (now - clear_at_ > options_.clear_look) return end(FillStop::unreadable);
    return apply(FillEvent::changed, now);
  }
  const cv::Point centre = cell_centre_px(image_from_board_, plan().n(), cell_);
  if (!cv::Rect({0, 0}, picture_.size()).contains(centre)) return end(FillStop::off_screen);
  pointer_px_ = sight.place_px.tl() + centre;
  window_.move_pointer(*pointer_px_);
  if (by_pointer_) ask_for_answer(now);
  due_at_ = now + (by_pointer_ ? options_.after_click : options_.event_gap);
  apply(by_pointer_ ? FillEvent::cell_selected : FillEvent::sent, now);
}

// To the corner of the board that lies farthest from the cell; then to the others, in turn, as each
// has marks of its own.
void Filler::park(const WindowSight& sight, Clock::time_point now) {
  const int n = plan().n(), turn = parkings_++ % kCorners;
  const bool low = (cell_ / n < n / 2) != (turn % 2 == 1),
             right = (cell_ % n < n / 2) != (turn > 1);
  const int row = low ? n - 1 : 0, col = right ? n - 1 : 0;
  parked_at_ = now;
  marked_cell_ = row * n + col;
  pointer_px_ = sight.place_px.tl() + cell_centre_px(image_from_board_, n, row * n + col);
  window_.move_pointer(*pointer_px_);
  due_at_ = now + options_.event_gap;
  apply(FillEvent::sent, now);
}

void Filler::press(bool down, Clock::time_point now) {
  window_.press_button(down);
  button_down_ = down;
  due_at_ = now + (down ? options_.event_gap : options_.after_click);
  if (!down) ask_for_answer(now);
  apply(FillEvent::sent, now);
}

void Filler::type(bool down, Clock::time_point now) {
  if (down) {
    const cv::Mat picture = window_.grab();
    if (picture.size() != picture_.size()) return end(FillStop::window_resized);
    if (is_exchanged(picture)) return apply(FillEvent::changed, now);
    // A busy window manager may hand on the click later than the key, which then goes astray.
    const bool seen = has_changed(cell_before_, picture);
    const bool marks = marked_cell_ >= 0 && marked_cell_ != cell_;
    if (!seen && now - asked_at_ < (marks ? options_.answers : options_.silent)) {
      due_at_ = now + options_.event_gap;
      return;
    }
    if (!seen && marks) return end(FillStop::no_answer, cell_name() + " was clicked");
    if (seen) marked_cell_ = cell_;
    cell_before_ = picture(cell_area_px(cell_)).clone();
  }
  if (!window_.press_key(key(), down)) return end(FillStop::no_key, std::string(1, key()));
  key_down_ = down;
  if (down) {
    ask_for_answer(now);
    parkings_ = 0;
    ++attempts_[cell_];
    was_right_[cell_] = false;
    typed_ = true;
    typed_at_ = clear_at_ = now;
    report_.unseen.push_back(cell_);
  }
  due_at_ = now + options_.event_gap;
  apply(!down && by_pointer_ ? FillEvent::must_park : FillEvent::sent, now);
}

void Filler::await(Clock::time_point now) {
  look_at_ = {};
  due_at_ = now + options_.event_gap;
  if (has_changed(cell_before_, window_.grab())) {
    if (answered_at_ && !by_pointer_) slowest_ = std::max(slowest_, now - *answered_at_);
    return apply(FillEvent::changed, now);
  }
  const auto arrived = arrived_at();
  const bool last_look = arrived && grabbed_at_ < *arrived && now >= *arrived;
  if (last_look || now - state_since_ > options_.arrival_look) apply(FillEvent::waited, now);
}

void Filler::apply(FillEvent event, Clock::time_point now) {
  state_ = next_fill_state(state_, event);
  state_since_ = now;
  report_.state = state_;
}

void Filler::lift_all() {
  if (std::exchange(button_down_, false)) window_.press_button(false);
  if (std::exchange(key_down_, false)) window_.press_key(key(), false);
}

void Filler::end(FillStop why, std::string detail) {
  lift_all();
  state_ = next_fill_state(state_, FillEvent::fault);
  report_.state = state_;
  report_.stop = why;
  report_.detail = std::move(detail);
}

void Filler::stop(FillStop why) {
  if (!is_over(state_)) end(why);
}

}  // namespace gridlens
