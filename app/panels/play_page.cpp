#include "app/panels/play_page.h"

#include <fmt/format.h>
#include <imgui/imgui.h>

#include <algorithm>

#include "app/keys/keys.h"
#include "app/panels/board_drawing.h"
#include "app/panels/games_list.h"
#include "app/panels/gui_context.h"
#include "app/panels/theme.h"
#include "app/panels/widgets.h"

namespace gridlens {
namespace {

constexpr ImGuiWindowFlags kPageWindow = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                         ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                         ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav;

DrawnBoard drawn(const PlayView& play) {
  const Game& game = *play.game;
  DrawnBoard board;
  board.document = &game.document();
  if (game.finished()) return board;
  board.selected = play.selected;
  board.value = play.highlighted;
  board.typed = play.typed;
  board.wrong = play.wrong;
  if (game.options().show_conflicts) board.conflicts = game.conflicts();
  if (play.selected >= 0) board.seen = game.seen_by(play.selected);
  if (!play.hint) return board;
  board.seen.clear();
  board.hint_cell = play.hint->cell;
  if (play.hint->kind == HelpKind::wrong_entry) board.wrong.push_back(play.hint->cell);
  board.shaded = play.shaded;
  board.because = play.hint->because;
  board.struck = play.hint->struck;
  return board;
}

void take_mouse(const PlayView& play, const BoardSquare& place, std::vector<Command>& commands) {
  if (!ImGui::IsWindowHovered()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto cell = place.cell_at(mouse);
  if (!cell) return;
  const bool left = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  const bool notes =
      ImGui::IsMouseClicked(ImGuiMouseButton_Right) || (left && ImGui::GetIO().KeyShift);
  if (notes) {
    const int value = place.n <= kLargestNoteRaster ? place.note_at(mouse) : play.highlighted;
    if (value > 0)
      commands.emplace_back(PlayWish(wish::NoteAt{*cell, value}));
    else
      commands.emplace_back(PlayWish(wish::Select{*cell}));
  } else if (left) {
    commands.emplace_back(PlayWish(wish::Select{*cell}));
  }
}

struct CardLine {
  std::string text;
  ImFont* font;
  ImU32 colour;
};

// A note in the middle of the board.
void draw_card(const BoardSquare& place, const std::vector<CardLine>& lines) {
  const float gap = ImGui::GetTextLineHeight() * 0.5f;
  ImVec2 extent(0, -gap);
  for (const CardLine& line : lines) {
    const ImVec2 one = line.font->CalcTextSizeA(line.font->FontSize, FLT_MAX, 0, line.text.c_str());
    extent = {std::max(extent.x, one.x), extent.y + one.y + gap};
  }
  const ImVec2 middle(place.corner.x + place.size() / 2, place.corner.y + place.size() / 2);
  const float pad = 2 * gap + gap;
  const ImVec2 low(middle.x - extent.x / 2 - pad, middle.y - extent.y / 2 - pad);
  const ImVec2 high(middle.x + extent.x / 2 + pad, middle.y + extent.y / 2 + pad);
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(low, high, theme::kPopup, 2 * gap);
  list->AddRect(low, high, theme::kBoardEdge, 2 * gap, 0, 2);
  float y = low.y + pad;
  for (const CardLine& line : lines) {
    const ImVec2 one = line.font->CalcTextSizeA(line.font->FontSize, FLT_MAX, 0, line.text.c_str());
    list->AddText(line.font, line.font->FontSize, {middle.x - one.x / 2, y}, line.colour,
                  line.text.c_str());
    y += one.y + gap;
  }
}

void finish_card(const PlayView& play, const BoardSquare& place) {
  const Game& game = *play.game;
  std::vector<CardLine> lines;
  if (game.was_solved()) {
    lines.push_back({"Filled in by GridLens", gui_fonts().bold, theme::kText});
  } else {
    lines.push_back({"Solved!", gui_fonts().bold, theme::kGood});
    std::string how = play.about + ", in " + clock_text(play.elapsed_ms);
    if (game.hints() > 0)
      how += fmt::format(", with {} hint{}", game.hints(), game.hints() == 1 ? "" : "s");
    lines.push_back({how, gui_fonts().text, theme::kText});
  }
  lines.push_back({key_names(Action::play_games) + " lists the games, " +
                       key_names(Action::play_restart) + " begins again",
                   gui_fonts().small, theme::kQuiet});
  draw_card(place, lines);
}

void draw_paused(const PlayView& play, const BoardSquare& place, std::vector<Command>& commands) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 low = place.corner;
  list->AddRectFilled(low, {low.x + place.size(), low.y + place.size()}, theme::kBoard);
  list->AddRect(low, {low.x + place.size(), low.y + place.size()}, theme::kBoardEdge, 0, 0, 2);
  draw_card(place, {{"Paused at " + clock_text(play.elapsed_ms), gui_fonts().bold, theme::kText},
                    {"a click or " + key_names(Action::play_pause) + " goes on", gui_fonts().text,
                     theme::kQuiet}});
  if (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
      place.cell_at(ImGui::GetIO().MousePos))
    commands.emplace_back(PlayWish(wish::Pause{}));
}

void no_game(ImVec2 room) {
  const std::string text =
      "No game yet. Show a Sudoku to the camera or open a picture, then press " +
      key_names(Action::play_board) + "; or paste a puzzle with " + key_names(Action::paste) + ".";
  const float width = std::min(room.x * 0.8f, ImGui::GetFontSize() * 26);
  ImGui::SetCursorPos({(room.x - width) / 2, room.y * 0.4f});
  ImGui::PushTextWrapPos((room.x + width) / 2);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
}

}  // namespace

std::string clock_text(std::int64_t elapsed_ms) {
  const std::int64_t s = elapsed_ms / 1000;
  if (s >= 3600) return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
  return fmt::format("{}:{:02}", s / 60, s % 60);
}

PlayRoom picture_room(const PlayView& play, float width, float height) {
  if (!play.open || !play.to_paper || play.games_open) return {};
  if (width >= height * 1.2f) {
    const float part = width * 0.42f;
    return {width - part, 0, part, height};
  }
  const float part = height * 0.34f;
  return {0, height - part, width, part};
}

void draw_play_page(const SessionView& view, float width, double scale,
                    std::vector<Command>& commands) {
  const PlayView& play = view.play;
  if (!play.open) return;
  const float height = ImGui::GetIO().DisplaySize.y;
  const PlayRoom taken = picture_room(play, width, height);
  const ImVec2 room(taken.x > 0 ? taken.x : width, taken.y > 0 ? taken.y : height);
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(room);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImU32(theme::kBackground));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::Begin("play", nullptr,
               kPageWindow | ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollbar |
                   ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  if (play.games_open) {
    draw_games_list(play, room, scale, commands);
  } else if (play.game == nullptr) {
    no_game(room);
  } else {
    const float margin = 18 * static_cast<float>(scale);
    const float inset = std::min(margin, std::min(room.x, room.y) * 0.04f);
    const BoardSquare place =
        BoardSquare::fit({inset, inset}, {room.x - 2 * inset, room.y - 2 * inset}, play.game->n());
    if (play.game->paused()) {
      draw_paused(play, place, commands);
    } else {
      draw_board(*ImGui::GetWindowDrawList(), drawn(play), place);
      if (play.finish_card) finish_card(play, place);
      take_mouse(play, place, commands);
    }
  }
  ImGui::End();
}

}  // namespace gridlens
