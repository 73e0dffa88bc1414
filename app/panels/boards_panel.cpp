#include "app/panels/boards_panel.h"

#include <string>

#include "app/cell_editor.h"
#include "app/panels/gui_context.h"
#include "app/panels/theme.h"
#include "app/panels/widgets.h"

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

std::string size_of(const BoardResult& board) {
  if (board.n <= 0) return "";
  return std::to_string(board.n) + "x" + std::to_string(board.n);
}

// "3 doubtful: r1c4, r2c9, r7c7", the first of them where there are many.
std::string doubts(const BoardResult& board) {
  constexpr std::size_t kMostNamed = 4;
  std::string text = std::to_string(board.doubtful.size()) + " doubtful";
  for (std::size_t i = 0; i < board.doubtful.size() && i < kMostNamed; ++i)
    text += (i == 0 ? ": " : ", ") + name_of_cell(board.doubtful[i], board.n);
  return board.doubtful.size() > kMostNamed ? text + " ..." : text;
}

// "27 givens, boxes 3x3, 2 doubtful"; of a board that is not surely read, why it is shown so.
std::string details(const BoardResult& board) {
  if (!board.clues) return "not read yet";
  std::string text = std::to_string(board.clues->count_filled()) + " givens";
  if (board.shape) text += ", boxes " + board.shape->to_string();
  if (!board.doubtful.empty()) text += ", " + doubts(board);
  if (board.track != TrackState::confirmed) text += std::string(", ") + board.why;
  return text;
}

// Always two lines, so that what lies below stays where it is while boards come and go.
void board_row(ImU32 colour, const std::string& title, const std::string& detail) {
  dot(colour);
  text_line(title, theme::kText);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetTextLineHeight() * 0.6f +
                       ImGui::GetStyle().ItemSpacing.x);
  ImGui::PushFont(gui_fonts().small);
  text_line(detail, theme::kQuiet);
  ImGui::PopFont();
}

// Saves what is shown, and how it came about, for someone who can mend it.
void report_button(const SessionView& view, float width, std::vector<Command>& commands) {
  const ReportView& report = view.report;
  ImGui::BeginDisabled(report.running || !view.result);
  if (ImGui::Button(report.running ? "Saving ...###report" : "Save a report###report", {width, 0}))
    commands.emplace_back(SaveReport{});
  ImGui::EndDisabled();
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
    ImGui::SetTooltip("%s",
                      "a folder with the picture and how it was read,\n"
                      "for someone who can mend it; nothing is sent");
  if (!report.error.empty())
    coloured_text(report.error, theme::kBad);
  else if (!report.folder.empty())
    coloured_text("Saved in " + report.folder, theme::kGood);
}

}  // namespace

void boards_panel(const SessionView& view, std::vector<Command>& commands) {
  const std::size_t count = view.result ? view.result->boards.size() : 0;
  if (!panel_heading("Boards", count == 0 ? "none in view" : std::to_string(count) + " in view")) {
    return;
  }
  if (count == 0) board_row(theme::kField, "No Sudoku in view", "hold one up to the camera");
  for (std::size_t i = 0; i < count; ++i) {
    const BoardResult& board = view.result->boards[i];
    board_row(state_colour(board.state),
              size_of(board) + (board.message.empty() ? "" : "  " + board.message), details(board));
  }
  const float half = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
  ImGui::BeginDisabled(count == 0);
  if (ImGui::Button("Read again", {half, 0})) commands.emplace_back(ForgetBoards{});
  ImGui::EndDisabled();
  ImGui::SameLine();
  report_button(view, half, commands);
}

}  // namespace gridlens
