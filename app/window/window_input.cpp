#include "app/window/window_input.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui/imgui_internal.h>

#include <cctype>
#include <utility>

#include "app/views/cell_picking.h"

namespace gridlens {

namespace {

std::optional<CellEditor::Key> edit_key(int key) {
  switch (key) {
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
      return CellEditor::Key::enter;
    case GLFW_KEY_ESCAPE:
      return CellEditor::Key::escape;
    case GLFW_KEY_BACKSPACE:
    case GLFW_KEY_DELETE:
      return CellEditor::Key::erase;
    case GLFW_KEY_TAB:
      return CellEditor::Key::other_kind;
    case GLFW_KEY_LEFT:
      return CellEditor::Key::left;
    case GLFW_KEY_RIGHT:
      return CellEditor::Key::right;
    case GLFW_KEY_UP:
      return CellEditor::Key::up;
    case GLFW_KEY_DOWN:
      return CellEditor::Key::down;
    default:
      return std::nullopt;
  }
}

NamedKey named_key(int key) {
  switch (key) {
    case GLFW_KEY_ESCAPE:
      return NamedKey::escape;
    case GLFW_KEY_TAB:
      return NamedKey::tab;
    case GLFW_KEY_LEFT:
      return NamedKey::left;
    case GLFW_KEY_RIGHT:
      return NamedKey::right;
    case GLFW_KEY_F1:
      return NamedKey::f1;
    case GLFW_KEY_F6:
      return NamedKey::f6;
    case GLFW_KEY_F8:
      return NamedKey::f8;
    case GLFW_KEY_F11:
      return NamedKey::f11;
    case GLFW_KEY_UP:
      return NamedKey::up;
    case GLFW_KEY_DOWN:
      return NamedKey::down;
    case GLFW_KEY_HOME:
      return NamedKey::home;
    case GLFW_KEY_END:
      return NamedKey::end;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
      return NamedKey::enter;
    case GLFW_KEY_BACKSPACE:
      return NamedKey::backspace;
    case GLFW_KEY_DELETE:
      return NamedKey::del;
    case GLFW_KEY_F2:
      return NamedKey::f2;
    case GLFW_KEY_F3:
      return NamedKey::f3;
    case GLFW_KEY_F4:
      return NamedKey::f4;
    case GLFW_KEY_F9:
      return NamedKey::f9;
    default:
      return NamedKey::none;
  }
}

// The letter or sign on the key: by the keyboard's layout where that has one of ours there. Digits
// lie at the same place everywhere, with or without Shift.
char sign_on(int key, int scancode) {
  if (key >= GLFW_KEY_0 && key <= GLFW_KEY_9) return static_cast<char>(key);
  if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9)
    return static_cast<char>('0' + key - GLFW_KEY_KP_0);
  if (key == GLFW_KEY_SPACE) return ' ';
  if (key == GLFW_KEY_KP_ADD) return '+';
  if (key == GLFW_KEY_KP_SUBTRACT) return '-';
  const char* name = glfwGetKeyName(key, scancode);
  if (name != nullptr && name[0] != '\0' && name[1] == '\0') {
    const auto sign = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    if ((sign >= 'A' && sign <= 'Z') || sign == '+' || sign == '-' || sign == '=') return sign;
  }
  const bool letter = key >= GLFW_KEY_A && key <= GLFW_KEY_Z;
  return letter || key == GLFW_KEY_MINUS || key == GLFW_KEY_EQUAL ? static_cast<char>(key) : '\0';
}

// Keys of the panel's own, while the keyboard is on it.
bool is_for_panel(const KeyStroke& stroke, bool playing) {
  if (playing && (stroke.named == NamedKey::up || stroke.named == NamedKey::down)) return true;
  return !stroke.ctrl && (stroke.sign == ' ' || stroke.named == NamedKey::tab ||
                          stroke.named == NamedKey::left || stroke.named == NamedKey::right);
}

const CellEditor::Boards& boards_of(const SessionView& view) {
  static const CellEditor::Boards kNone;
  return view.result ? view.result->boards : kNone;
}

// Keys are for what is typed or chosen there.
bool dialog_is_open(const SessionView& view) {
  return view.open_dialog.plain || view.screen_picker.open;
}

}  // namespace

void WindowInput::add_key(int key, int scancode, int modifiers) {
  if ((modifiers & (GLFW_MOD_ALT | GLFW_MOD_SUPER)) != 0) return;
  Press press;
  press.stroke.ctrl = (modifiers & GLFW_MOD_CONTROL) != 0;
  press.stroke.shift = (modifiers & GLFW_MOD_SHIFT) != 0;
  press.stroke.named = named_key(key);
  if (press.stroke.named == NamedKey::none) press.stroke.sign = sign_on(key, scancode);
  // These come as the character that is typed, wherever a layout has them; with Ctrl none is.
  const char sign = press.stroke.sign;
  if (!press.stroke.ctrl && (sign == '+' || sign == '-' || sign == '=')) press.stroke.sign = '\0';
  if (!press.stroke.ctrl) press.edit = edit_key(key);
  presses_.push_back(press);
}

void WindowInput::add_character(unsigned character) {
  Press press;
  press.character = character;
  presses_.push_back(press);
}

std::vector<Action> WindowInput::take_presses(const SessionView& view, PanelColumn& column,
                                              std::vector<Command>& commands) {
  if (view.settings.show != Show::none) before_ = view.settings.show;
  SessionView now = view;  // each press sees what those before it changed
  for (const Press& press : std::exchange(presses_, {})) {
    const std::size_t asked = commands.size();
    if (press.character != 0)
      take_character(press.character, now, column, commands);
    else
      take_key(press, now, column, commands);
    for (std::size_t i = asked; i < commands.size(); ++i)
      if (const auto* change = std::get_if<ChangeSettings>(&commands[i])) {
        now.settings = change->settings;
        if (now.settings.show != Show::none) before_ = now.settings.show;
      }
  }
  popup_open_ = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  return std::exchange(wishes_, {});
}

void WindowInput::take_key(const Press& press, const SessionView& view, PanelColumn& column,
                           std::vector<Command>& commands) {
  const bool typing = column.editor.selected().has_value() && !view.play.open;
  typing_ = typing && !press.stroke.ctrl;
  // A field of the panel that takes text, or the open dialog, has all keys but the one that must
  // always do.
  if (ImGui::GetIO().WantTextInput || dialog_is_open(view)) {
    typing_ = false;
    if (press.stroke == KeyStroke{'Q', NamedKey::none, true}) commands.emplace_back(Quit{});
    return;
  }
  if (column.focused && is_for_panel(press.stroke, view.play.open)) {
    typing_ = false;
    if (press.stroke.named == NamedKey::tab) column.steps = press.stroke.shift ? -1 : 1;
    return;
  }
  if (press.stroke.named == NamedKey::escape) {
    if (leave(column)) return;
    if (view.play.open)
      commands.emplace_back(PlayWish(wish::Leave{}));
    else
      wishes_.push_back(Action::leave);
    return;
  }
  if (view.play.open) {
    play_key(press, view, column, commands);
    return;
  }
  if (const auto action = action_for(press.stroke, typing)) {
    carry_out(*action, view, column, commands);
  } else if (typing && press.edit) {
    if (const auto correct = column.editor.press(*press.edit, boards_of(view)))
      commands.emplace_back(*correct);
  }
}

void WindowInput::take_character(unsigned character, const SessionView& view, PanelColumn& column,
                                 std::vector<Command>& commands) {
  if (ImGui::GetIO().WantTextInput || dialog_is_open(view) || character >= 128) return;
  if (view.play.open) return;  // symbols go by their keys there
  const auto symbol = static_cast<char>(character);
  const CellEditor::Boards& boards = boards_of(view);
  if (typing_) {
    if ((symbol == 'v' || symbol == 'V') && !column.editor.takes(symbol, boards)) {
      if (const auto reveal = column.editor.reveal(boards)) commands.emplace_back(*reveal);
    } else if (const auto correct = column.editor.type(symbol, boards)) {
      commands.emplace_back(*correct);
    }
  } else if ((symbol == '+' || symbol == '-' || symbol == '=' || symbol == '?') &&
             !column.editor.selected()) {
    if (const auto action = action_for({symbol}, false)) carry_out(*action, view, column, commands);
  }
}

void WindowInput::carry_out(Action action, const SessionView& view, PanelColumn& column,
                            std::vector<Command>& commands) {
  switch (action) {
    case Action::next_doubt:
      column.editor.select_next_doubt(boards_of(view));
      break;
    case Action::panel:
      column.look.panel_open = !column.look.panel_open;
      break;
    case Action::focus_panel:
      column.focused = !column.focused;
      column.look.panel_open |= column.focused;
      break;
    case Action::card:
      column.card = !column.card;
      break;
    case Action::full_screen:
    case Action::larger:
    case Action::smaller:
    case Action::usual_size:
      wishes_.push_back(action);
      break;
    case Action::play_board:
      if (!view.play.open) {
        const auto& selected = column.editor.selected();
        commands.emplace_back(PlayBoard{selected ? selected->board_id : 0});
        column.editor.cancel();
        break;
      }
      [[fallthrough]];
    default:
      commands_for(action, view, before_, commands);
  }
}

bool WindowInput::leave(PanelColumn& column) const {
  if (column.card) {
    column.card = false;
  } else if (popup_open_) {
    // While the keyboard is in the panel ImGui has closed it by now.
    if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) ImGui::ClosePopupToLevel(0, true);
  } else if (column.editor.selected()) {
    column.editor.cancel();
  } else if (column.focused) {
    column.focused = false;
  } else {
    return false;
  }
  return true;
}

void WindowInput::play_key(const Press& press, const SessionView& view, PanelColumn& column,
                           std::vector<Command>& commands) {
  const KeyStroke& stroke = press.stroke;
  const auto action = play_action_for(stroke);
  if (!action) return;
  if (const auto wish = play_wish_for(*action, stroke, view.play))
    commands.emplace_back(*wish);
  else
    carry_out(*action, view, column, commands);
}

void WindowInput::take_click(const SessionView& view, cv::Size picture, const View& place,
                             cv::Point2d mouse_px, CellEditor& editor) {
  if (picture.empty() || ImGui::GetIO().WantCaptureMouse || view.play.open ||
      !ImGui::IsMouseClicked(ImGuiMouseButton_Left))
    return;
  if (const auto cell = pick_cell(boards_of(view), place_picture(picture, place), mouse_px))
    editor.select(*cell);
  else
    editor.cancel();
}

}  // namespace gridlens
