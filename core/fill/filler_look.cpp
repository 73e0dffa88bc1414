// What a filling makes of a look at the board.
#include <algorithm>
#include <opencv2/core.hpp>
#include <utility>

#include "core/fill/filler.h"
#include "core/help/help.h"

namespace gridlens {

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
    looker_.start(std::move(picture), glance_);
    glance_ = false;
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
    if (++unclear_looks_ >= options_.plan_looks && now - state_since_ > options_.plan)
      end(FillStop::no_plan, trouble);
    return;
  }
  unclear_looks_ = 0;
  image_from_board_ = plan->image_from_board;
  symbols_ = plan->shown;
  clear_picture_ = blank_picture_ = picture_;
  attempts_ = CellMap<int>(plan->solution.shape().cells());
  report_.cells = plan->cells();
  blank_ = {};
  for (int cell = 0; cell < plan->solution.shape().cells(); ++cell)
    blank_.push_back(plan->shown.at(cell) == 0 &&
                     std::find(plan->unsure.begin(), plan->unsure.end(), cell) ==
                         plan->unsure.end());
  report_.plan = std::move(plan);
  note_what_is_seen();
  if (!report_.plan->wrong.empty() && !options_.correct)
    return end(FillStop::wrong_entries, wrong_entries_text(*report_.plan));
  clear_at_ = now;
  apply(FillEvent::planned, now);
}

void Filler::judge(const PlanSight& board, const WindowSight& sight, Clock::time_point now) {
  other_puzzles_ = board.kind == PlanSightKind::another_puzzle ? other_puzzles_ + 1 : 0;
  if (other_puzzles_ >= 2) return end(FillStop::another_puzzle);
  // What a program lays over the board for a moment hides entries that were seen before.
  const auto hides_one = [&] {
    for (int cell = 0; cell < was_right_.size(); ++cell)
      if (was_right_[cell] && board.symbols.at(cell) != plan().solution.at(cell)) return true;
    return false;
  };
  const bool same = board.kind == PlanSightKind::same_puzzle;
  const bool patient =
      grabbed_at_ - clear_at_ < options_.clear_look || unclear_looks_ < options_.unclear_looks;
  if (!same || (patient && hides_one())) {
    ++unclear_looks_;
    if (sight.asks && is_last_typed() && now - typed_at_ > options_.answer) {
      report_.answered = true;
      return apply(FillEvent::program_answered, now);
    }
    if (!patient) return end(disturbance_.value_or(FillStop::unreadable));
    if (must_park(now)) apply(FillEvent::must_park, now);
    return;
  }
  clear_at_ = now;
  unclear_looks_ = 0;
  image_from_board_ = board.image_from_board;
  symbols_ = board.symbols;
  const int n = plan().n();
  for (const int cell : board.unsure)
    if (attempts_[cell] == 0) symbols_.set(cell / n, cell % n, 0);
  const CellFlags tint = tinted();
  for (int cell = 0; cell < n * n; ++cell)
    if (is_still_blank(cell, tint)) symbols_.set(cell / n, cell % n, 0);
  clear_picture_ = picture_;
  note_what_is_seen();
  judge_clear_look(now);
}

// Something was typed there, and the cell looks as it did when it was blank. Below a tint that
// cannot be told.
bool Filler::is_still_blank(int cell, const CellFlags& tint) const {
  const cv::Rect area = cell_area_px(cell);
  return attempts_[cell] > 0 && blank_[cell] && (tint.empty() || !tint[cell]) && !area.empty() &&
         blank_picture_.size() == picture_.size() &&
         cv::norm(blank_picture_(area), picture_(area), cv::NORM_INF) == 0;
}

void Filler::note_what_is_seen() {
  was_right_ = {};
  for (int cell = 0; cell < plan().solution.shape().cells(); ++cell)
    was_right_.push_back(is_right(cell));
  report_.verified.clear();
  report_.unseen.clear();
  for (const int cell : report_.cells)
    if (is_right(cell))
      report_.verified.push_back(cell);
    else if (attempts_[cell] > 0)
      report_.unseen.push_back(cell);
}

// A program that marks cells at the pointer may make an entry there hard to read.
bool Filler::must_park(Clock::time_point now) const {
  return by_pointer_ && cell_ >= 0 && !disturbance_ && now - parked_at_ > options_.park;
}

void Filler::ask_for_answer(Clock::time_point now) {
  window_.ping();
  asked_at_ = now;
  answered_at_.reset();
}

void Filler::note_answer(const WindowSight& sight, Clock::time_point now) {
  if (answered_at_ || asked_at_ == Clock::time_point{}) return;
  if (sight.answered) {
    answered_at_ = now;
    has_answered_ = true;
  } else if (has_answered_ && now - asked_at_ > options_.answers) {
    end(FillStop::no_answer);
  }
}

// When the program has had the time to show what was sent; nothing while it is busy.
std::optional<Clock::time_point> Filler::shown_at() const {
  if (!has_answered_) return asked_at_ + options_.silent;
  if (!answered_at_) return std::nullopt;
  const Clock::duration least = has_arrived_ ? options_.shows : options_.slower * options_.shows;
  const Clock::duration most = options_.silent;
  return *answered_at_ + std::clamp(options_.slower * slowest_, least, most);
}

// When an entry would be seen. The pointer has time to leave each corner.
std::optional<Clock::time_point> Filler::arrived_at() const {
  auto at = shown_at();
  if (at && by_pointer_) *at += kCorners * options_.park;
  return at;
}

// Wrong entries first: what clashes with them may be marked in colours that are hard to read. Then
// those in doubt: a program congratulates as soon as all others stand.
int Filler::next_cell() const {
  for (const auto* cells : {&plan().wrong, &plan().unsure})
    for (const int cell : *cells)
      if (!is_right(cell)) return cell;
  const auto found = std::find(was_right_.begin(), was_right_.end(), false);
  return found == was_right_.end() ? -1 : static_cast<int>(found - was_right_.begin());
}

std::string Filler::refusal_text(int cell) const {
  const int n = plan().n(), shown = symbols_.at(cell);
  return help_cell_name(cell, n) + " shows " +
         (shown > 0 ? plan().alphabet.symbol(shown) : std::string("nothing")) + " instead of " +
         plan().alphabet.symbol(plan().solution.at(cell));
}

void Filler::judge_clear_look(Clock::time_point now) {
  const auto arrived_by = arrived_at();
  // On a slow machine, too, it is looked at with the pointer in each corner.
  const bool looked_at = !by_pointer_ || disturbance_ || parkings_ >= kCorners;
  if (typed_ && !is_right(cell_) && !(arrived_by && grabbed_at_ >= *arrived_by && looked_at)) {
    if (must_park(now)) return apply(FillEvent::must_park, now);
    cell_before_ = picture_(cell_area_px(cell_)).clone();
    return apply(FillEvent::not_arrived, now);
  }
  const bool arrived = !typed_ || is_right(cell_);
  if (!arrived && has_arrived_ && !disturbance_)
    return end(FillStop::entry_refused, refusal_text(cell_));
  has_arrived_ = has_arrived_ || (typed_ && arrived);
  glance_ = arrived;
  const int next = next_cell();
  if (next < 0) return apply(FillEvent::all_right, now);
  if (disturbance_) return end(*disturbance_);
  if (attempts_[next] >= options_.attempts) return end(FillStop::entry_refused, refusal_text(next));
  // An entry of the person's that has gone is typed again, too.
  const auto place = std::lower_bound(report_.cells.begin(), report_.cells.end(), next);
  if (place == report_.cells.end() || *place != next) report_.cells.insert(place, next);
  typed_ = false;
  if (arrived && cell_ >= 0 && now - typed_at_ < options_.pace) {
    due_at_ = typed_at_ + options_.pace;
    look_at_ = {};
    return apply(FillEvent::not_yet_due, now);
  }
  cell_ = next;
  cell_before_ = picture_(cell_area_px(cell_)).clone();
  apply(FillEvent::cell_lacks, now);
}

}  // namespace gridlens
