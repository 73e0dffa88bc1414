// The table of keys and what the window makes of strokes, without a window.
#include "app/keys.h"

#include <gtest/gtest.h>
#include <imgui/imgui.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "app/panels/gui_context.h"
#include "app/window_input.h"
#include "tests/unit/sample_board.h"

namespace gridlens {
namespace {

KeyStroke key(char sign) {
  return {sign};
}

KeyStroke ctrl(char sign) {
  return {sign, NamedKey::none, true};
}

std::vector<Command> asked(Action action, const SessionView& view, Show before = Show::solution) {
  std::vector<Command> commands;
  commands_for(action, view, before, commands);
  return commands;
}

Settings settings_after(Action action, const SessionView& view, Show before = Show::solution) {
  return std::get<ChangeSettings>(asked(action, view, before).at(0)).settings;
}

template <typename Asked>
bool asks_for(const std::vector<Command>& commands) {
  return commands.size() == 1 && std::holds_alternative<Asked>(commands[0]);
}

TEST(Keys, NoStrokeMeansTwoThings) {
  for (const bool editing : {false, true}) {
    std::map<std::string, Action> by_name;
    for (const KeyBinding& binding : key_bindings()) {
      if (binding.while_editing != editing) continue;
      for (const KeyStroke& stroke : binding.strokes) {
        const std::string name = std::to_string(static_cast<int>(stroke.named)) + stroke.sign +
                                 std::to_string(stroke.ctrl) + std::to_string(stroke.shift);
        const auto [at, is_new] = by_name.emplace(name, binding.action);
        EXPECT_TRUE(is_new) << key_names(binding);
        EXPECT_EQ(action_for(stroke, editing), binding.action) << key_names(binding);
      }
    }
  }
}

TEST(Keys, EachActionHasOneRowOfWords) {
  std::set<Action> told;
  for (const KeyBinding& binding : key_bindings()) {
    if (binding.named == 0) continue;
    EXPECT_TRUE(told.insert(binding.action).second) << binding.words;
    EXPECT_FALSE(key_names(binding).empty());
    EXPECT_STRNE(binding.words, "");
    EXPECT_EQ(key_names(binding.action), key_names(binding));
  }
  EXPECT_EQ(told.size(), static_cast<std::size_t>(Action::quit));
}

TEST(Keys, AreThoseOfTheContract) {
  EXPECT_EQ(action_for(key('1'), false), Action::show_solution);
  EXPECT_EQ(action_for(key('2'), false), Action::show_hint);
  EXPECT_EQ(action_for(key('3'), false), Action::show_check);
  EXPECT_EQ(action_for(key('4'), false), Action::show_givens);
  EXPECT_EQ(action_for(key('5'), false), Action::show_nothing);
  EXPECT_EQ(action_for(key(' '), false), Action::overlay);
  EXPECT_EQ(action_for(key('S'), false), Action::snapshot);
  EXPECT_EQ(action_for({'S', NamedKey::none, false, true}, false), Action::before_after);
  EXPECT_EQ(action_for(key('R'), false), Action::record);
  EXPECT_EQ(action_for({'R', NamedKey::none, false, true}, false), Action::record);
  EXPECT_EQ(action_for(key('P'), false), Action::pause_recording);
  EXPECT_EQ(action_for(ctrl('C'), false), Action::copy);
  EXPECT_EQ(action_for(key('C'), false), Action::next_doubt);
  EXPECT_EQ(action_for(key('F'), false), Action::freeze);
  EXPECT_EQ(action_for(key('M'), false), Action::mirror);
  EXPECT_EQ(action_for(key('N'), false), Action::read_again);
  EXPECT_EQ(action_for({0, NamedKey::left}, false), Action::previous_picture);
  EXPECT_EQ(action_for({0, NamedKey::tab}, false), Action::panel);
  EXPECT_EQ(action_for({0, NamedKey::f11}, false), Action::full_screen);
  EXPECT_EQ(action_for(key('+'), false), Action::more_opaque);
  EXPECT_EQ(action_for(key('-'), false), Action::less_opaque);
  EXPECT_EQ(action_for(ctrl('+'), false), Action::larger);
  EXPECT_EQ(action_for({'=', NamedKey::none, true, true}, false), Action::larger);
  EXPECT_EQ(action_for(ctrl('-'), false), Action::smaller);
  EXPECT_EQ(action_for(ctrl('0'), false), Action::usual_size);
  for (const KeyStroke& stroke : {KeyStroke{0, NamedKey::f1}, key('H'), key('?')})
    EXPECT_EQ(action_for(stroke, false), Action::card);
  EXPECT_EQ(action_for({0, NamedKey::escape}, false), Action::leave);
  EXPECT_EQ(action_for(key('Q'), false), Action::quit);
  EXPECT_EQ(action_for(ctrl('Q'), false), Action::quit);
  EXPECT_EQ(action_for(key('X'), false), std::nullopt);
  EXPECT_EQ(action_for(ctrl('R'), false), std::nullopt);
}

TEST(Keys, PlainOnesAreTheEditedCells) {
  for (const char sign : std::string("123450QCHGOLMFNSRPV +-=?"))
    EXPECT_EQ(action_for(key(sign), true), std::nullopt) << sign;
  EXPECT_EQ(action_for({0, NamedKey::tab}, true), std::nullopt);
  EXPECT_EQ(action_for({0, NamedKey::left}, true), std::nullopt);
  EXPECT_EQ(action_for(ctrl('Q'), true), Action::quit);
  EXPECT_EQ(action_for(ctrl('C'), true), Action::copy);
  EXPECT_EQ(action_for({0, NamedKey::f1}, true), Action::card);
  EXPECT_EQ(action_for({0, NamedKey::f11}, true), Action::full_screen);
}

TEST(Keys, EachAsksForItsCommand) {
  SessionView view;
  EXPECT_EQ(settings_after(Action::show_hint, view).show, Show::hint);
  EXPECT_EQ(settings_after(Action::show_nothing, view).show, Show::none);
  EXPECT_EQ(settings_after(Action::givens, view).show, Show::givens);
  EXPECT_FALSE(settings_after(Action::outline, view).outline);
  EXPECT_TRUE(settings_after(Action::hands, view).spare_hands);
  EXPECT_TRUE(settings_after(Action::mirror, view).mirror);
  EXPECT_TRUE(settings_after(Action::freeze, view).paused);
  EXPECT_TRUE(asks_for<StartRecording>(asked(Action::record, view)));
  EXPECT_TRUE(asked(Action::pause_recording, view).empty());
  view.recording.running = true;
  EXPECT_TRUE(asks_for<StopRecording>(asked(Action::record, view)));
  EXPECT_TRUE(std::get<PauseRecording>(asked(Action::pause_recording, view).at(0)).paused);
  view.recording.paused = true;
  EXPECT_FALSE(std::get<PauseRecording>(asked(Action::pause_recording, view).at(0)).paused);
  EXPECT_FALSE(std::get<SaveSnapshot>(asked(Action::snapshot, view).at(0)).before_after);
  EXPECT_TRUE(std::get<SaveSnapshot>(asked(Action::before_after, view).at(0)).before_after);
  EXPECT_TRUE(asks_for<CopyPuzzles>(asked(Action::copy, view)));
  EXPECT_TRUE(asks_for<ForgetBoards>(asked(Action::read_again, view)));
  EXPECT_TRUE(asks_for<SaveReport>(asked(Action::report, view)));
  EXPECT_TRUE(asks_for<Quit>(asked(Action::quit, view)));
  EXPECT_EQ(std::get<StepPicture>(asked(Action::previous_picture, view).at(0)).by, -1);
  EXPECT_TRUE(asked(Action::leave, view).empty());
}

// Off and on again is as it was: also the hint's step.
TEST(Keys, SpaceComesBackToWhatWasShown) {
  SessionView view;
  view.settings.show = Show::hint;
  view.settings.hints = 3;
  view.settings = settings_after(Action::overlay, view, Show::hint);
  EXPECT_EQ(view.settings.show, Show::none);
  view.settings = settings_after(Action::overlay, view, Show::hint);
  EXPECT_EQ(view.settings.show, Show::hint);
  EXPECT_EQ(view.settings.hints, 3);
  EXPECT_EQ(settings_after(Action::show_check, view).hints, 1);
}

TEST(Keys, OpacityGoesByTenthsAndStaysVisible) {
  SessionView view;
  EXPECT_FLOAT_EQ(settings_after(Action::less_opaque, view).opacity, 0.9f);
  EXPECT_FLOAT_EQ(settings_after(Action::more_opaque, view).opacity, 1);
  for (int i = 0; i < 20; ++i) view.settings = settings_after(Action::less_opaque, view);
  EXPECT_FLOAT_EQ(view.settings.opacity, 0.1f);
}

// The documents have the table as the program has it.
TEST(Keys, DocumentsHaveTheTable) {
  for (const char* name : {"/README.md", "/docs/window.md"}) {
    std::ifstream file(std::string(GRIDLENS_SOURCE) + name);
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_NE(text.str().find(key_table()), std::string::npos) << name << " lacks this table:\n"
                                                               << key_table();
  }
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
