#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/session/command.h"
#include "app/session/session_view.h"

namespace gridlens {

// What a key asks for.
enum class Action {
  show_solution = 1,
  show_hint,
  show_check,
  show_givens,
  show_nothing,
  overlay,  // off, and on again as it was
  givens,
  more_opaque,
  less_opaque,
  outline,
  hands,
  mirror,
  freeze,
  open,
  screen,
  next_picture,
  previous_picture,
  read_again,
  next_doubt,
  reveal,
  copy,
  report,
  snapshot,
  before_after,
  record,
  pause_recording,
  panel,
  focus_panel,
  full_screen,
  larger,
  smaller,
  usual_size,
  card,
  leave,
  play_board,
  paste,
  play_symbol,
  play_note,
  play_move,
  play_erase,
  play_enter,
  play_notes,
  play_check,
  play_hint,
  play_undo,
  play_redo,
  play_fill,
  play_pause,
  play_solve,
  play_restart,
  play_games,
  play_new,
  play_paper,
  quit,
};

// Keys that type no character. Others are told by the letter (upper case) or sign on them.
enum class NamedKey {
  none = 0,
  escape,
  tab,
  left,
  right,
  f1,
  f6,
  f8,
  f11,
  up,
  down,
  home,
  end,
  enter,
  backspace,
  del,
  f2,
  f3,
  f4,
  f9,
};

struct KeyStroke {
  char sign = 0;  // 'A'..'Z', '0'..'9', ' ', '+', '-', '=' or '?'; 0: a named key
  NamedKey named = NamedKey::none;
  bool ctrl = false;
  bool shift = false;
  friend bool operator==(const KeyStroke&, const KeyStroke&) = default;
};

// Keys of the group `play` are for the play view alone; there the others work that work while a
// cell is edited.
enum class KeyGroup { show = 1, board, picture, keep, window, play };

struct KeyBinding {
  Action action;
  std::vector<KeyStroke> strokes;  // each of them; those behind `named` are told nowhere
  std::size_t named = 1;           // so many of them are told to people, one at least
  const char* words;               // what it does
  KeyGroup group;
  bool while_editing = false;   // but for plain letters and signs, while a cell is edited, too
  const char* names = nullptr;  // of the strokes, where they are too many to be told one by one
};

// The one table of keys: for handling, the card, tooltips and the documentation.
std::span<const KeyBinding> key_bindings();
const char* title_of(KeyGroup group);

// What the stroke asks for; nothing where it is no key of the table, or is the edited cell's.
// Shift counts only where the table has the stroke with it.
std::optional<Action> action_for(const KeyStroke& stroke, bool editing);
// The same in the play view.
std::optional<Action> play_action_for(const KeyStroke& stroke);
// Whether the card lists it, in the play view or beside it.
bool works_in(const KeyBinding& binding, bool playing);

// "F1, H, ?"; `playing`: only those that work in the play view, "F1".
std::string key_names(const KeyBinding& binding, bool playing = false);
std::string key_names(Action action);
std::string key_table();  // of the documentation, in Markdown

// Appends what the action asks of the session; those of the window alone ask for nothing. `before`:
// what was shown when the overlay was last on.
void commands_for(Action action, const SessionView& view, Show before,
                  std::vector<Command>& commands);

// The same for those of the play view; nothing for others.
std::optional<PlayWish> play_wish_for(Action action, const KeyStroke& stroke, const PlayView& play);

}  // namespace gridlens
