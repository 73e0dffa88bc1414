// New puzzles for the play view.
#include <chrono>
#include <utility>

#include "app/play/play_session.h"
#include "core/making/puzzle_maker.h"

namespace gridlens {

namespace {

PuzzleDocument empty_document(const wish::NewGame& wanted) {
  PuzzleDocument document(wanted.shape);
  document.rules = wanted.rules;
  document.title = std::string("New puzzle, ") + grade_name(wanted.grade);
  return document;
}

}  // namespace

// On a thread of its own: a large board of a rare grade takes a while, and a person may stop that.
void PlaySession::make_new_game(const wish::NewGame& wanted) {
  if (making_) {  // asked once more: no longer wished for
    making_->request_stop();
    return;
  }
  making_.emplace();
  PuzzleWish puzzle;
  puzzle.grade = wanted.grade;
  puzzle.seed =
      static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  puzzle.stop = making_->get_token();
  maker_.post(
      [this, puzzle, kind = empty_document(wanted)](const std::stop_token&) -> Worker::Done {
        return [this, made = make_document(kind, puzzle), stopped = puzzle.stop.stop_requested()] {
          making_.reset();
          if (made) {
            message_.clear();
            start(*made, now_ms_);
          } else {
            tell(stopped ? "No puzzle was made"
                         : "No puzzle of this size and grade was found: try again",
                 PlayMood::bad);
          }
        };
      });
}

}  // namespace gridlens
