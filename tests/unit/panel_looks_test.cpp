// How the panels look, without a window: no text is cut, and all of it stands out from its
// background.
#include <gtest/gtest.h>
#include <imgui/imgui.h>
#include <imgui/imgui_internal.h>

#include <array>
#include <cmath>
#include <set>
#include <string>

#include "app/panels/gui_context.h"
#include "app/panels/panel_column.h"
#include "app/panels/play_page.h"
#include "app/panels/theme.h"
#include "tests/unit/full_view.h"
#include "tests/unit/sample_board.h"

namespace gridlens {
namespace {

class PanelLooks : public testing::Test {
 protected:
  GuiContext context_;
};

// What of the text in the panel's window is cut: glyphs that no font has as they are drawn, or that
// stick out of what is shown, and things wider than the column.
std::string cut_text(const char* name, bool across_only) {
  std::set<std::array<float, 4>> glyphs;
  for (const ImFont* font : ImGui::GetIO().Fonts->Fonts)
    for (const ImFontGlyph& glyph : font->Glyphs)
      glyphs.insert({glyph.U0, glyph.V0, glyph.U1, glyph.V1});
  constexpr float kRounding = 1.01f;  // things are placed at whole pixels
  ImGuiWindow* window = ImGui::FindWindowByName(name);
  if (!window) return "no window";
  const float left = window->InnerClipRect.Min.x - 0.5f, right = window->InnerClipRect.Max.x + 0.5f;
  if (across_only && window->ContentSize.x > window->WorkRect.GetWidth() + kRounding)
    return "something is wider than the column by " +
           std::to_string(window->ContentSize.x - window->WorkRect.GetWidth());
  const ImDrawList& list = *window->DrawList;
  for (const ImDrawCmd& command : list.CmdBuffer) {
    if (command.TextureId != ImGui::GetIO().Fonts->TexID) continue;
    for (unsigned i = 0; i + 5 < command.ElemCount; ++i) {
      const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset + i;
      const bool quad = index[1] == index[0] + 1 && index[2] == index[0] + 2 &&
                        index[3] == index[0] && index[4] == index[0] + 2 &&
                        index[5] == index[0] + 3;
      if (!quad) continue;
      const ImDrawVert* at = list.VtxBuffer.Data + command.VtxOffset + index[0];
      if (at[0].uv.x == at[2].uv.x || at[0].uv.y == at[2].uv.y) continue;  // no text
      if (at[0].uv.x != at[3].uv.x || at[0].uv.y != at[1].uv.y) continue;  // a thin line's
      if (!glyphs.contains({at[0].uv.x, at[0].uv.y, at[2].uv.x, at[2].uv.y})) return "a cut glyph";
      if (at[0].pos.x < left || at[2].pos.x > right) return "a glyph sticks out";
    }
  }
  return "";
}

// At every size and width, with every group open and a cell selected, in every theme.
TEST_F(PanelLooks, NoTextIsCut) {
  SessionView view = full_view();
  auto result = std::make_shared<FrameResult>(*view.result);
  result->boards.push_back(sample_board());
  result->boards.back().doubtful = {2, 3};
  result->boards.back().confidence = CellMap<float>(81, 0.6F);
  view.result = result;
  view.settings.show = Show::hint;
  view.advice = {{"r4c7 is 8: a hidden single, as row 4 has only one place for an 8"}};
  view.cards.resize(result->boards.size());
  view.cards.back().grade = "extreme";
  view.performance = {{1, 2, 30}, {20, 21, 190}, {30, 29, 30}, {0, 0, 1}};
  view.debug = {{"dark ink level 3", {}}};
  PanelColumn column;
  column.look.open.fill(true);
  column.editor.select({1, 3});
  for (const double scale : {1.0, 1.25, 1.5, 2.0, 3.0})
    for (const Theme theme : {Theme::dark, Theme::light, Theme::high_contrast})
      for (const int width : {640, 800, 1024, 1280, 1600}) {
        const double fitting = fitting_scale(scale, width);
        context_.set_scale(fitting);
        context_.set_theme(theme);
        for (int i = 0; i < 6; ++i) {
          ImGuiIO& io = ImGui::GetIO();
          io.DisplaySize = {static_cast<float>(width), 20'000};
          io.MousePos = {1, 1};
          ImGui::NewFrame();
          std::vector<Command> commands;
          const float free_width = draw_panel_column(column, fitting, view, commands);
          EXPECT_GE(free_width, static_cast<float>(width) / 2);
          ImGui::Render();
        }
        EXPECT_EQ(cut_text("panels", true), "") << "scale " << scale << ", width " << width;
      }
  EXPECT_EQ(fitting_scale(3, 1024), 3);  // no smaller than wished where that is promised
}

GameRecord record_to_play(Shape shape) {
  GameRecord record;
  record.document = PuzzleDocument(shape);
  record.document.title = "a title that is far too long for one line of so narrow a column";
  record.document.givens.set(0, 0, shape.n());
  record.document.elapsed_ms = 36'000'000;
  return record;
}

// The play view at every size: the panel, and the board or the list of games beside it.
TEST_F(PanelLooks, ThePlayViewIsNotCut) {
  // As the window's renderer has it: a large board full of notes is more than 16 bits can count.
  ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  auto listing = std::make_shared<GameStore::Listing>();
  for (const Shape shape : {Shape{2, 2}, Shape{3, 3}, Shape{5, 5}}) {
    GameStore::Entry entry{"game " + shape.to_string(), record_to_play(shape)};
    entry.record.grade = "extreme";
    listing->games.push_back(entry);
  }
  for (const Shape shape : {Shape{2, 2}, Shape{3, 3}, Shape{4, 4}, Shape{6, 6}}) {
    Game game(record_to_play(shape));
    game.apply(play::Pause{false}, 0);
    game.apply(play::FillMarks{}, 0);
    SessionView view;
    view.play.open = true;
    view.play.game = &game;
    view.play.selected = 1;
    view.play.about = "36x36 jigsaw, several solutions";
    view.play.message = "r1c2 is 4 (hidden single): box 16 has only one place for a 4";
    view.play.to_paper = true;
    view.play.trouble = "cannot save the game in /a/very/long/path/that/no/column/holds";
    view.play.games = listing;
    for (const bool games : {false, true})
      for (const double scale : {1.0, 2.0, 3.0})
        for (const int width : {640, 1024, 1600}) {
          view.play.games_open = games;
          const double fitting = fitting_scale(scale, width);
          context_.set_scale(fitting);
          PanelColumn column;
          for (int i = 0; i < 4; ++i) {
            ImGui::GetIO().DisplaySize = {static_cast<float>(width), 2000};
            ImGui::GetIO().MousePos = {1, 1};
            ImGui::NewFrame();
            std::vector<Command> commands;
            const float free_width = draw_panel_column(column, fitting, view, commands);
            draw_play_page(view, free_width, fitting, commands);
            EXPECT_TRUE(commands.empty());
            ImGui::Render();
          }
          EXPECT_EQ(cut_text("panels", true), "") << "scale " << scale << ", width " << width;
          EXPECT_EQ(cut_text("play", false), "") << "scale " << scale << ", width " << width;
        }
  }
}

// The card is whole where it fits, and can be scrolled where it does not.
TEST_F(PanelLooks, TheCardOfKeysCanBeRead) {
  const SessionView view;
  for (const double scale : {1.0, 2.0, 3.0})
    for (const ImVec2 size : {ImVec2(1600, 1000), ImVec2(1024, 600), ImVec2(640, 400)}) {
      context_.set_scale(scale);
      PanelColumn column;
      column.card = true;
      for (int i = 0; i < 3; ++i) {
        ImGui::GetIO().DisplaySize = size;
        ImGui::GetIO().MousePos = {1, 1};
        ImGui::NewFrame();
        std::vector<Command> commands;
        draw_panel_column(column, scale, view, commands);
        ImGui::Render();
      }
      const ImGuiWindow* window = ImGui::FindWindowByName("keys");
      ASSERT_NE(window, nullptr);
      EXPECT_LE(window->Size.x, size.x);
      EXPECT_LE(window->Size.y, size.y);
      EXPECT_EQ(cut_text("keys", false), "") << scale << " " << size.x;
      EXPECT_LE(window->ContentSize.x, window->InnerRect.GetWidth()) << scale << " " << size.x;
      if (scale == 1 && size.x > 1000) {
        EXPECT_EQ(window->ScrollMax.y, 0) << size.x;
      }
    }
}

double luminance(ImU32 colour) {
  const ImVec4 c = ImGui::ColorConvertU32ToFloat4(colour);
  const auto linear = [](float v) {
    return v <= 0.03928f ? v / 12.92 : std::pow((static_cast<double>(v) + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(c.x) + 0.7152 * linear(c.y) + 0.0722 * linear(c.z);
}

double contrast(Theme theme, theme::Colour text, theme::Colour background) {
  const double a = luminance(theme::colour_of(theme, text));
  const double b = luminance(theme::colour_of(theme, background));
  return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

TEST(Theme, TextAndStatesStandOut) {
  for (const Theme theme : {Theme::dark, Theme::light, Theme::high_contrast}) {
    const double least = theme == Theme::high_contrast ? 7 : 4.5;
    const int number = static_cast<int>(theme);
    for (const theme::Colour text :
         {theme::kText, theme::kQuiet, theme::kGood, theme::kBusy, theme::kWarning, theme::kBad}) {
      EXPECT_GE(contrast(theme, text, theme::kPanel), least) << number << " " << text.index();
      EXPECT_GE(contrast(theme, text, theme::kPopup), least) << number << " " << text.index();
    }
    for (const theme::Colour background :
         {theme::kField, theme::kFieldHovered, theme::kFieldPressed})
      EXPECT_GE(contrast(theme, theme::kText, background), least)
          << number << " " << background.index();
    for (const theme::Colour background : {theme::kAccent, theme::kAccentHovered})
      EXPECT_GE(contrast(theme, theme::kAccentText, background), theme == Theme::dark ? 3.8 : 4.5)
          << number << " " << background.index();
    EXPECT_GE(contrast(theme, theme::kNoteText, theme::kNoteBackground), 7) << number;
    for (const theme::Colour background :
         {theme::kBoard, theme::kBoardShade, theme::kBoardSame, theme::kBoardHint})
      for (const theme::Colour ink :
           {theme::kBoardGiven, theme::kBoardEntry, theme::kBoardNote, theme::kBoardWrong})
        EXPECT_GE(contrast(theme, ink, background), least)
            << number << " " << ink.index() << " on " << background.index();
  }
}

}  // namespace
}  // namespace gridlens
