#include "app/panels/first_minute_card.h"

#include <imgui/imgui.h>

#include <algorithm>

#include "app/panels/gui_context.h"
#include "app/panels/theme.h"

namespace gridlens {
namespace {

constexpr float kWidest = 380;                              // ImGui units at scale 1
constexpr float kPictureWidth = 460, kPictureHeight = 330;  // a smaller picture has a smaller card
constexpr float kSmallest = 0.5f;
constexpr const char* kTitle = "Hold a puzzle to the camera";
constexpr const char* kUsual = "A Sudoku on paper or on a screen, all of it in the picture";

struct Line {
  ImFont* font;
  ImU32 colour;
  const char* text;
  ImVec2 size;
};

}  // namespace

bool FirstMinuteCard::is_shown(const SessionView& view) const {
  return view.first_minute && view.result && !dismissed_ && view.trouble.empty();
}

void FirstMinuteCard::draw(const SessionView& view, cv::Rect2f picture, double scale) {
  if (source_ != view.source.name) {
    source_ = view.source.name;
    dismissed_ = false;
  }
  if (!is_shown(view)) return;
  const auto wished = static_cast<float>(scale);
  const float fitting =
      std::min(picture.width / kPictureWidth, picture.height / kPictureHeight) / wished;
  const float shrunk = std::clamp(fitting, kSmallest, 1.0f);
  const float unit = wished * shrunk;
  const float around = 18 * unit, between = 6 * unit;
  const float widest =
      std::min(kWidest * unit, std::max(picture.width - 2 * around, 80 * unit)) - 2 * around;

  Line lines[] = {{gui_fonts().bold, theme::colour(0xffffff), kTitle, {}},
                  {gui_fonts().text,
                   theme::colour(0xd5d9e0),
                   view.tip.empty() ? kUsual : view.tip.c_str(),
                   {}}};
  ImVec2 size{0, 2 * around + between};
  for (Line& line : lines) {
    line.size = line.font->CalcTextSizeA(line.font->FontSize * shrunk, widest, widest, line.text);
    size = {std::max(size.x, line.size.x + 2 * around), size.y + line.size.y};
  }
  const float centre = picture.x + picture.width / 2;
  const ImVec2 corner{centre - size.x / 2, picture.y + (picture.height - size.y) / 2};
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  list->AddRectFilled(corner, {corner.x + size.x, corner.y + size.y}, theme::colour(0x101216, 195),
                      12 * unit);
  float top = corner.y + around;
  for (const Line& line : lines) {
    list->AddText(line.font, line.font->FontSize * shrunk, {centre - line.size.x / 2, top},
                  line.colour, line.text, nullptr, widest + unit);
    top += line.size.y + between;
  }
}

}  // namespace gridlens
