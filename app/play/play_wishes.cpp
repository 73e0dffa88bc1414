// What each wish of a person does, and what the view shows of it.
#include <algorithm>

#include "app/play/play_session.h"
#include "app/play/symbol_fit.h"

namespace gridlens {

struct PlaySession::Carry {
  PlaySession& of;
  std::int64_t now_ms;

  // The keys are for the board.
  [[nodiscard]] bool has_cell() const {
    return of.game_ && !of.games_open_ && !of.game_->paused() && of.selected_ >= 0;
  }

  void operator()(const wish::Open&) const { of.open(now_ms); }
  void operator()(const wish::Close&) const { of.close(now_ms); }
  void operator()(const wish::Leave&) const {
    if (of.finish_card_)
      of.finish_card_ = false;
    else if (of.games_open_)
      of.games_open_ = false;
    else if (!of.typed_.empty())
      of.typed_.clear();
    else if (of.hint_ || !of.wrong_.empty() || !of.message_.empty())
      of.forget_help();
    else
      of.close(now_ms);
  }
  void operator()(const wish::Select& select) const {
    if (!of.game_ || select.cell < 0 || select.cell >= of.game_->rules().shape.cells()) return;
    of.typed_.clear();
    of.finish_card_ = false;
    of.selected_ = select.cell;
  }
  void operator()(const wish::Move& move) const {
    if (of.games_open_) return of.choose_game(move);
    if (!has_cell()) return;
    of.typed_.clear();
    const int n = of.game_->n(), far = move.to_edge ? n : 1;
    const int row = std::clamp(of.selected_ / n + move.rows * far, 0, n - 1);
    const int column = std::clamp(of.selected_ % n + move.columns * far, 0, n - 1);
    of.selected_ = row * n + column;
  }
  void operator()(const wish::Type& type) const {
    if (has_cell()) of.type(type.symbol, type.mark || of.notes_, now_ms);
  }
  void operator()(const wish::Enter&) const {
    if (of.games_open_) {
      if (const GameStore::Entry* game = of.chosen_game()) (*this)(wish::OpenGame{game->id});
      return;
    }
    if (!has_cell() || of.typed_.empty()) return;
    const int value = fit_of(of.typed_, of.symbols()).exact;
    of.typed_.clear();
    if (value != 0) of.put(value, of.typed_mark_, now_ms);
  }
  void operator()(const wish::Erase&) const {
    if (!has_cell()) return;
    if (!of.typed_.empty())
      of.typed_.pop_back();
    else
      of.change(play::ClearCell{of.selected_}, now_ms);
  }
  void operator()(const wish::Put& put) const {
    if (has_cell()) of.put(put.value, put.mark || of.notes_, now_ms);
  }
  void operator()(const wish::NoteAt& note) const {
    (*this)(wish::Select{note.cell});
    if (has_cell()) of.change(play::ToggleMark{note.cell, note.value}, now_ms);
  }
  void operator()(const wish::Notes&) const { of.notes_ = !of.notes_; }
  void operator()(const wish::Hint&) const {
    if (of.hint_)
      of.change(play::CarryOut{HelpStep(*of.hint_)}, now_ms);
    else
      of.ask_hint();
  }
  void operator()(const wish::Check&) const { of.check(); }
  void operator()(const wish::SolveAll&) const {
    if (of.study_ && of.study_->solution) of.change(play::Solve{*of.study_->solution}, now_ms);
  }
  void operator()(const wish::Games&) const {
    of.games_open_ = !of.games_open_;
    of.game_at_ = 0;
    if (of.games_open_) of.ask_games();
  }
  void operator()(const wish::Pause&) const {
    if (of.game_) of.change(play::Pause{!of.game_->paused()}, now_ms);
  }
  void operator()(const wish::NewGame& wanted) const { of.make_new_game(wanted); }
  void operator()(const wish::StopMaking&) const {
    if (of.making_) of.making_->request_stop();
  }
  void operator()(const wish::OpenGame& wanted) const {
    PlaySession* self = &of;
    of.change(play::Pause{true}, now_ms);
    of.keeper_.post(
        [self, store = of.store_, id = wanted.id](const std::stop_token&) -> Worker::Done {
          try {
            return [self, id, record = store->load(id)] { self->begin(record, id, self->now_ms_); };
          } catch (const std::exception& error) {
            return [self, line = std::string(error.what())] { self->tell(line, PlayMood::bad); };
          }
        });
  }
  void operator()(const wish::RemoveGame& gone) const {
    if (of.game_ && of.saved_id() == gone.id) of.drop_game();
    PlaySession* self = &of;
    of.keeper_.post(
        [self, store = of.store_, id = gone.id](const std::stop_token&) -> Worker::Done {
          try {
            store->remove(id);
          } catch (const std::exception& error) {
            return [self, line = std::string(error.what())] { self->tell(line, PlayMood::bad); };
          }
          return {};
        });
    of.ask_games();
  }
  void operator()(const wish::ToPaper& wanted) const {
    of.to_paper_ = wanted.on;
    if (!wanted.on && !of.open_) of.change(play::Pause{true}, now_ms);  // out of sight
  }
  void operator()(const play::Command& command) const { of.change(command, now_ms); }
};

const GameStore::Entry* PlaySession::chosen_game() const {
  if (!games_ || game_at_ >= static_cast<int>(games_->games.size())) return nullptr;
  return &games_->games[static_cast<std::size_t>(game_at_)];
}

void PlaySession::choose_game(const wish::Move& move) {
  const int last = games_ ? static_cast<int>(games_->games.size()) - 1 : 0;
  const int far = move.to_edge ? last : 1, by = move.to_edge ? move.columns : move.rows;
  game_at_ = std::clamp(game_at_ + by * far, 0, std::max(last, 0));
}

void PlaySession::execute(const PlayWish& wish, std::int64_t now_ms) {
  now_ms_ = now_ms;
  std::visit(Carry{*this, now_ms}, wish);
}

// "9x9 X, hard"; of a puzzle that has not one solution, that.
std::string PlaySession::about() const {
  const PuzzleDocument& document = game_->document();
  const std::string n = std::to_string(document.shape.n());
  std::string text = n + "x" + n;
  if (document.rules == RuleKind::x) text += " X";
  if (document.rules == RuleKind::jigsaw) text += " jigsaw";
  if (!game_->grade().empty()) return text + ", " + game_->grade();
  if (!study_) return text;
  switch (study_->state) {
    case SolveState::unique:
      return text;
    case SolveState::multiple:
      return text + ", several solutions";
    case SolveState::none:
    case SolveState::invalid:
      return text + ", no solution";
    case SolveState::budget:
      break;
  }
  return text + ", not solved yet";
}

PlayView PlaySession::view(std::int64_t now_ms) const {
  PlayView view;
  view.open = open_;
  view.games_open = games_open_;
  view.making = making_.has_value();
  view.games = games_;
  view.game_at = game_at_;
  view.trouble = trouble_;
  view.message = message_;
  view.mood = mood_;
  view.to_paper = to_paper_;
  view.on_paper = on_paper_;
  view.notes = notes_;
  if (!game_) return view;
  view.game = &*game_;
  view.elapsed_ms = game_->elapsed_ms(now_ms);
  view.about = about();
  view.selected = selected_;
  view.typed = typed_;
  view.wrong = wrong_;
  view.hint = hint_;
  view.thinking = thinking_;
  view.finish_card = finish_card_;
  view.can_solve = study_ && study_->solution;
  const int here = selected_ >= 0 ? game_->value_at(selected_) : 0;
  view.highlighted = here != 0 ? here : last_value_;
  if (hint_)
    for (const int unit : hint_->units)
      for (const int cell : game_->rules().units[static_cast<std::size_t>(unit)].cells)
        view.shaded.push_back(cell);
  view.game_id = saved_id();
  return view;
}

}  // namespace gridlens
