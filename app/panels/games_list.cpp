#include "app/panels/games_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <string>

#include "app/keys/keys.h"
#include "app/panels/board_drawing.h"
#include "app/panels/gui_context.h"
#include "app/panels/new_puzzle.h"
#include "app/panels/play_page.h"
#include "app/panels/theme.h"
#include "app/panels/widgets.h"

namespace gridlens {
namespace {

// "23 Nov 2026 14:05", in the person's time.
std::string date_text(std::int64_t seconds) {
  const auto at = static_cast<std::time_t>(seconds);
  std::tm parts{};
  if (seconds <= 0 || ::localtime_r(&at, &parts) == nullptr) return "";
  std::array<char, 64> text{};
  std::strftime(text.data(), text.size(), "%d %b %Y %H:%M", &parts);
  return text.data();
}

std::string kind_text(const GameRecord& record) {
  const int n = record.document.shape.n();
  std::string text = fmt::format("{0}x{0}", n);
  if (record.document.rules != RuleKind::classic)
    text += std::string(" ") + to_string(record.document.rules);
  return record.grade.empty() ? text : text + ", " + record.grade;
}

struct Progress {
  int filled = 0, blanks = 0;
};

Progress progress_of(const GameRecord& record) {
  const int cells = record.document.shape.cells();
  return {record.document.entries.count_filled(), cells - record.document.givens.count_filled()};
}

void progress_bar(const Progress& progress, float width) {
  const float height = ImGui::GetTextLineHeight() * 0.35f;
  const ImVec2 low = ImGui::GetCursorScreenPos();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(low, {low.x + width, low.y + height}, theme::kFieldPressed, height / 2);
  const float part = progress.blanks == 0 ? 1
                                          : static_cast<float>(progress.filled) /
                                                static_cast<float>(progress.blanks);
  if (part > 0)
    list->AddRectFilled(low, {low.x + std::max(width * part, height), low.y + height},
                        theme::kAccent, height / 2);
  ImGui::Dummy({width, height});
}

void game_row(const GameStore::Entry& entry, bool current, bool chosen,
              std::vector<Command>& commands) {
  const GameRecord& record = entry.record;
  const ImGuiStyle& style = ImGui::GetStyle();
  const float line = ImGui::GetTextLineHeight();
  const float picture = 4 * line + 3 * style.ItemSpacing.y;
  const ImVec2 corner = ImGui::GetCursorPos();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::PushID(entry.id.c_str());
  const float buttons = line * 5.5f;
  if (ImGui::InvisibleButton("open", {width, picture + 2 * style.ItemSpacing.y}))
    commands.emplace_back(PlayWish(wish::OpenGame{entry.id}));
  focus_frame();
  ImGui::SetItemAllowOverlap();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const bool hovered = ImGui::IsItemHovered();
  if (hovered || current)
    list->AddRectFilled(low, high, hovered ? theme::kFieldHovered : theme::kField,
                        style.FrameRounding);
  // Of a list longer than the window the chosen row stays in sight.
  if (chosen && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_DownArrow)))
    ImGui::SetScrollHereY();
  if (chosen && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_UpArrow))) ImGui::SetScrollHereY();
  if (chosen)
    list->AddTriangleFilled({low.x, low.y + picture / 2 - line * 0.4f},
                            {low.x, low.y + picture / 2 + line * 0.4f},
                            {low.x + line * 0.45f, low.y + picture / 2}, theme::kAccent);
  if (current) list->AddRect(low, high, theme::kAccent, style.FrameRounding, 0, 2);
  DrawnBoard board;
  board.document = &record.document;
  board.plain = true;
  const ImVec2 at(low.x + style.ItemSpacing.x, low.y + style.ItemSpacing.y);
  draw_board(*list, board, BoardSquare::fit(at, {picture, picture}, record.document.shape.n()));
  const float left = corner.x + picture + 3 * style.ItemSpacing.x;
  const float room = std::max(width - left - buttons - 2 * style.ItemSpacing.x, line * 4);
  float y = corner.y + style.ItemSpacing.y;
  const auto next = [&] {
    ImGui::SetCursorPos({left, y});
    y += line + style.ItemSpacing.y;
  };
  const auto text = [&](const std::string& words, ImU32 colour) {
    next();
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::TextUnformatted(shortened(words, room).c_str());
    ImGui::PopStyleColor();
  };
  const std::string& title =
      record.document.title.empty() ? record.document.source : record.document.title;
  text(title.empty() ? kind_text(record) : title, theme::kText);
  text((title.empty() ? "" : kind_text(record) + "   ") + clock_text(record.document.elapsed_ms),
       theme::kQuiet);
  const Progress progress = progress_of(record);
  text((record.finished ? std::string("finished")
                        : fmt::format("{} of {} filled in", progress.filled, progress.blanks)) +
           "   " + date_text(record.played_s),
       theme::kQuiet);
  next();
  progress_bar(progress, room);
  ImGui::SetCursorPos({corner.x + width - buttons - style.ItemSpacing.x,
                       corner.y + style.ItemSpacing.y + picture / 2 - ImGui::GetFrameHeight() / 2});
  // Once to be asked, once more to be sure.
  const ImGuiID asked = ImGui::GetID("asked");
  ImGuiStorage* storage = ImGui::GetStateStorage();
  const bool sure = storage->GetBool(asked, false);
  if (push_button(sure ? "Really?" : "Delete", buttons, "delete")) {
    if (sure) commands.emplace_back(PlayWish(wish::RemoveGame{entry.id}));
    storage->SetBool(asked, !sure);
  } else if (sure && !hovered && !ImGui::IsItemHovered()) {
    storage->SetBool(asked, false);
  }
  ImGui::SetCursorPos({corner.x, corner.y + picture + 3 * style.ItemSpacing.y});
  ImGui::PopID();
}

}  // namespace

void draw_games_list(const PlayView& play, ImVec2 room, double scale,
                     std::vector<Command>& commands) {
  const auto unit = static_cast<float>(scale);
  const float width = std::min(room.x - 20 * unit, 620 * unit);
  ImGui::SetCursorPos({(room.x - width) / 2, 14 * unit});
  ImGui::BeginChild("games", {width, room.y - 28 * unit}, false, ImGuiWindowFlags_NoBackground);
  if (push_button("Back to the board", std::min(width, ImGui::GetFontSize() * 12)))
    commands.emplace_back(PlayWish(wish::Games{}));
  tip("to the game as it was left", key_names(Action::play_games));
  ImGui::Spacing();
  draw_new_puzzle(play, commands);
  ImGui::Spacing();
  ImGui::Spacing();
  ImGui::PushFont(gui_fonts().bold);
  ImGui::TextUnformatted("Games");
  ImGui::PopFont();
  if (!play.games)
    quiet_text("looking ...");
  else if (play.games->games.empty())
    quiet_text("none is saved yet");
  else
    for (std::size_t i = 0; i < play.games->games.size(); ++i)
      game_row(play.games->games[i], play.games->games[i].id == play.game_id,
               static_cast<int>(i) == play.game_at, commands);
  if (play.games && !play.games->games.empty()) {
    if (push_button("Export all", std::min(width, ImGui::GetFontSize() * 12)))
      commands.emplace_back(ExportGames{});
    tip("as one file in the documents folder, which gridlens convert turns into other forms");
  }
  ImGui::EndChild();
}

}  // namespace gridlens
