#include "app/window_input.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui/imgui.h>

#include <optional>
#include <utility>

#include "app/cell_picking.h"
#include "app/keys.h"

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

int command_key(int key) {
  switch (key) {
    case GLFW_KEY_ESCAPE:
      return kEscapeKey;
    case GLFW_KEY_RIGHT:
      return kNextKey;
    case GLFW_KEY_LEFT:
      return kPreviousKey;
    default:
      return key;
  }
}

const CellEditor::Boards& boards_of(const SessionView& view) {
  static const CellEditor::Boards kNone;
  return view.result ? view.result->boards : kNone;
}

}  // namespace

bool WindowInput::take_presses(const SessionView& view, PanelColumn& column,
                               std::vector<Command>& commands) {
  bool full_screen = false;
  for (const Press& press : std::exchange(presses_, {})) {
    if (ImGui::GetIO().WantTextInput || view.open_dialog.plain) continue;
    if (press.key != 0) {
      full_screen ^= take_key(press.key, view, column, commands);
    } else if (typing_ && press.character < 128) {
      const auto symbol = static_cast<char>(press.character);
      const CellEditor::Boards& boards = boards_of(view);
      if ((symbol == 'v' || symbol == 'V') && !column.editor.takes(symbol, boards)) {
        if (const auto reveal = column.editor.reveal(boards)) commands.emplace_back(*reveal);
      } else if (const auto correct = column.editor.type(symbol, boards)) {
        commands.emplace_back(*correct);
      }
    }
  }
  return full_screen;
}

bool WindowInput::take_key(int key, const SessionView& view, PanelColumn& column,
                           std::vector<Command>& commands) {
  typing_ = column.editor.selected().has_value();
  if (key == GLFW_KEY_F11) return true;
  if (key == GLFW_KEY_F8) {
    commands.emplace_back(SaveReport{});
    return false;
  }
  if (typing_) {
    const auto edit = edit_key(key);
    const auto correct = edit ? column.editor.press(*edit, boards_of(view)) : std::nullopt;
    if (correct) commands.emplace_back(*correct);
  } else if (key == GLFW_KEY_C) {
    column.editor.select_next_doubt(boards_of(view));
  } else if (key == GLFW_KEY_H || key == GLFW_KEY_TAB) {
    column.open = !column.open;
  } else {
    commands_for_key(command_key(key), view, commands);
  }
  return false;
}

void WindowInput::take_click(const SessionView& view, cv::Size picture, const View& place,
                             cv::Point2d mouse_px, CellEditor& editor) {
  if (picture.empty() || ImGui::GetIO().WantCaptureMouse ||
      !ImGui::IsMouseClicked(ImGuiMouseButton_Left))
    return;
  if (const auto cell = pick_cell(boards_of(view), place_picture(picture, place), mouse_px))
    editor.select(*cell);
  else
    editor.cancel();
}

}  // namespace gridlens
