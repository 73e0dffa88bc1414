#include "app/panels/appearance_panel.h"

#include <array>
#include <cmath>
#include <string>

#include "app/keys/keys.h"
#include "app/panels/widgets.h"

namespace gridlens {

bool appearance_panel(WindowLook& look, double scale) {
  if (!panel_heading("Appearance")) return false;
  static constexpr std::array<const char*, 3> kThemes = {"Dark", "Light", "High contrast"};
  int theme = static_cast<int>(look.theme) - 1;
  if (choice("theme", kThemes, theme)) look.theme = static_cast<Theme>(theme + 1);
  static constexpr std::array<const char*, 3> kSizes = {"Smaller", "Usual", "Larger"};
  static const std::array<std::string, 3> kTips = {
      "text and buttons  (" + key_names(Action::smaller) + ")",
      "as the screen asks for  (" + key_names(Action::usual_size) + ")",
      "text and buttons  (" + key_names(Action::larger) + ")"};
  value_row("Size", std::to_string(std::lround(scale * 100)) + " %");
  int wish = look.scale == 0 ? 1 : -1;
  if (choice("size", kSizes, wish, kTips))
    look.scale = wish == 1 ? 0 : stepped_scale(scale, wish - 1);
  const bool asked = push_button("List of keys", ImGui::GetContentRegionAvail().x);
  tip("what each key does", key_names(Action::card));
  return asked;
}

}  // namespace gridlens
