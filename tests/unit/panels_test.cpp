// The panels without a window: what they ask for, and that every view can be drawn.
#include <gtest/gtest.h>
#include <imgui/imgui.h>
#include <imgui/imgui_internal.h>

#include <set>
#include <string>

#include "app/panels/control_panel.h"
#include "app/panels/gui_context.h"
#include "app/panels/panel_column.h"
#include "app/panels/picture_notes.h"
#include "tests/unit/full_view.h"
#include "tests/unit/sample_board.h"

namespace gridlens {
namespace {

constexpr float kWidth = 900, kHeight = 2400;

// One drawn frame with the mouse at a place, button down or not.
std::vector<Command> frame(const SessionView& view, PanelColumn& column, double scale, ImVec2 mouse,
                           bool down) {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {kWidth * static_cast<float>(scale), kHeight * static_cast<float>(scale)};
  io.DeltaTime = 1 / 60.0f;
  io.MousePos = mouse;
  io.MouseDown[0] = down;
  std::vector<Command> commands;
  ImGui::NewFrame();
  draw_panel_column(column, scale, view, commands);
  draw_picture_notes(view, {0, 60, 500, 300}, scale);
  ImGui::Render();
  return commands;
}

// Presses and releases at one place; all commands that came of it.
std::vector<Command> click(const SessionView& view, PanelColumn& column, double scale,
                           ImVec2 mouse) {
  std::vector<Command> all;
  for (const bool down : {false, true, false, false}) {
    for (Command& command : frame(view, column, scale, mouse, down)) all.push_back(command);
  }
  return all;
}

// Headings that were folded by a click stand open again.
void unfold_all() {
  if (ImGuiWindow* window = ImGui::FindWindowByName("panels")) window->StateStorage.Clear();
}

class Panels : public testing::Test {
 protected:
  GuiContext context_;
};

// Clicks everything there is, every 6 units: each command comes from somewhere, nothing else
// happens, and no click asks for two things.
TEST_F(Panels, ClicksReachEveryCommand) {
  context_.set_scale(1);
  const SessionView view = full_view();
  int settings = 0, starts = 0, forgets = 0, reports = 0, popups = 0;
  int cameras_off = 0, paces = 0, fills = 0, corrections = 0;
  std::set<std::string> opened;
  std::set<Theme> themes;
  std::set<double> scales;
  bool seen_card = false;
  bool seen_givens = false, seen_off = false, seen_hands = false, seen_mirror = false,
       seen_paused = false, seen_outline_off = false, seen_colour = false, seen_opacity = false;
  for (float y = 3; y < kHeight; y += 6) {
    for (float x = kWidth - 300; x < kWidth; x += 12) {
      PanelColumn column;
      const std::vector<Command> commands = click(view, column, 1, {x, y});
      themes.insert(column.look.theme);
      scales.insert(column.look.scale);
      seen_card |= column.card;
      if (column.card) {  // closed by a click beside
        click(view, column, 1, {5, 5});
        EXPECT_FALSE(column.card);
      }
      ASSERT_LE(commands.size(), 3u);  // a slider tells on press and while held
      for (const Command& command : commands) {
        ASSERT_FALSE(std::holds_alternative<Quit>(command));
        starts += std::holds_alternative<StartRecording>(command);
        forgets += std::holds_alternative<ForgetBoards>(command);
        cameras_off += std::holds_alternative<StopCameraOutput>(command);
        paces += std::holds_alternative<SetFillPace>(command);
        if (const auto* fill = std::get_if<StartFill>(&command))
          (fill->correct ? corrections : fills) += 1;
        reports += std::holds_alternative<SaveReport>(command);
        if (const auto* change = std::get_if<ChangeSettings>(&command)) {
          ++settings;
          const Settings& s = change->settings;
          seen_givens |= s.show == Show::givens;
          seen_off |= s.show == Show::none;
          seen_hands |= s.spare_hands;
          seen_mirror |= s.mirror;
          seen_paused |= s.paused;
          seen_outline_off |= !s.outline;
          seen_colour |= !(s.solution_colour == view.settings.solution_colour);
          seen_opacity |= s.opacity < 0.9f && s.opacity >= 0.1f;
        }
      }
      unfold_all();
      if (!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) continue;
      ++popups;
      // The list of cameras hangs below its button: choose from it, or close it by a click beside.
      if (popups < 400) {
        for (const float below : {18.0f, 40.0f}) {
          for (const Command& command : click(view, column, 1, {x, y + below})) {
            if (const auto* open = std::get_if<OpenSource>(&command)) opened.insert(open->spec);
          }
        }
      }
      click(view, column, 1, {5, kHeight - 10});
    }
  }
  EXPECT_EQ(themes.size(), 3u);
  EXPECT_EQ(scales, (std::set<double>{0, 0.75, 1.25}));
  EXPECT_TRUE(seen_card);
  EXPECT_GT(cameras_off, 0);
  EXPECT_GT(paces, 0);
  EXPECT_GT(fills, 0);
  EXPECT_GT(corrections, 0);
  EXPECT_GT(starts, 0);
  EXPECT_GT(forgets, 0);
  EXPECT_GT(reports, 0);
  EXPECT_GT(settings, 0);
  EXPECT_TRUE(opened.count("/dev/video0") == 1 || opened.count("/dev/video2") == 1);
  EXPECT_TRUE(seen_givens && seen_off && seen_hands && seen_mirror && seen_paused &&
              seen_outline_off && seen_colour && seen_opacity);
}

TEST_F(Panels, HandleFoldsTheColumnAndBringsItBack) {
  context_.set_scale(2);
  PanelColumn column;
  const SessionView view;
  std::vector<Command> commands;
  const auto free_width = [&] {
    ImGui::NewFrame();
    const float width = draw_panel_column(column, 2, view, commands);
    ImGui::Render();
    return width;
  };
  click(view, column, 2, {kWidth * 2 - 304 * 2 + 20, 20});
  EXPECT_FALSE(column.look.panel_open);
  EXPECT_EQ(free_width(), kWidth * 2);
  click(view, column, 2, {kWidth * 2 - 10, 60});
  EXPECT_TRUE(column.look.panel_open);
  EXPECT_EQ(free_width(), kWidth * 2 - 304 * 2);
}

TEST_F(Panels, StopButtonWhileRecording) {
  context_.set_scale(1);
  SessionView view;
  view.recording.running = true;
  view.recording.file = "x.mkv";
  bool stopped = false;
  for (float y = 3; y < kHeight && !stopped; y += 6) {
    PanelColumn column;
    for (const Command& command : click(view, column, 1, {kWidth - 230, y})) {
      EXPECT_FALSE(std::holds_alternative<StartRecording>(command));
      stopped |= std::holds_alternative<StopRecording>(command);
    }
    unfold_all();
  }
  EXPECT_TRUE(stopped);
}

// Each button of the recording's panel, while one runs and while none does.
TEST_F(Panels, OutputsAreAskedForWithTheMouse) {
  context_.set_scale(1);
  for (const bool running : {false, true}) {
    SessionView view;
    auto result = std::make_shared<FrameResult>();
    result->boards = {sample_board()};
    view.result = result;
    view.outputs.videos_folder = "/films";
    view.outputs.pictures_folder = "/pictures";
    view.recording.running = running;
    view.recording.paused = running;
    int pauses = 0, snapshots = 0, pairs = 0, copies = 0;
    std::set<RecordedPicture> recorded;
    std::set<std::string> opened;
    for (float y = 3; y < kHeight; y += 6)
      for (const float x : {kWidth - 250, kWidth - 150, kWidth - 30}) {
        PanelColumn column;
        unfold_all();
        if (ImGuiWindow* window = ImGui::FindWindowByName("panels"))
          window->StateStorage.SetInt(window->GetID("Folders"), 1);
        for (const Command& command : click(view, column, 1, {x, y})) {
          if (const auto* pause = std::get_if<PauseRecording>(&command)) {
            EXPECT_FALSE(pause->paused) << "it is paused: it is to go on";
            ++pauses;
          }
          if (const auto* snapshot = std::get_if<SaveSnapshot>(&command))
            ++(snapshot->before_after ? pairs : snapshots);
          copies += std::holds_alternative<CopyPuzzles>(command);
          if (const auto* change = std::get_if<ChangeOutputs>(&command))
            recorded.insert(change->settings.recorded);
          if (const auto* open = std::get_if<OpenFolder>(&command))
            opened.insert(open->folder.string());
        }
      }
    EXPECT_EQ(pauses > 0, running);
    EXPECT_TRUE(snapshots > 0 && pairs > 0 && copies > 0);
    EXPECT_EQ(opened, (std::set<std::string>{"/films", "/pictures"}));
    EXPECT_EQ(recorded, running ? std::set<RecordedPicture>{}
                                : (std::set<RecordedPicture>{RecordedPicture::captured,
                                                             RecordedPicture::side_by_side}))
        << "a recording that runs keeps what it was begun with";
  }
}

// Letters are for the folder's field while it has the keyboard; each change is told at once.
TEST_F(Panels, AFolderIsTyped) {
  context_.set_scale(1);
  SessionView view;
  view.outputs.videos_folder = "/films";
  PanelColumn column;
  std::string typed;
  for (float y = 3; y < kHeight && typed.empty(); y += 6) {
    unfold_all();
    column.look.open.fill(true);
    if (ImGuiWindow* window = ImGui::FindWindowByName("panels"))
      window->StateStorage.SetInt(window->GetID("Folders"), 1);
    click(view, column, 1, {kWidth - 200, y});
    if (!ImGui::GetIO().WantTextInput) continue;
    for (const char letter : std::string("/tmp")) {
      ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(letter));
      for (const Command& command : frame(view, column, 1, {kWidth - 200, y}, false))
        if (const auto* change = std::get_if<ChangeOutputs>(&command))
          view.outputs.settings = change->settings;
    }
    typed = view.outputs.settings.videos_folder;
  }
  EXPECT_EQ(typed, "/tmp");
}

// The selected cell's buttons: its likeliest readings, given or entry, and as it was read.
TEST_F(Panels, TheSelectedCellIsCorrectedWithTheMouse) {
  context_.set_scale(1);
  SessionView view;
  auto result = std::make_shared<FrameResult>();
  BoardResult board;
  board.id = 4;
  board.n = 9;
  board.shape = Shape{3, 3};
  board.alphabet = Alphabet{};
  board.clues = Grid(Shape{3, 3});
  board.clues->set(0, 2, 7);
  board.entries = Grid(Shape{3, 3});
  board.likeliest = CellMap<std::array<int, 2>>(81, {7, 1});
  board.confidence = CellMap<float>(81, 0.6F);
  board.doubtful = {2};
  board.corrections = {{2, 7, Correction::Kind::given}};
  result->boards = {board};
  view.result = result;
  std::set<std::pair<int, Correction::Kind>> asked;
  for (float y = 3; y < kHeight; y += 6) {
    for (const float x : {kWidth - 230, kWidth - 80}) {
      PanelColumn column;
      column.editor.select({4, 2});
      for (const Command& command : click(view, column, 1, {x, y})) {
        const auto* correct = std::get_if<CorrectCell>(&command);
        if (!correct) continue;
        EXPECT_EQ(correct->board_id, 4);
        EXPECT_EQ(correct->correction.cell, 2);
        asked.emplace(correct->correction.value, correct->correction.kind);
      }
      unfold_all();
    }
  }
  using Kind = Correction::Kind;
  EXPECT_EQ(asked, (std::set<std::pair<int, Kind>>{
                       {7, Kind::given}, {1, Kind::given}, {7, Kind::entry}, {0, Kind::as_read}}));
}

// A blank cell's answer by itself; nothing for a given.
TEST_F(Panels, TheSelectedCellIsRevealedWithTheMouse) {
  context_.set_scale(1);
  SessionView view;
  auto result = std::make_shared<FrameResult>();
  result->boards = {sample_board()};
  view.result = result;
  for (const auto& [cell, revealed] : {std::pair(3, true), std::pair(0, false)}) {
    std::set<int> asked;
    for (float y = 3; y < kHeight; y += 6) {
      PanelColumn column;
      column.editor.select({1, cell});
      for (const Command& command : click(view, column, 1, {kWidth - 150, y}))
        if (const auto* reveal = std::get_if<RevealCell>(&command)) asked.insert(reveal->cell);
      unfold_all();
    }
    EXPECT_EQ(asked, revealed ? std::set<int>{cell} : std::set<int>{});
  }
}

// Empty, enormous and tiny: drawing must do, whatever the view holds.
TEST_F(Panels, EveryViewCanBeDrawn) {
  for (const double scale : {1.0, 1.5, 3.0}) {
    context_.set_scale(scale);
    PanelColumn column;
    SessionView view;
    EXPECT_TRUE(frame(view, column, scale, {1, 1}, false).empty());
    view = full_view();
    view.recording.running = true;
    view.recording.elapsed_ms = 1e12;
    view.recording.bytes = 4'000'000'000'000'000;
    view.source.name = std::string(500, 'W') + "\xFF\xC3";
    view.settings.paused = true;
    EXPECT_TRUE(frame(view, column, scale, {1, 1}, false).empty());
  }
}

}  // namespace
}  // namespace gridlens
