#include "app/panels/new_puzzle.h"

#include <imgui/imgui.h>

#include <array>

#include "app/keys/keys.h"
#include "app/panels/gui_context.h"
#include "app/panels/widgets.h"

namespace gridlens {
namespace {

constexpr std::array<Shape, 5> kShapes = {Shape{2, 2}, Shape{2, 3}, Shape{3, 3}, Shape{3, 4},
                                          Shape{4, 4}};
constexpr std::array<const char*, 5> kSizes = {"4x4", "6x6", "9x9", "12x12", "16x16"};
constexpr std::array<const char*, 5> kGrades = {"Easy", "Medium", "Hard", "Expert", "Extreme"};
constexpr std::array<const char*, 3> kRules = {"Classic", "X: diagonals, too",
                                               "Jigsaw: regions for boxes"};

// What was chosen is kept in the window's storage, as folded headings are.
int choose(const char* id, std::span<const char* const> captions, int usual) {
  ImGuiStorage* storage = ImGui::GetStateStorage();
  const ImGuiID key = ImGui::GetID(id);
  int chosen = storage->GetInt(key, usual);
  if (choice(id, captions, chosen)) storage->SetInt(key, chosen);
  return chosen;
}

}  // namespace

void draw_new_puzzle(const PlayView& play, std::vector<Command>& commands) {
  ImGui::PushFont(gui_fonts().bold);
  ImGui::TextUnformatted("New puzzle");
  ImGui::PopFont();
  wish::NewGame wanted;
  wanted.shape = kShapes.at(static_cast<std::size_t>(choose("size", kSizes, 2)));
  wanted.grade = static_cast<Grade>(choose("grade", kGrades, 1) + 1);
  wanted.rules = static_cast<RuleKind>(choose("rules", kRules, 0) + 1);
  const float width = ImGui::GetFontSize() * 12;
  if (play.making) {
    if (push_button("Stop making it", width)) commands.emplace_back(PlayWish(wish::StopMaking{}));
    return;
  }
  if (push_button("Make and play it", width)) commands.emplace_back(PlayWish(wanted));
  tip("with exactly one solution; large ones of a rare grade take a while",
      key_names(Action::play_new) + ": like the open game");
}

}  // namespace gridlens
