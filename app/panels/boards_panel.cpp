#include "app/panels/boards_panel.h"

#include <algorithm>
#include <string>

#include "app/keys/keys.h"
#include "app/panels/board_marks.h"
#include "app/panels/fill_block.h"
#include "app/panels/gui_context.h"
#include "app/panels/theme.h"
#include "app/panels/widgets.h"
#include "app/views/cell_editor.h"

namespace gridlens {
namespace {

constexpr const char* kReadAgain = "Read again";
constexpr const char* kReport = "Save a report";

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
  if (board.track != TrackState::confirmed && *board.why != '\0')
    text += std::string(", ") + board.why;
  return text;
}

// "9x9  solved, hard".
std::string title_of(const BoardResult& board, const BoardCard& card) {
  std::string text = size_of(board);
  if (!text.empty()) text += "  ";
  text += word_of(board.state);
  return card.grade.empty() ? text : text + ", " + card.grade;
}

// The rectified board, or its empty place.
void picture(const PanelPicture& shown, const TextureOf& texture_of, float size) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 end(corner.x + size, corner.y + size);
  void* texture = shown.bgr.empty() || !texture_of ? nullptr : texture_of(shown);
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (texture != nullptr)
    list->AddImage(texture, corner, end);
  else
    list->AddRectFilled(corner, end, theme::kField);
  ImGui::Dummy({size, size});
}

// Of the same height whatever is said, so that what lies below stays where it is.
void board_block(const BoardResult& board, const BoardCard& card, const TextureOf& texture_of) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float size = 3 * ImGui::GetTextLineHeight() + 2 * style.ItemSpacing.y;
  const ImVec2 corner = ImGui::GetCursorPos();
  // Beside a picture that takes more than a third of the width, no words have room.
  const bool beside = size * 3 < ImGui::GetContentRegionAvail().x;
  if (beside) picture(card.picture, texture_of, size);
  const float left = beside ? size + style.ItemSpacing.x : 0;
  const auto line = [&](float row) {
    ImGui::SetCursorPos(
        {corner.x + left, corner.y + row * (ImGui::GetTextLineHeight() + style.ItemSpacing.y)});
  };
  line(0);
  state_mark(board.state);
  text_line(title_of(board, card), theme::kText);
  line(1);
  text_line(board.message == word_of(board.state) ? "" : board.message, theme::kText);
  line(2);
  ImGui::PushFont(gui_fonts().small);
  text_line(details(board), theme::kQuiet);
  ImGui::PopFont();
  ImGui::SetCursorPos({corner.x, corner.y + size + style.ItemSpacing.y});
}

// A small button at the block's right end.
void play_button(const BoardResult& board, std::vector<Command>& commands) {
  ImGui::BeginDisabled(!board.clues || board.clues->count_filled() == 0);
  ImGui::PushID(board.id);
  if (push_button("Play", ImGui::GetContentRegionAvail().x, "play"))
    commands.emplace_back(PlayBoard{board.id});
  ImGui::PopID();
  ImGui::EndDisabled();
  tip("as a game in this window; what was written on the paper comes along",
      key_names(Action::play_board));
}

// Saves what is shown, and how it came about, for someone who can mend it.
void report_button(const SessionView& view, float width, std::vector<Command>& commands) {
  const ReportView& report = view.report;
  ImGui::BeginDisabled(report.running || !view.result);
  if (push_button(report.running ? "Saving ..." : kReport, width, "report"))
    commands.emplace_back(SaveReport{});
  ImGui::EndDisabled();
  tip("a folder with the picture and how it was read, for someone who can mend it; nothing is sent",
      key_names(Action::report));
  if (!report.error.empty())
    coloured_text(report.error, theme::kBad);
  else if (!report.folder.empty())
    coloured_text("Saved in " + report.folder, theme::kGood);
}

}  // namespace

void boards_panel(const SessionView& view, const TextureOf& texture_of,
                  std::vector<Command>& commands) {
  const std::size_t count = view.result ? view.result->boards.size() : 0;
  if (!panel_heading("Boards", count == 0 ? "none in view" : std::to_string(count) + " in view")) {
    return;
  }
  if (count == 0) quiet_text("No Sudoku in view");
  const BoardCard none;
  for (std::size_t i = 0; i < count; ++i) {
    board_block(view.result->boards[i], i < view.cards.size() ? view.cards[i] : none, texture_of);
    play_button(view.result->boards[i], commands);
  }
  fill_block(view.screen_fill, commands);
  const Pair pair = pair_of(kReadAgain, kReport);
  ImGui::BeginDisabled(count == 0);
  if (push_button(kReadAgain, pair.width)) commands.emplace_back(ForgetBoards{});
  ImGui::EndDisabled();
  tip("afresh, without what was corrected", key_names(Action::read_again));
  if (pair.side_by_side) ImGui::SameLine();
  report_button(view, pair.width, commands);
}

}  // namespace gridlens
