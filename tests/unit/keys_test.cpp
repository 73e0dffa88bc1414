// The table of keys, without a window.
#include "app/keys/keys.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

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
      if ((editing && !binding.while_editing) || binding.group == KeyGroup::play) continue;
      for (const KeyStroke& stroke : binding.strokes) {
        if (editing && !stroke.ctrl && stroke.named == NamedKey::none) continue;  // the cell's
        const std::string name = std::to_string(static_cast<int>(stroke.named)) + stroke.sign +
                                 std::to_string(stroke.ctrl) + std::to_string(stroke.shift);
        const auto [at, is_new] = by_name.emplace(name, binding.action);
        EXPECT_TRUE(is_new) << key_names(binding);
        EXPECT_EQ(action_for(stroke, editing), binding.action) << key_names(binding);
      }
    }
  }
}

// In the play view plain keys are symbols and moves; what works while a cell is edited works there.
TEST(Keys, OfThePlayView) {
  std::map<std::string, Action> by_name;
  for (const KeyBinding& binding : key_bindings())
    for (const KeyStroke& stroke : binding.strokes) {
      if (binding.group != KeyGroup::play &&
          (!binding.while_editing || (!stroke.ctrl && stroke.named == NamedKey::none)))
        continue;
      const std::string name = std::to_string(static_cast<int>(stroke.named)) + stroke.sign +
                               std::to_string(stroke.ctrl) + std::to_string(stroke.shift);
      const auto [at, is_new] = by_name.emplace(name, binding.action);
      EXPECT_TRUE(is_new) << key_names(binding);
      EXPECT_EQ(play_action_for(stroke), binding.action) << key_names(binding);
      EXPECT_TRUE(works_in(binding, true)) << key_names(binding);
    }
  for (const char sign : std::string("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")) {
    EXPECT_EQ(play_action_for(key(sign)), Action::play_symbol) << sign;
    EXPECT_EQ(play_action_for({sign, NamedKey::none, false, true}), Action::play_note) << sign;
  }
  EXPECT_EQ(play_action_for({0, NamedKey::tab}), Action::play_notes);
  EXPECT_EQ(action_for({0, NamedKey::f3}, false), std::nullopt) << "for the play view alone";
  EXPECT_EQ(action_for({0, NamedKey::f4}, false), Action::play_board);
  EXPECT_EQ(play_action_for({0, NamedKey::f4}), Action::play_board);
  EXPECT_EQ(play_action_for(ctrl('Q')), Action::quit);
}

TEST(Keys, TheCardOfThePlayViewNamesNoSymbolAsACommand) {
  std::map<Action, std::string> names;
  for (const KeyBinding& binding : key_bindings())
    if (works_in(binding, true)) {
      names[binding.action] = key_names(binding, true);
      EXPECT_NE(names[binding.action], "") << binding.words;
    }
  EXPECT_EQ(names[Action::card], "F1");
  EXPECT_EQ(names[Action::quit], "Ctrl-Q");
  EXPECT_EQ(names[Action::leave], "Esc");
  EXPECT_EQ(names[Action::play_paper], "Ctrl-E");
  EXPECT_EQ(names[Action::play_erase], "Space, Delete, Backspace");
  EXPECT_EQ(names.count(Action::freeze), 0U);
  EXPECT_EQ(key_names(Action::card), "F1, H, ?");
}

TEST(Keys, EachActionHasOneRowOfWords) {
  std::set<Action> told;
  for (const KeyBinding& binding : key_bindings()) {
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

// The document has the table as the program has it.
TEST(Keys, DocumentHasTheTable) {
  std::ifstream file(GRIDLENS_SOURCE "/docs/window.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_NE(text.str().find(key_table()), std::string::npos) << "docs/window.md lacks this table:\n"
                                                             << key_table();
}

}  // namespace
}  // namespace gridlens
