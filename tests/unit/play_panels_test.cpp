// The play view without a window: what mouse and keys ask for.
#include <gtest/gtest.h>
#include <imgui/imgui.h>

#include <set>
#include <string>
#include <vector>

#include "app/panels/board_drawing.h"
#include "app/panels/gui_context.h"
#include "app/panels/panel_column.h"
#include "app/panels/play_page.h"
#include "app/window/window_input.h"
#include "sample_puzzle.h"

namespace gridlens {
namespace {

constexpr float kWidth = 1200, kHeight = 1000;

template <typename Wish>
const Wish* asked(const std::vector<Command>& commands) {
  for (const Command& command : commands)
    if (const auto* wish = std::get_if<PlayWish>(&command))
      if (const auto* one = std::get_if<Wish>(wish)) return one;
  return nullptr;
}

template <typename PlayCommand>
bool asked_command(const std::vector<Command>& commands) {
  const auto* one = asked<play::Command>(commands);
  return one != nullptr && std::holds_alternative<PlayCommand>(*one);
}

class PlayPanels : public testing::Test {
 protected:
  PlayPanels() : game_(record()) {
    context_.set_scale(1);
    game_.apply(play::Pause{false}, 0);
    view_.play.open = true;
    view_.play.game = &game_;
    view_.play.selected = 2;
    view_.play.can_solve = true;
  }
  static GameRecord record() {
    GameRecord record;
    record.document = PuzzleDocument({3, 3});
    record.document.givens = grid_of(kSamplePuzzle);
    return record;
  }

  std::vector<Command> frame(ImVec2 mouse, int button, bool shift = false) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {kWidth, kHeight};
    io.DeltaTime = 1 / 60.0f;
    io.MousePos = mouse;
    io.MouseDown[0] = button == 0;
    io.MouseDown[1] = button == 1;
    io.KeyShift = shift;
    std::vector<Command> commands;
    ImGui::NewFrame();
    free_width_ = draw_panel_column(column_, 1, view_, commands);
    draw_play_page(view_, free_width_, 1, commands);
    ImGui::Render();
    return commands;
  }
  std::vector<Command> click(ImVec2 mouse, int button = 0, bool shift = false) {
    std::vector<Command> all;
    for (const int down : {-1, button, -1, -1})
      for (Command& command : frame(mouse, down, shift)) all.push_back(std::move(command));
    return all;
  }
  // As the page places it.
  BoardSquare square() {
    frame({1, 1}, -1);
    const float inset = std::min(18.0f, std::min(free_width_, kHeight) * 0.04f);
    return BoardSquare::fit({inset, inset}, {free_width_ - 2 * inset, kHeight - 2 * inset},
                            game_.n());
  }
  std::vector<Command> press(const KeyStroke& stroke, unsigned character = 0) {
    input_.add({stroke, {}, 0});
    if (character != 0) input_.add_character(character);
    ImGui::GetIO().DisplaySize = {kWidth, kHeight};
    ImGui::NewFrame();
    std::vector<Command> commands;
    input_.take_presses(view_, column_, commands);
    ImGui::EndFrame();
    return commands;
  }

  GuiContext context_;
  Game game_;
  SessionView view_;
  PanelColumn column_;
  WindowInput input_;
  float free_width_ = 0;
};

TEST_F(PlayPanels, AClickSelectsTheCellUnderIt) {
  const BoardSquare board = square();
  for (const int cell : {0, 8, 40, 72, 80}) {
    const ImVec2 corner = board.corner_of(cell);
    const auto commands = click({corner.x + board.cell / 2, corner.y + board.cell / 2});
    ASSERT_NE(asked<wish::Select>(commands), nullptr) << cell;
    EXPECT_EQ(asked<wish::Select>(commands)->cell, cell);
  }
  EXPECT_TRUE(click({board.corner.x - 8, board.corner.y + 5}).empty()) << "beside the board";
}

TEST_F(PlayPanels, ARightClickNotesTheSymbolOfItsPlace) {
  const BoardSquare board = square();
  const ImVec2 corner = board.corner_of(3);
  for (int value = 1; value <= 9; ++value) {
    const float x = (static_cast<float>((value - 1) % 3) + 0.5f) / 3;
    const float y = (static_cast<float>((value - 1) / 3) + 0.5f) / 3;
    const ImVec2 at(corner.x + x * board.cell, corner.y + y * board.cell);
    for (const auto& commands : {click(at, 1), click(at, 0, true)}) {
      ASSERT_NE(asked<wish::NoteAt>(commands), nullptr) << value;
      EXPECT_EQ(asked<wish::NoteAt>(commands)->cell, 3);
      EXPECT_EQ(asked<wish::NoteAt>(commands)->value, value);
    }
  }
}

// Everything in the panel, every few units.
TEST_F(PlayPanels, EachButtonAsksForItsWish) {
  game_.apply(play::SetEntry{2, 4}, 0);
  game_.apply(play::SetEntry{3, 6}, 0);
  game_.apply(play::Undo{}, 0);
  std::set<int> put, noted;
  bool hint = false, check = false, solve = false, undo = false, redo = false, restart = false,
       games = false, back = false, fill = false, erase = false, notes = false, paper = false,
       pause = false;
  int options = 0;
  for (float y = 3; y < kHeight; y += 8)
    for (float x = kWidth - 295; x < kWidth; x += 32)
      for (const int button : {0, 1}) {
        const auto commands = click({x, y}, button);
        if (const auto* one = asked<wish::Put>(commands))
          (one->mark ? noted : put).insert(one->value);
        hint |= asked<wish::Hint>(commands) != nullptr;
        check |= asked<wish::Check>(commands) != nullptr;
        solve |= asked<wish::SolveAll>(commands) != nullptr;
        games |= asked<wish::Games>(commands) != nullptr;
        back |= asked<wish::Close>(commands) != nullptr;
        erase |= asked<wish::Erase>(commands) != nullptr;
        notes |= asked<wish::Notes>(commands) != nullptr;
        paper |= asked<wish::ToPaper>(commands) != nullptr;
        pause |= asked<wish::Pause>(commands) != nullptr;
        undo |= asked_command<play::Undo>(commands);
        redo |= asked_command<play::Redo>(commands);
        restart |= asked_command<play::Restart>(commands);
        fill |= asked_command<play::FillMarks>(commands);
        options += asked_command<play::ChangeOptions>(commands);
        column_.look.panel_open = true;
      }
  EXPECT_EQ(put, (std::set<int>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(noted, put);
  EXPECT_TRUE(hint && check && solve && undo && redo && restart && games && back && fill && erase &&
              notes && paper && pause);
  EXPECT_GT(options, 0);
}

TEST_F(PlayPanels, KeysAreSymbolsAndMoves) {
  const auto seven = press({'7'}, '7');
  ASSERT_EQ(seven.size(), 1u) << "the character that follows is no second one";
  EXPECT_EQ(asked<wish::Type>(seven)->symbol, '7');
  const auto noted = press({'A', NamedKey::none, false, true}, 'A');
  EXPECT_TRUE(asked<wish::Type>(noted)->mark);
  EXPECT_EQ(asked<wish::Move>(press({0, NamedKey::up}))->rows, -1);
  EXPECT_TRUE(asked<wish::Move>(press({0, NamedKey::end}))->to_edge);
  EXPECT_TRUE(asked_command<play::Undo>(press({'Z', NamedKey::none, true})));
  EXPECT_TRUE(asked_command<play::Redo>(press({'Z', NamedKey::none, true, true})));
  EXPECT_NE(asked<wish::Hint>(press({0, NamedKey::f3})), nullptr);
  EXPECT_NE(asked<wish::Close>(press({0, NamedKey::f4})), nullptr);
  EXPECT_NE(asked<wish::Leave>(press({0, NamedKey::escape})), nullptr);
  EXPECT_TRUE(press({'?'}, '?').empty());
  const auto quit = press({'Q', NamedKey::none, true});
  EXPECT_TRUE(quit.size() == 1 && std::holds_alternative<Quit>(quit[0]));
  column_.card = true;
  EXPECT_TRUE(press({0, NamedKey::escape}).empty());
  EXPECT_FALSE(column_.card) << "the card first";
}

TEST_F(PlayPanels, BesideThePlayViewTheKeyOpensIt) {
  view_.play = {};
  const auto commands = press({0, NamedKey::f4});
  ASSERT_EQ(commands.size(), 1u);
  EXPECT_TRUE(std::holds_alternative<PlayBoard>(commands[0]));
  EXPECT_TRUE(press({0, NamedKey::f3}).empty());
}

TEST_F(PlayPanels, APausedBoardIsHidden) {
  const auto digits = [&] {
    frame({1, 1}, -1);
    frame({1, 1}, -1);
    int vertices = 0;
    for (int i = 0; i < ImGui::GetDrawData()->CmdListsCount; ++i)
      if (std::string(ImGui::GetDrawData()->CmdLists[i]->_OwnerName) == "play")
        vertices += ImGui::GetDrawData()->CmdLists[i]->VtxBuffer.Size;
    return vertices;
  };
  const int shown = digits();
  game_.apply(play::Pause{true}, 0);
  EXPECT_LT(digits(), shown / 2);
  const BoardSquare board = square();
  const ImVec2 middle(board.corner.x + 20, board.corner.y + 20);
  const auto commands = click(middle);
  EXPECT_EQ(asked<wish::Select>(commands), nullptr);
  EXPECT_NE(asked<wish::Pause>(commands), nullptr);
}

}  // namespace
}  // namespace gridlens
