#include "app/panels/cell_panel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/keys/keys.h"
#include "app/panels/gui_context.h"
#include "app/panels/theme.h"
#include "app/panels/widgets.h"

namespace gridlens {
namespace {

using Kind = Correction::Kind;

std::string symbol_of(const BoardResult& board, int value) {
  return value == 0 ? "blank" : board.alphabet->symbol(value);
}

// "7, an entry, as you said"; "7, 62 %".
std::string reading_of(const BoardResult& board, int cell) {
  std::string text = symbol_of(board, value_at(board, cell));
  if (board.entries && board.entries->at(cell) != 0) text += ", an entry";
  if (is_corrected(board.corrections, cell)) return text + ", as you said";
  if (cell < board.confidence.size())
    text += ", " + std::to_string(std::lround(100 * board.confidence[cell])) + " %";
  return text;
}

// The readings to choose from: the likeliest two of a clue, and what was taken for an entry.
std::vector<int> offered(const BoardResult& board, int cell) {
  std::vector<int> values;
  if (cell < board.likeliest.size())
    for (const int value : board.likeliest[cell])
      if (value >= 0) values.push_back(value);
  const int shown = value_at(board, cell);
  if (std::find(values.begin(), values.end(), shown) == values.end()) values.push_back(shown);
  return values;
}

// The answer of this cell alone.
void reveal_button(const CellEditor& editor, const BoardResult& board,
                   const CellEditor::Boards& boards, const Reveals& reveals,
                   std::vector<Command>& commands) {
  const auto reveal = editor.reveal(boards);
  const bool shown = reveals.is_revealed(board, editor.selected()->cell);
  const bool by_key = !editor.takes('V', boards);
  const std::string caption =
      std::string(shown ? "Hide its answer" : "Show its answer") + (by_key ? "  (V)" : "");
  ImGui::BeginDisabled(!reveal);
  if (push_button(caption, ImGui::GetContentRegionAvail().x, "reveal"))
    commands.emplace_back(*reveal);
  ImGui::EndDisabled();
  tip("the answer of this cell alone, whatever the overlay shows",
      by_key ? key_names(Action::reveal) : "");
}

void selected_cell(CellEditor& editor, const BoardResult& board, const CellEditor::Boards& boards,
                   const Reveals& reveals, std::vector<Command>& commands) {
  const int cell = editor.selected()->cell;
  const auto ask = [&](const std::optional<CorrectCell>& correct) {
    if (correct) commands.emplace_back(*correct);
  };
  value_row("Read as", reading_of(board, cell));
  value_row("Typed",
            editor.typed().empty() ? "type its symbol, 0: blank" : editor.typed() + "  (Enter)");
  const std::vector<int> values = offered(board, cell);
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const auto count = static_cast<float>(values.size());
  const float width = (ImGui::GetContentRegionAvail().x - (count - 1) * gap) / count;
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) ImGui::SameLine();
    ImGui::PushID(static_cast<int>(i));
    if (push_button(symbol_of(board, values[i]), width)) ask(editor.set(values[i], boards));
    tip("the cell holds this", "or type it");
    ImGui::PopID();
  }
  constexpr std::array<const char*, 2> kKinds = {"Given", "Entry"};
  int kind = editor.kind(board) == Kind::entry ? 1 : 0;
  static const std::array<std::string, 2> kTips = {"printed  (Tab)", "written by a player  (Tab)"};
  if (choice("kind", kKinds, kind, kTips)) ask(editor.press(CellEditor::Key::other_kind, boards));
  ImGui::BeginDisabled(!is_corrected(board.corrections, cell));
  if (push_button("As it was read", ImGui::GetContentRegionAvail().x)) ask(editor.reset(boards));
  ImGui::EndDisabled();
  tip("takes back what you said of this cell");
  reveal_button(editor, board, boards, reveals, commands);
}

}  // namespace

void cell_panel(CellEditor& editor, const SessionView& view, std::vector<Command>& commands) {
  const CellEditor::Boards none;
  const CellEditor::Boards& boards = view.result ? view.result->boards : none;
  const BoardResult* board = editor.board(boards);
  const std::string where = board               ? name_of_cell(editor.selected()->cell, board->n)
                            : editor.selected() ? "not in view"
                                                : "none";
  if (!panel_heading("Selected cell", where)) return;
  if (board)
    selected_cell(editor, *board, boards, view.settings.reveals, commands);
  else
    quiet_text("Click a cell, or " + key_names(Action::next_doubt) + " for the next doubtful one.");
}

}  // namespace gridlens
