// What the program tells of a game: its solution and grade, the next step, which entries are wrong,
// and what is painted of it.
#include <utility>

#include "app/play/play_session.h"

namespace gridlens {

void PlaySession::study() {
  thinker_.forget();
  thinker_.post([this, number = number_, rules = game_->rules(),
                 givens = game_->document().givens](const std::stop_token& stop) -> Worker::Done {
    const PuzzleStudy found = study_puzzle(rules, givens, stop);
    if (stop.stop_requested()) return {};
    return [this, number, found] {
      if (number != number_) return;
      study_ = found;
      if (game_->grade() != found.grade) {
        game_->set_grade(found.grade);
        save(now_ms_);
      }
    };
  });
}

std::optional<Grid> PlaySession::only_solution() const {
  return study_ && study_->unique() ? study_->solution : std::nullopt;
}

// After the study, which the same thread does first: its solution counts.
void PlaySession::ask_hint() {
  if (!game_ || game_->paused() || game_->finished() || thinking_) return;
  thinking_ = true;
  thinker_.post([this, number = number_](const std::stop_token&) -> Worker::Done {
    return [this, number] {
      if (number != number_ || !thinking_) return;
      thinker_.post([this, number, board = game_->help_board(only_solution())](
                        const std::stop_token&) -> Worker::Done {
        const std::optional<HelpHint> hint = next_hint(board);
        return [this, number, board, hint] {
          // What was written meanwhile has put an end to it.
          if (number != number_ || !thinking_ || !(board.entries == game_->document().entries))
            return;
          show_hint(hint);
        };
      });
    };
  });
}

void PlaySession::show_hint(std::optional<HelpHint> hint) {
  forget_help();
  if (!hint) {
    tell(study_ && !study_->unique() ? "No step follows: the puzzle has not one solution"
                                     : "No step follows");
    return;
  }
  hint_ = hint->step;
  game_->count_hint();
  if (hint_->cell >= 0) selected_ = hint_->cell;
  const std::string place = help_cell_name(hint_->cell, game_->n());
  if (hint_->kind == HelpKind::wrong_entry)
    tell(hint_->reason, PlayMood::bad);
  else
    tell(place + " is " + symbols().at(static_cast<std::size_t>(hint_->value - 1)) + " (" +
         hint_->technique + "): " + hint_->reason);
}

void PlaySession::check() {
  if (!game_ || game_->paused()) return;
  const std::vector<HelpStep> found = find_wrong_entries(game_->help_board(only_solution()));
  const int entries = game_->document().entries.count_filled();
  forget_help();
  for (const HelpStep& step : found) wrong_.push_back(step.cell);
  const std::string all = std::to_string(entries);
  if (entries == 0)
    tell("Nothing is entered yet");
  else if (!found.empty())
    tell(std::to_string(found.size()) + " of " + all + (entries == 1 ? " entry" : " entries") +
             (found.size() == 1 ? " is wrong: " : " are wrong: ") + found.front().reason,
         PlayMood::bad);
  else if (only_solution())
    tell(entries == 1 ? "The entry is right" : "All " + all + " entries are right", PlayMood::good);
  else
    tell("No entry clashes with a given; more cannot be told without one solution");
}

std::optional<PaintedGame> PlaySession::painting() const {
  if (!to_paper_ || !game_) return std::nullopt;
  const PuzzleDocument& document = game_->document();
  return PaintedGame{document.givens, document.givens.filled_from(document.entries)};
}

}  // namespace gridlens
