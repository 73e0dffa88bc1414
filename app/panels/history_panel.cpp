#include "app/panels/history_panel.h"

#include <imgui/imgui.h>

#include <string>

#include "app/panels/theme.h"
#include "app/panels/widgets.h"

namespace gridlens {
namespace {

// Those further back can be exported all the same.
constexpr std::size_t kMostShown = 50;

void solved_row(const SolvedCard& card, const TextureOf& texture_of,
                std::vector<Command>& commands) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float line = ImGui::GetTextLineHeight();
  const float size = 2 * line + style.ItemSpacing.y;
  const ImVec2 corner = ImGui::GetCursorPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool beside = size * 5 < width;
  ImGui::PushID(card.number);
  void* texture =
      beside && !card.picture.bgr.empty() && texture_of ? texture_of(card.picture) : nullptr;
  if (texture != nullptr) {
    const ImVec2 low = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddImage(texture, low, {low.x + size, low.y + size});
  }
  const float left = texture != nullptr ? size + style.ItemSpacing.x : 0;
  const float button = ImGui::CalcTextSize("Play").x + 3 * style.FramePadding.x;
  const float room = width - left - button - style.ItemSpacing.x;
  const auto text = [&](float row, const std::string& words, ImU32 colour) {
    ImGui::SetCursorPos({corner.x + left, corner.y + row * (line + style.ItemSpacing.y)});
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::TextUnformatted(shortened(words, room).c_str());
    ImGui::PopStyleColor();
  };
  const std::string n = std::to_string(card.n);
  text(0, n + "x" + n + (card.grade.empty() ? "" : ", " + card.grade), theme::kText);
  text(1, card.time + "  " + card.source, theme::kQuiet);
  ImGui::SetCursorPos({corner.x + width - button, corner.y + (size - ImGui::GetFrameHeight()) / 2});
  if (push_button("Play", button, "play")) commands.emplace_back(PlaySolved{card.number});
  tip("as a game in this window");
  ImGui::SetCursorPos({corner.x, corner.y + size + style.ItemSpacing.y});
  ImGui::PopID();
}

}  // namespace

void history_panel(const SessionView& view, const TextureOf& texture_of,
                   std::vector<Command>& commands) {
  const std::size_t count = view.solved.size();
  if (!panel_heading("History", count == 0 ? "nothing yet" : std::to_string(count) + " solved"))
    return;
  if (count == 0) quiet_text("Every board that is solved in this run is listed here");
  for (std::size_t i = 0; i < count && i < kMostShown; ++i)
    solved_row(view.solved[i], texture_of, commands);
  if (count > kMostShown) quiet_text("and " + std::to_string(count - kMostShown) + " before them");
  if (count == 0) return;
  if (push_button("Export all", ImGui::GetContentRegionAvail().x))
    commands.emplace_back(ExportSolved{});
  tip("as one file in the documents folder, which gridlens convert turns into other forms");
}

}  // namespace gridlens
