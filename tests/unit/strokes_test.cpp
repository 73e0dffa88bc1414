// What the window makes of strokes, without a window.
#include <gtest/gtest.h>
#include <imgui/imgui.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/panels/gui_context.h"
#include "app/window/window_input.h"
#include "tests/unit/sample_board.h"

namespace gridlens {
namespace {

KeyStroke key(char sign) {
  return {sign};
}

template <typename Asked>
bool asks_for(const std::vector<Command>& commands) {
  return commands.size() == 1 && std::holds_alternative<Asked>(commands[0]);
}

// Strokes as the window has them.
class Strokes : public testing::Test {
 protected:
  Strokes() {
    context_.set_scale(1);
    ImGui::GetIO().DisplaySize = {800, 600};
    auto result = std::make_shared<FrameResult>();
    result->boards = {sample_board()};
    result->boards[0].doubtful = {2};
    view_.result = result;
  }
  // Types a letter or sign: the key, then its character.
  std::vector<Command> type(char sign, bool with_ctrl = false) {
    WindowInput::Press press;
    const bool by_character = !with_ctrl && (sign == '+' || sign == '-' || sign == '?');
    press.stroke = {by_character ? '\0' : sign, NamedKey::none, with_ctrl};
    input_.add(press);
    if (!with_ctrl) input_.add_character(static_cast<unsigned>(sign));
    return taken();
  }
  std::vector<Command> press(NamedKey named, std::optional<CellEditor::Key> edit = {}) {
    input_.add({{0, named}, edit, 0});
    return taken();
  }
  std::vector<Command> taken() {
    ImGui::NewFrame();
    std::vector<Command> commands;
    wishes_ = input_.take_presses(view_, column_, commands);
    ImGui::EndFrame();
    for (const Command& command : commands)
      if (const auto* change = std::get_if<ChangeSettings>(&command))
        view_.settings = change->settings;
    return commands;
  }

  GuiContext context_;
  WindowInput input_;
  PanelColumn column_;
  SessionView view_;
  std::vector<Action> wishes_;
};

TEST_F(Strokes, EscapeLeavesOneThingAtATimeAndNeverQuits) {
  column_.card = true;
  column_.focused = true;
  column_.editor.select({1, 2});
  EXPECT_TRUE(press(NamedKey::escape, CellEditor::Key::escape).empty());
  EXPECT_FALSE(column_.card);
  EXPECT_TRUE(column_.editor.selected());
  EXPECT_TRUE(press(NamedKey::escape, CellEditor::Key::escape).empty());
  EXPECT_FALSE(column_.editor.selected());
  EXPECT_TRUE(column_.focused);
  EXPECT_TRUE(wishes_.empty());
  EXPECT_TRUE(press(NamedKey::escape).empty());
  EXPECT_FALSE(column_.focused);
  EXPECT_TRUE(press(NamedKey::escape).empty());
  EXPECT_EQ(wishes_, std::vector{Action::leave});
}

TEST_F(Strokes, EscapeClosesAMenuFirst) {
  column_.editor.select({1, 2});
  ImGui::NewFrame();
  ImGui::Begin("panel");
  ImGui::OpenPopup("menu");
  ImGui::End();
  ImGui::EndFrame();
  taken();
  press(NamedKey::escape, CellEditor::Key::escape);
  EXPECT_FALSE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
  EXPECT_TRUE(column_.editor.selected());
  press(NamedKey::escape, CellEditor::Key::escape);
  EXPECT_FALSE(column_.editor.selected());
}

TEST_F(Strokes, AnEditedCellHasThePlainKeys) {
  EXPECT_TRUE(type('C').empty());  // selects the cell in doubt; its character goes nowhere
  ASSERT_TRUE(column_.editor.selected());
  EXPECT_EQ(column_.editor.selected()->cell, 2);
  EXPECT_EQ(std::get<CorrectCell>(type('5').at(0)).correction.value, 5);
  EXPECT_TRUE(type('Q').empty());
  EXPECT_TRUE(type('+').empty());
  EXPECT_TRUE(type('?').empty());
  EXPECT_FALSE(column_.card);
  EXPECT_TRUE(press(NamedKey::right, CellEditor::Key::right).empty());
  EXPECT_EQ(column_.editor.selected()->cell, 3);
  EXPECT_TRUE(press(NamedKey::f1).empty());
  EXPECT_TRUE(column_.card);
  EXPECT_TRUE(asks_for<Quit>(type('Q', true)));
  press(NamedKey::escape, CellEditor::Key::escape);
  press(NamedKey::escape, CellEditor::Key::escape);
  EXPECT_EQ(std::get<ChangeSettings>(type('5').at(0)).settings.show, Show::none);
  EXPECT_TRUE(asks_for<Quit>(type('Q')));
}

// Q and other letters are symbols on a board that has them.
TEST_F(Strokes, LettersAreSymbolsWhereABoardHasThem) {
  auto result = std::make_shared<FrameResult>(*view_.result);
  result->boards[0].alphabet = Alphabet{AlphabetKind::letters, 9};
  view_.result = result;
  column_.editor.select({1, 2});
  EXPECT_EQ(std::get<CorrectCell>(type('H').at(0)).correction.value, 8);
  EXPECT_FALSE(column_.card);
}

TEST_F(Strokes, SignsCountByTheirCharacter) {
  EXPECT_FLOAT_EQ(std::get<ChangeSettings>(type('-').at(0)).settings.opacity, 0.9f);
  EXPECT_FLOAT_EQ(std::get<ChangeSettings>(type('+').at(0)).settings.opacity, 1);
  type('?');
  EXPECT_TRUE(column_.card);
  type('H');
  EXPECT_FALSE(column_.card);
}

// Strokes that come together: each sees what the one before it did.
TEST_F(Strokes, SpaceAfterANewChoiceInTheSameFrame) {
  for (const char sign : std::string("3  ")) input_.add({key(sign), {}, 0});
  EXPECT_EQ(taken().size(), 3u);
  EXPECT_EQ(view_.settings.show, Show::check);
}

TEST_F(Strokes, ThePanelHasItsKeysWhileItIsEntered) {
  press(NamedKey::f6);
  EXPECT_TRUE(column_.focused);
  EXPECT_TRUE(type(' ').empty());
  EXPECT_TRUE(press(NamedKey::right, CellEditor::Key::right).empty());
  EXPECT_TRUE(press(NamedKey::tab, CellEditor::Key::other_kind).empty());
  EXPECT_TRUE(column_.look.panel_open);
  EXPECT_EQ(column_.steps, 1);
  EXPECT_TRUE(asks_for<StartRecording>(type('R')));  // others stay the program's
  press(NamedKey::escape);
  EXPECT_FALSE(column_.focused);
  EXPECT_EQ(type(' ').size(), 1u);
  press(NamedKey::tab);
  EXPECT_FALSE(column_.look.panel_open);
  press(NamedKey::f6);
  EXPECT_TRUE(column_.look.panel_open);
}

TEST_F(Strokes, SizesAndFullScreenAreTheWindows) {
  type('+', true);
  EXPECT_EQ(wishes_, std::vector{Action::larger});
  type('0', true);
  EXPECT_EQ(wishes_, std::vector{Action::usual_size});
  column_.editor.select({1, 2});
  press(NamedKey::f11);
  EXPECT_EQ(wishes_, std::vector{Action::full_screen});
}

}  // namespace
}  // namespace gridlens
