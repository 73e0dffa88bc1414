#include "app/keys/keys.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace gridlens {

namespace {

KeyStroke sign(char of) {
  return {of};
}

KeyStroke ctrl(char of) {
  return {of, NamedKey::none, true};
}

KeyStroke named(NamedKey key) {
  return {0, key};
}

KeyStroke shifted(NamedKey key) {
  return {0, key, false, true};
}

// Whatever a board may print.
std::vector<KeyStroke> symbols(bool shift) {
  std::vector<KeyStroke> strokes;
  for (char of = '0'; of <= '9'; ++of) strokes.push_back({of, NamedKey::none, false, shift});
  for (char of = 'A'; of <= 'Z'; ++of) strokes.push_back({of, NamedKey::none, false, shift});
  return strokes;
}

const std::vector<KeyBinding>& table() {
  using enum Action;
  using enum KeyGroup;
  constexpr KeyGroup in_play = KeyGroup::play;
  static const std::vector<KeyBinding> kTable = {
      {show_solution, {sign('1')}, 1, "show the solution", show},
      {show_hint, {sign('2')}, 1, "show the next step", show},
      {show_check, {sign('3')}, 1, "check the entries", show},
      {show_givens, {sign('4')}, 1, "show the givens as they were read", show},
      {show_nothing, {sign('5')}, 1, "show nothing", show},
      {overlay, {sign(' ')}, 1, "overlay off, and on again as it was", show},
      {givens, {sign('G')}, 1, "givens or solution", show},
      {more_opaque, {sign('+'), sign('=')}, 1, "more opaque", show},
      {less_opaque, {sign('-')}, 1, "less opaque", show},
      {outline, {sign('O')}, 1, "outline and state on or off", show},
      {hands, {sign('L')}, 1, "leave hands free, or paint over them", show},
      {play_paper, {ctrl('E')}, 1, "my game's entries to the paper", show, true},
      {next_doubt, {sign('C')}, 1, "next doubtful cell", board},
      {reveal, {sign('V')}, 1, "the selected cell's answer, or hide it", board},
      {read_again, {sign('N')}, 1, "read everything again", board},
      {copy, {ctrl('C')}, 1, "copy the puzzles as text", board, true},
      {paste, {ctrl('V')}, 1, "paste a puzzle or picture", board, true},
      {Action::play_board,
       {named(NamedKey::f4)},
       1,
       "play the board in view, or back",
       board,
       true},
      {report, {named(NamedKey::f8)}, 1, "save a problem report", board, true},
      {open, {ctrl('O')}, 1, "open pictures or a clip", picture, true},
      {Action::screen, {ctrl('W')}, 1, "read another program's window", picture, true},
      {freeze, {sign('F')}, 1, "freeze the picture", picture},
      {mirror, {sign('M')}, 1, "mirror the picture", picture},
      {previous_picture, {named(NamedKey::left)}, 1, "previous picture of a folder", picture},
      {next_picture, {named(NamedKey::right)}, 1, "next picture of a folder", picture},
      {snapshot, {sign('S')}, 1, "save a snapshot", keep},
      {before_after,
       {{'S', NamedKey::none, false, true}},
       1,
       "save a snapshot, before | after",
       keep},
      {record, {sign('R')}, 1, "start or stop recording", keep},
      {pause_recording, {sign('P')}, 1, "pause the recording", keep},
      {panel, {named(NamedKey::tab)}, 1, "hide or show the panel", window},
      {focus_panel, {named(NamedKey::f6)}, 1, "keys to the panel: arrows and space", window, true},
      {full_screen, {named(NamedKey::f11)}, 1, "full screen", window, true},
      {larger, {ctrl('+'), ctrl('=')}, 1, "larger text and buttons", window, true},
      {smaller, {ctrl('-')}, 1, "smaller text and buttons", window, true},
      {usual_size, {ctrl('0')}, 1, "usual size of text and buttons", window, true},
      {card, {named(NamedKey::f1), sign('H'), sign('?')}, 3, "this list of keys", window, true},
      {leave, {named(NamedKey::escape)}, 1, "leave what is open; never quits", window},
      {quit, {sign('Q'), ctrl('Q')}, 2, "quit", window, true},
      {play_symbol, symbols(false), 1, "enter the symbol; 0 clears", in_play, false, "1-9, A-Z"},
      {play_note, symbols(true), 1, "note the symbol", in_play, false, "Shift-1-9, A-Z"},
      {play_move,
       {named(NamedKey::left), named(NamedKey::right), named(NamedKey::up), named(NamedKey::down),
        named(NamedKey::home), named(NamedKey::end), shifted(NamedKey::home),
        shifted(NamedKey::end)},
       1,
       "to another cell; to the row's or (Shift) column's end",
       in_play,
       false,
       "Arrows, Home, End"},
      {play_erase,
       {sign(' '), named(NamedKey::del), named(NamedKey::backspace)},
       3,
       "clear the cell",
       in_play},
      {play_enter, {named(NamedKey::enter)}, 1, "a symbol that could go on is whole", in_play},
      {play_notes, {named(NamedKey::tab), ctrl('N')}, 2, "symbols are notes, or entries", in_play},
      {play_check, {named(NamedKey::f2)}, 1, "check the entries", in_play},
      {play_hint, {named(NamedKey::f3)}, 1, "the next step; again: carry it out", in_play},
      {play_undo, {ctrl('Z')}, 1, "undo", in_play},
      {play_redo, {ctrl('Y'), {'Z', NamedKey::none, true, true}}, 2, "redo", in_play},
      {play_fill, {ctrl('M')}, 1, "note all that the units leave", in_play},
      {play_pause, {ctrl('P')}, 1, "pause; go on", in_play},
      {play_solve, {named(NamedKey::f9)}, 1, "write the solution", in_play},
      {play_restart, {ctrl('R')}, 1, "begin again", in_play},
      {play_games, {ctrl('G')}, 1, "the list of games: Up, Down, Enter", in_play},
      {play_new, {ctrl('K')}, 1, "a new puzzle of this size and grade", in_play},
  };
  return kTable;
}

std::string name_of(const KeyStroke& stroke) {
  constexpr std::array<const char*, 20> kNamed = {
      "",     "Esc",  "Tab", "Left",  "Right",     "F1",     "F6", "F8", "F11", "Up",
      "Down", "Home", "End", "Enter", "Backspace", "Delete", "F2", "F3", "F4",  "F9"};
  std::string name = stroke.sign == ' ' ? "Space"
                     : stroke.sign != 0 ? std::string(1, stroke.sign)
                                        : kNamed.at(static_cast<std::size_t>(stroke.named));
  if (stroke.shift) name = "Shift-" + name;
  // "Ctrl -", as "Ctrl--" cannot be read.
  if (stroke.ctrl) name = (stroke.sign == '+' || stroke.sign == '-' ? "Ctrl " : "Ctrl-") + name;
  return name;
}

bool has(const KeyBinding& binding, const KeyStroke& stroke) {
  return std::find(binding.strokes.begin(), binding.strokes.end(), stroke) != binding.strokes.end();
}

// A plain letter or digit is a symbol of the edited cell.
bool works_while_editing(const KeyBinding& binding, const KeyStroke& stroke) {
  return binding.while_editing && (stroke.ctrl || stroke.named != NamedKey::none);
}

const KeyBinding* binding_of(const KeyStroke& stroke, bool editing) {
  for (const KeyBinding& binding : table())
    if (binding.group != KeyGroup::play && has(binding, stroke) &&
        (!editing || works_while_editing(binding, stroke)))
      return &binding;
  return nullptr;
}

bool works_in(const KeyBinding& binding, const KeyStroke& stroke, bool playing) {
  if (!playing) return binding.group != KeyGroup::play;
  return binding.action == Action::leave || play_action_for(stroke) == binding.action;
}

}  // namespace

std::span<const KeyBinding> key_bindings() {
  return table();
}

const char* title_of(KeyGroup group) {
  switch (group) {
    case KeyGroup::show:
      return "Overlay";
    case KeyGroup::board:
      return "Boards";
    case KeyGroup::picture:
      return "Picture";
    case KeyGroup::keep:
      return "Recording";
    case KeyGroup::window:
      return "Window";
    case KeyGroup::play:
      return "Play view";
  }
  return "";
}

std::optional<Action> action_for(const KeyStroke& stroke, bool editing) {
  const KeyBinding* found = binding_of(stroke, editing);
  if (!found && stroke.shift) {
    KeyStroke plain = stroke;
    plain.shift = false;
    found = binding_of(plain, editing);
  }
  if (!found) return std::nullopt;
  return found->action;
}

std::optional<Action> play_action_for(const KeyStroke& stroke) {
  for (const KeyBinding& binding : table())
    if (binding.group == KeyGroup::play && has(binding, stroke)) return binding.action;
  return action_for(stroke, true);
}

bool works_in(const KeyBinding& binding, bool playing) {
  return std::any_of(binding.strokes.begin(), binding.strokes.end(),
                     [&](const KeyStroke& stroke) { return works_in(binding, stroke, playing); });
}

std::string key_names(const KeyBinding& binding, bool playing) {
  if (binding.names != nullptr) return binding.names;
  std::string names;
  for (std::size_t i = 0; i < binding.named; ++i)
    if (!playing || works_in(binding, binding.strokes[i], true))
      names += (names.empty() ? "" : ", ") + name_of(binding.strokes[i]);
  return names;
}

std::string key_names(Action action) {
  for (const KeyBinding& binding : table())
    if (binding.action == action) return key_names(binding);
  return "";
}

std::string key_table() {
  std::string text = "| key | |\n|---|---|\n";
  for (const KeyBinding& binding : table()) {
    text += "| " + key_names(binding) + " | ";
    if (binding.group == KeyGroup::play) text += "play view: ";
    for (const char c : std::string_view(binding.words)) {
      if (c == '|') text += '\\';  // a bar would end the table's cell
      text += c;
    }
    text += " |\n";
  }
  return text;
}

}  // namespace gridlens
