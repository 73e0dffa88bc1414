#include "core/fill/filler.h"

#include <algorithm>
#include <cstdlib>
#include <opencv2/core.hpp>
#include <utility>

#include "core/help/help.h"

namespace gridlens {

Filler::Filler(FillWindow& window, BoardLooker& looker, FillOptions options)
    : window_(window), looker_(looker), options_(options) {}

Filler::~Filler() {
  lift_all();
}

bool Filler::is_right(int cell) const {
  const int n = plan().n();
  return symbols_.at(cell / n, cell % n) == plan().solution.at(cell / n, cell % n);
}

// Only the newest entry is not known to have arrived: nothing is left to type.
bool Filler::is_last_typed() const {
  return typed_ && std::all_of(report_.cells.begin(), report_.cells.end(), [&](int cell) {
           return cell == cell_ || was_right_[static_cast<size_t>(cell)];
         });
}

char Filler::key() const {
  const int n = plan().n();
  return fill_key(plan().alphabet, plan().solution.at(cell_ / n, cell_ % n));
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
  if (now < due_at_) return state_;
  switch (state_) {
    case FillState::focusing:
      focus(sight, now);
      break;
    case FillState::planning:
      if (const auto boards = read(now)) make_plan(*boards, now);
      break;
    case FillState::looking:
      if (const auto boards = read(now)) judge(find_planned_board(plan(), *boards), sight, now);
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

// Nothing while a picture is being read.
std::optional<std::vector<BoardResult>> Filler::read(Clock::time_point now) {
  if (!reading_) {
    if (now < look_at_) return std::nullopt;
    cv::Mat picture = window_.grab();
    if (picture.empty()) {
      if (now - clear_at_ > options_.clear_look) end(disturbance_.value_or(FillStop::unreadable));
      return std::nullopt;
    }
    picture_ = picture;
    grabbed_at_ = now;
    looker_.start(std::move(picture));
    reading_ = true;
  }
  auto boards = looker_.take();
  if (!boards) return std::nullopt;
  reading_ = false;
  look_at_ = now + options_.look_gap;
  return boards;
}

void Filler::make_plan(const std::vector<BoardResult>& boards, Clock::time_point now) {
  std::string trouble;
  auto plan = plan_filling(boards, trouble);
  if (!plan) {
    // A window that has just come to the front may still be painting itself.
    if (now - state_since_ > options_.plan) end(FillStop::no_plan, trouble);
    return;
  }
  const auto cells = static_cast<size_t>(plan->n() * plan->n());
  image_from_board_ = plan->image_from_board;
  symbols_ = Grid(plan->solution.shape());
  was_right_.assign(cells, false);
  attempts_.assign(cells, 0);
  report_.cells = plan->cells();
  report_.plan = std::move(plan);
  if (!report_.plan->wrong.empty() && !options_.correct)
    return end(FillStop::wrong_entries, wrong_entries_text(*report_.plan));
  clear_at_ = now;
  apply(FillEvent::planned, now);
}

void Filler::judge(const BoardSight& board, const WindowSight& sight, Clock::time_point now) {
  other_puzzles_ = board.kind == BoardSightKind::another_puzzle ? other_puzzles_ + 1 : 0;
  if (other_puzzles_ >= 2) return end(FillStop::another_puzzle);
  // What a program lays over the board for a moment hides entries that were seen before.
  const auto hides_one = [&] {
    const int n = plan().n();
    return std::any_of(report_.cells.begin(), report_.cells.end(), [&](int cell) {
      return was_right_[static_cast<size_t>(cell)] &&
             board.symbols.at(cell / n, cell % n) != plan().solution.at(cell / n, cell % n);
    });
  };
  const bool same = board.kind == BoardSightKind::same_puzzle;
  const bool patient = now - clear_at_ < options_.clear_look;
  if (!same || (patient && hides_one())) {
    if (sight.asks && is_last_typed() && now - typed_at_ > options_.answer) {
      report_.answered = true;
      return apply(FillEvent::program_answered, now);
    }
    if (!patient) end(disturbance_.value_or(FillStop::unreadable));
    return;
  }
  clear_at_ = now;
  image_from_board_ = board.image_from_board;
  symbols_ = board.symbols;
  note_what_is_seen();
  judge_clear_look(now);
}

void Filler::note_what_is_seen() {
  report_.verified.clear();
  report_.unseen.clear();
  for (const int cell : report_.cells) {
    const auto index = static_cast<size_t>(cell);
    was_right_[index] = is_right(cell);
    if (was_right_[index])
      report_.verified.push_back(cell);
    else if (attempts_[index] > 0)
      report_.unseen.push_back(cell);
  }
}

void Filler::judge_clear_look(Clock::time_point now) {
  if (typed_ && !is_right(cell_) && grabbed_at_ - typed_at_ < options_.arrival) {
    cell_before_ = picture_(cell_area_px(cell_)).clone();
    return apply(FillEvent::not_arrived, now);
  }
  const bool arrived = !typed_ || is_right(cell_);
  const auto next = std::find_if(report_.cells.begin(), report_.cells.end(),
                                 [&](int cell) { return !is_right(cell); });
  if (next == report_.cells.end()) return apply(FillEvent::all_right, now);
  if (disturbance_) return end(*disturbance_);
  if (attempts_[static_cast<size_t>(*next)] >= options_.attempts) {
    const int n = plan().n(), shown = symbols_.at(*next / n, *next % n);
    return end(FillStop::entry_refused,
               help_cell_name(*next, n) + " shows " +
                   (shown > 0 ? plan().alphabet.symbol(shown) : std::string("nothing")) +
                   " instead of " +
                   plan().alphabet.symbol(plan().solution.at(*next / n, *next % n)));
  }
  typed_ = false;
  if (arrived && cell_ >= 0 && now - typed_at_ < options_.pace) {
    due_at_ = typed_at_ + options_.pace;
    look_at_ = {};
    return apply(FillEvent::not_yet_due, now);
  }
  cell_ = *next;
  cell_before_ = picture_(cell_area_px(cell_)).clone();
  apply(FillEvent::cell_lacks, now);
}

void Filler::point(const WindowSight& sight, Clock::time_point now) {
  if (has_changed(cell_before_, window_.grab())) {
    if (now - clear_at_ > options_.clear_look) return end(FillStop::unreadable);
    return apply(FillEvent::changed, now);
  }
  const cv::Point centre = cell_centre_px(image_from_board_, plan().n(), cell_);
  if (!cv::Rect({0, 0}, picture_.size()).contains(centre)) return end(FillStop::off_screen);
  pointer_px_ = sight.place_px.tl() + centre;
  window_.move_pointer(*pointer_px_);
  due_at_ = now + options_.event_gap;
  apply(FillEvent::sent, now);
}

void Filler::press(bool down, Clock::time_point now) {
  window_.press_button(down);
  button_down_ = down;
  due_at_ = now + (down ? options_.event_gap : options_.after_click);
  apply(FillEvent::sent, now);
}

void Filler::type(bool down, Clock::time_point now) {
  if (down) {
    const cv::Mat picture = window_.grab();
    if (picture.size() != picture_.size()) return end(FillStop::window_resized);
    cell_before_ = picture(cell_area_px(cell_)).clone();
  }
  if (!window_.press_key(key(), down)) return end(FillStop::no_key, std::string(1, key()));
  key_down_ = down;
  if (down) {
    ++attempts_[static_cast<size_t>(cell_)];
    was_right_[static_cast<size_t>(cell_)] = false;
    typed_ = true;
    typed_at_ = clear_at_ = now;
    report_.unseen.push_back(cell_);
  }
  due_at_ = now + options_.event_gap;
  apply(FillEvent::sent, now);
}

void Filler::await(Clock::time_point now) {
  look_at_ = {};
  due_at_ = now + options_.event_gap;
  if (has_changed(cell_before_, window_.grab())) return apply(FillEvent::changed, now);
  if (now - state_since_ > options_.arrival_look) apply(FillEvent::waited, now);
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
