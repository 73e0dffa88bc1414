#include "app/panels/debug_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/panels/gui_context.h"
#include "app/panels/theme.h"
#include "app/panels/widgets.h"
#include "app/views/cell_editor.h"

namespace gridlens {
namespace {

constexpr float kSure = 0.99f;  // above it a cell is left unmarked

std::string symbol_at(const BoardResult& board, int value) {
  return value > 0 && board.alphabet ? board.alphabet->symbol(value) : "";
}

// "r1c4: 3 62 %, 3 or 8".
std::string reading_at(const BoardResult& board, int cell) {
  const int value = value_at(board, cell);
  std::string text =
      name_of_cell(cell, board.n) + ": " + (value == 0 ? "blank" : symbol_at(board, value));
  if (cell < board.confidence.size())
    text += fmt::format(" {:.1f} %", 100 * board.confidence[cell]);
  if (cell < board.likeliest.size()) {
    const auto& [first, second] = board.likeliest[cell];
    text += ", likeliest: " + (first > 0 ? symbol_at(board, first) : "blank");
    if (second >= 0) text += " or " + (second > 0 ? symbol_at(board, second) : "blank");
  }
  return text;
}

// All cells with their symbols, where there is room for them; the less sure, the more of the cell
// is filled from below.
void readings(const BoardResult& board) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float side = width / static_cast<float>(board.n);
  ImGui::InvisibleButton("readings", {width, width});
  ImDrawList* list = ImGui::GetWindowDrawList();
  ImGui::PushFont(gui_fonts().small);
  for (int cell = 0; cell < board.n * board.n; ++cell) {
    const ImVec2 low(corner.x + static_cast<float>(cell % board.n) * side,
                     corner.y + static_cast<float>(cell / board.n) * side);
    const ImVec2 high(low.x + side - 1, low.y + side - 1);
    list->AddRectFilled(low, high, theme::kField);
    if (cell < board.confidence.size() && board.confidence[cell] < kSure) {
      const float doubt = std::clamp(1 - board.confidence[cell], 0.1f, 1.0f);
      list->AddRectFilled({low.x, high.y - doubt * (high.y - low.y)}, high, theme::kAccentQuiet);
    }
    const int value = value_at(board, cell);
    const std::string text = symbol_at(board, value);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    if (size.x > side - 2 || size.y > side) continue;
    const bool given = board.clues->at(cell) != 0;
    list->AddText({(low.x + high.x - size.x) / 2, (low.y + high.y - size.y) / 2},
                  given ? theme::kText : theme::kBusy, text.c_str());
  }
  ImGui::PopFont();
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const int column = static_cast<int>((mouse.x - corner.x) / side);
  const int row = static_cast<int>((mouse.y - corner.y) / side);
  tip(reading_at(board,
                 std::clamp(row, 0, board.n - 1) * board.n + std::clamp(column, 0, board.n - 1)));
}

void board_details(const BoardResult& board) {
  ImGui::PushID(board.id);
  value_row(fmt::format("Board {}", board.id).c_str(), to_string(board.track));
  if (*board.why != '\0') quiet_text(board.why);
  if (!board.objections.empty()) quiet_text("Against it:" + objections_text(board.objections));
  value_row("Lattice score", fmt::format("{:.2f}", board.lattice_score));
  value_row("Covered cells", std::to_string(board.occluded.size()));
  if (board.clues) readings(board);
  ImGui::PopID();
}

void stage_picture(const DebugPicture& stage, const TextureOf& texture_of) {
  const cv::Mat& bgr = stage.picture.bgr;
  if (bgr.empty()) return;
  quiet_text(stage.name);
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = width * static_cast<float>(bgr.rows) / static_cast<float>(bgr.cols);
  void* texture = texture_of ? texture_of(stage.picture) : nullptr;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  if (texture != nullptr)
    ImGui::GetWindowDrawList()->AddImage(texture, corner, {corner.x + width, corner.y + height});
  ImGui::Dummy({width, height});
}

}  // namespace

bool debug_panel(const SessionView& view, const TextureOf& texture_of) {
  if (!panel_heading("Debug views")) return false;
  if (view.result)
    for (const BoardResult& board : view.result->boards) board_details(board);
  if (view.debug.empty()) quiet_text("looking at what the stages see ...");
  for (const DebugPicture& stage : view.debug) stage_picture(stage, texture_of);
  return true;
}

}  // namespace gridlens
