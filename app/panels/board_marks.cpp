#include "app/panels/board_marks.h"

#include <imgui/imgui.h>

#include <array>

#include "app/panels/gui_context.h"
#include "app/panels/theme.h"

namespace gridlens {

namespace {

ImU32 state_colour(BoardState state) {
  switch (state) {
    case BoardState::solved:
      return theme::kGood;
    case BoardState::reading:
      return theme::kBusy;
    case BoardState::multiple:
    case BoardState::budget:
      return theme::kWarning;
    case BoardState::contradiction:
    case BoardState::unreadable:
      return theme::kBad;
  }
  return theme::kQuiet;
}

}  // namespace

const char* word_of(BoardState state) {
  switch (state) {
    case BoardState::solved:
      return "solved";
    case BoardState::reading:
      return "being read";
    case BoardState::multiple:
      return "several solutions";
    case BoardState::contradiction:
      return "contradiction";
    case BoardState::unreadable:
      return "unreadable";
    case BoardState::budget:
      return "too hard";
  }
  return "";
}

void state_mark(BoardState state) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 colour = state_colour(state);
  const float line = ImGui::GetTextLineHeight();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 centre(corner.x + line * 0.4f, corner.y + line * 0.53f);
  const float reach = line * 0.3f;
  const float stroke = line * 0.15f;
  const auto at = [&](float x, float y) {
    return ImVec2(centre.x + x * reach, centre.y + y * reach);
  };
  switch (state) {
    case BoardState::solved: {
      const std::array<ImVec2, 3> tick = {at(-1, 0), at(-0.3f, 0.8f), at(1, -0.9f)};
      list->AddPolyline(tick.data(), 3, colour, 0, stroke);
      break;
    }
    case BoardState::reading:
      for (const float x : {-1.0f, 0.0f, 1.0f})
        list->AddCircleFilled(at(x, 0.1f), line * 0.1f, colour, 12);
      break;
    case BoardState::multiple:
      list->AddRect(at(-1, -1), at(0.4f, 0.4f), colour, 0, 0, stroke * 0.7f);
      list->AddRectFilled(at(-0.3f, -0.3f), at(1, 1), colour);
      break;
    case BoardState::contradiction:
      list->AddLine(at(-0.8f, -0.8f), at(0.8f, 0.8f), colour, stroke);
      list->AddLine(at(-0.8f, 0.8f), at(0.8f, -0.8f), colour, stroke);
      break;
    case BoardState::unreadable: {
      ImGui::PushFont(gui_fonts().bold);
      const ImVec2 size = ImGui::CalcTextSize("?");
      list->AddText({centre.x - size.x / 2, corner.y}, colour, "?");
      ImGui::PopFont();
      break;
    }
    case BoardState::budget: {
      list->AddCircle(centre, reach, colour, 20, stroke * 0.7f);
      list->AddLine(centre, at(0, -0.7f), colour, stroke * 0.7f);
      list->AddLine(centre, at(0.6f, 0), colour, stroke * 0.7f);
      break;
    }
  }
  ImGui::Dummy({line * 0.8f, line});
  ImGui::SameLine();
}

}  // namespace gridlens
