#include "app/panels/play_panel.h"

#include <imgui/imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/keys/keys.h"
#include "app/panels/board_drawing.h"
#include "app/panels/gui_context.h"
#include "app/panels/play_page.h"
#include "app/panels/theme.h"
#include "app/panels/widgets.h"

namespace gridlens {
namespace {

// Two buttons in a line where they fit; each asks for its wish.
class Buttons {
 public:
  explicit Buttons(std::vector<Command>& commands) : commands_(commands) {}

  struct One {
    const char* caption;
    PlayWish wish;
    Action action;
    const char* words;
    bool enabled = true;
  };
  void pair(const One& first, const One& second) const {
    const Pair pair = pair_of(first.caption, second.caption);
    draw(first, pair.width);
    if (pair.side_by_side) ImGui::SameLine();
    draw(second, pair.width);
  }
  void draw(const One& one, float width) const {
    ImGui::BeginDisabled(!one.enabled);
    if (push_button(one.caption, width)) commands_.emplace_back(one.wish);
    ImGui::EndDisabled();
    tip(one.words, key_names(one.action));
  }

 private:
  std::vector<Command>& commands_;
};

std::string symbol_of(const Game& game, int value) {
  const auto& symbols = game.document().symbols;
  return symbols.empty() ? std::to_string(value) : symbols.at(static_cast<std::size_t>(value - 1));
}

// A key of the pad: the symbol, and small how many are left.
void pad_key(const PlayView& play, int value, ImVec2 size, std::vector<Command>& commands) {
  const Game& game = *play.game;
  ImGui::PushID(value);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const bool pressed = ImGui::InvisibleButton("key", size);
  focus_frame();
  const bool hovered = ImGui::IsItemHovered();
  const bool noted = hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Right);
  const int left = game.left(value);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 end(corner.x + size.x, corner.y + size.y);
  const float rounding = ImGui::GetStyle().FrameRounding;
  list->AddRectFilled(corner, end, hovered ? theme::kFieldHovered : theme::kField, rounding);
  if (play.highlighted == value) list->AddRect(corner, end, theme::kAccent, rounding, 0, 2);
  const std::string symbol = symbol_of(game, value);
  ImFont* font = gui_fonts().bold;
  const float pixels = std::min(font->FontSize * 1.35f, size.y * 0.62f);
  const ImVec2 extent = font->CalcTextSizeA(pixels, FLT_MAX, 0, symbol.c_str());
  const ImU32 colour = left == 0 ? theme::kQuiet : theme::kText;
  const float high = size.y * 0.42f;
  list->AddText(font, pixels, {corner.x + (size.x - extent.x) / 2, corner.y + high - extent.y / 2},
                colour, symbol.c_str());
  ImFont* small = gui_fonts().small;
  const float tiny = std::min(small->FontSize * 0.85f, size.y * 0.32f);
  const std::string count = left == 0 ? "done" : std::to_string(left);
  const ImVec2 wide = small->CalcTextSizeA(tiny, FLT_MAX, 0, count.c_str());
  if (wide.x < size.x)
    list->AddText(small, tiny, {corner.x + (size.x - wide.x) / 2, end.y - wide.y - 1},
                  theme::kQuiet, count.c_str());
  tip(left == 0 ? "all are placed" : std::to_string(left) + " left; right click: a note");
  if (pressed || noted)
    commands.emplace_back(PlayWish(wish::Put{value, noted || ImGui::GetIO().KeyShift}));
  ImGui::PopID();
}

void number_pad(const PlayView& play, std::vector<Command>& commands) {
  const int n = play.game->n();
  const float width = ImGui::GetContentRegionAvail().x;
  const float gap = ImGui::GetStyle().ItemInnerSpacing.y;
  const float least = ImGui::GetFontSize() * 2;
  int columns = n <= 4 ? n : static_cast<int>(std::ceil(std::sqrt(static_cast<double>(n))));
  columns = std::clamp(columns, 1, std::max(1, static_cast<int>((width + gap) / (least + gap))));
  const float key =
      std::floor((width - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns));
  const ImVec2 size(key, ImGui::GetFontSize() * (n <= 9 ? 2.9f : 2.3f));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
  for (int value = 1; value <= n; ++value) {
    if ((value - 1) % columns != 0) ImGui::SameLine(0, gap);
    pad_key(play, value, size, commands);
  }
  ImGui::PopStyleVar();
}

void clock_line(const PlayView& play, std::vector<Command>& commands) {
  const Game& game = *play.game;
  const std::string text = clock_text(play.elapsed_ms);
  const float height = ImGui::GetFrameHeight(), pixels = height * 0.85f;
  const auto& fonts = gui_fonts().bold_digits;
  ImFont* font = *std::find_if(fonts.begin(), fonts.end() - 1,
                               [&](const ImFont* one) { return one->FontSize >= pixels; });
  const ImVec2 extent = font->CalcTextSizeA(pixels, FLT_MAX, 0, text.c_str());
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddText(font, pixels, {corner.x, corner.y + (height - extent.y) / 2},
                                      game.paused() ? theme::kQuiet : theme::kText, text.c_str());
  ImGui::Dummy({extent.x, height});
  ImGui::SameLine();
  const float width = ImGui::CalcTextSize("Pause").x + 4 * ImGui::GetStyle().FramePadding.x;
  const float right = ImGui::GetContentRegionAvail().x;
  if (right > width) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + right - width);
  ImGui::BeginDisabled(game.finished());
  if (push_button(game.paused() ? "Go on" : "Pause", width, "pause"))
    commands.emplace_back(PlayWish(wish::Pause{}));
  ImGui::EndDisabled();
  tip("a paused board is hidden", key_names(Action::play_pause));
}

void message_lines(const PlayView& play) {
  if (play.making)
    quiet_text("making a puzzle ...; once more " + key_names(Action::play_new) + ": stop");
  if (play.thinking)
    quiet_text("looking for the next step ...");
  else if (!play.message.empty())
    coloured_text(play.message, play.mood == PlayMood::good  ? theme::kGood
                                : play.mood == PlayMood::bad ? theme::kBad
                                                             : theme::kText);
  if (play.hint) quiet_text("once more " + key_names(Action::play_hint) + ": carry it out");
  if (!play.trouble.empty()) coloured_text(play.trouble, theme::kBad);
}

// Where they are too small to be read on the board.
void selected_notes(const PlayView& play) {
  const Game& game = *play.game;
  if (game.n() <= kLargestNoteRaster || play.selected < 0 || game.marks_at(play.selected) == 0)
    return;
  std::string text = "Notes:";
  for (int value = 1; value <= game.n(); ++value)
    if ((game.marks_at(play.selected) >> (value - 1) & 1) != 0)
      text.append(" ").append(symbol_of(game, value));
  coloured_text(text, theme::kText);
}

void option_switches(const PlayView& play, std::vector<Command>& commands) {
  PlayOptions options = play.game->options();
  bool changed = toggle("Fill notes by itself", options.fill_marks);
  tip("a blank cell begins with all that its units leave");
  changed |= toggle("Clean notes by itself", options.clean_marks);
  tip("an entry strikes its value from the notes of the cells that see it");
  changed |= toggle("Show conflicts", options.show_conflicts);
  tip("underlined: the same value twice in a row, column, box or other unit");
  if (changed) commands.emplace_back(PlayWish(play::Command(play::ChangeOptions{options})));
}

}  // namespace

void play_panel(const SessionView& view, std::vector<Command>& commands) {
  const PlayView& play = view.play;
  const Buttons buttons(commands);
  ImGui::Spacing();
  ImGui::Spacing();
  buttons.pair({"Picture", wish::Close{}, Action::play_board, "back to the camera or file"},
               {"Games", wish::Games{}, Action::play_games, "all that were begun"});
  if (play.game == nullptr) {
    message_lines(play);
    return;
  }
  const Game& game = *play.game;
  const PuzzleDocument& document = game.document();
  const std::string& title = document.title.empty() ? document.source : document.title;
  if (!title.empty()) text_line(title, theme::kText);
  text_line(play.about, theme::kQuiet);
  clock_line(play, commands);
  const bool at_work = !game.paused() && !game.finished();
  ImGui::BeginDisabled(!at_work);
  number_pad(play, commands);
  bool notes = play.notes;
  const std::string key = key_names(Action::play_notes);
  if (toggle("Notes", notes, key.c_str())) commands.emplace_back(PlayWish(wish::Notes{}));
  tip("symbols are noted small; Shift or a right click always notes", key);
  ImGui::EndDisabled();
  buttons.pair({"Undo", play::Command(play::Undo{}), Action::play_undo, "takes the last step back",
                game.can_undo() && !game.paused()},
               {"Redo", play::Command(play::Redo{}), Action::play_redo, "the step again",
                game.can_redo() && !game.paused()});
  buttons.pair({"Clear", wish::Erase{}, Action::play_erase, "the selected cell", at_work},
               {"Fill notes", play::Command(play::FillMarks{}), Action::play_fill,
                "in all blank cells what their units leave", at_work});
  buttons.pair(
      {play.hint ? "Do it" : "Hint", wish::Hint{}, Action::play_hint,
       "the next step, with its reason", at_work},
      {"Check", wish::Check{}, Action::play_check, "which entries are wrong", !game.paused()});
  message_lines(play);
  if (at_work) selected_notes(play);
  buttons.pair(
      {"Solve", wish::SolveAll{}, Action::play_solve, "writes the solution",
       at_work && play.can_solve},
      {"Restart", play::Command(play::Restart{}), Action::play_restart,
       "all entries and notes away, the clock back to 0; undo brings them back", !game.paused()});
  option_switches(play, commands);
  to_paper_switch(play, commands);
}

void to_paper_switch(const PlayView& play, std::vector<Command>& commands) {
  bool to_paper = play.to_paper;
  const std::string key = key_names(Action::play_paper);
  if (toggle("My entries to the paper", to_paper, key.c_str()))
    commands.emplace_back(PlayWish(wish::ToPaper{to_paper}));
  tip("paints them on the board in view that has the same givens", key);
  if (play.to_paper)
    quiet_text(play.on_paper ? "painted on the board in view" : "the board is not in view");
}

}  // namespace gridlens
