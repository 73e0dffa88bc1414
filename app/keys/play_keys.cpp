// What the keys of the play view ask for.
#include "app/keys/keys.h"

namespace gridlens {

namespace {

wish::Move move_for(const KeyStroke& stroke) {
  switch (stroke.named) {
    case NamedKey::left:
      return {0, -1, false};
    case NamedKey::right:
      return {0, 1, false};
    case NamedKey::up:
      return {-1, 0, false};
    case NamedKey::down:
      return {1, 0, false};
    case NamedKey::home:
      return {stroke.shift ? -1 : 0, stroke.shift ? 0 : -1, true};
    case NamedKey::end:
      return {stroke.shift ? 1 : 0, stroke.shift ? 0 : 1, true};
    default:
      return {};
  }
}

// Of the open game's size and grade; without a game, what most people begin with.
wish::NewGame another_like(const PlayView& play) {
  wish::NewGame wanted;
  if (play.game == nullptr) return wanted;
  wanted.shape = play.game->document().shape;
  wanted.rules = play.game->document().rules;
  for (const Grade grade : {Grade::easy, Grade::medium, Grade::hard, Grade::expert, Grade::extreme})
    if (play.game->grade() == grade_name(grade)) wanted.grade = grade;
  return wanted;
}

}  // namespace

std::optional<PlayWish> play_wish_for(Action action, const KeyStroke& stroke,
                                      const PlayView& play) {
  switch (action) {
    case Action::play_symbol:
      return wish::Type{stroke.sign, false};
    case Action::play_note:
      return wish::Type{stroke.sign, true};
    case Action::play_move:
      return move_for(stroke);
    case Action::play_erase:
      return wish::Erase{};
    case Action::play_enter:
      return wish::Enter{};
    case Action::play_notes:
      return wish::Notes{};
    case Action::play_check:
      return wish::Check{};
    case Action::play_hint:
      return wish::Hint{};
    case Action::play_undo:
      return play::Command(play::Undo{});
    case Action::play_redo:
      return play::Command(play::Redo{});
    case Action::play_fill:
      return play::Command(play::FillMarks{});
    case Action::play_pause:
      return wish::Pause{};
    case Action::play_solve:
      return wish::SolveAll{};
    case Action::play_restart:
      return play::Command(play::Restart{});
    case Action::play_games:
      return wish::Games{};
    case Action::play_new:
      return another_like(play);
    default:
      return std::nullopt;
  }
}

}  // namespace gridlens
