#include "app/panels/picture_notes.h"

#include <imgui/imgui.h>

#include <algorithm>
#include <string>

#include "app/panels/gui_context.h"
#include "app/panels/recording_text.h"
#include "app/panels/theme.h"

namespace gridlens {
namespace {

struct Pill {
  std::string text;
  ImU32 ground = theme::colour(0x101216, 205);
  ImU32 text_colour = theme::kText;
  ImU32 dot = 0;  // 0: none
  ImFont* font = nullptr;
};

ImVec2 padding(float unit) {
  return {12 * unit, 7 * unit};
}

float dot_room(const Pill& pill, float unit) {
  return pill.dot != 0 ? 16 * unit : 0;
}

ImVec2 measure(const Pill& pill, float unit, float widest) {
  const ImVec2 around = padding(unit);
  const float wrap = std::max(widest - 2 * around.x - dot_room(pill, unit), 40 * unit);
  const ImVec2 text = pill.font->CalcTextSizeA(pill.font->FontSize, wrap, wrap, pill.text.c_str());
  return {text.x + 2 * around.x + dot_room(pill, unit), text.y + 2 * around.y};
}

void draw(const Pill& pill, ImVec2 corner, ImVec2 size, float unit) {
  ImDrawList* list = ImGui::GetBackgroundDrawList();
  const ImVec2 around = padding(unit);
  list->AddRectFilled(corner, {corner.x + size.x, corner.y + size.y}, pill.ground, 8 * unit);
  if (pill.dot != 0) {
    list->AddCircleFilled({corner.x + around.x + 5 * unit, corner.y + size.y / 2}, 5.5f * unit,
                          pill.dot, 24);
  }
  const float left = around.x + dot_room(pill, unit);
  list->AddText(pill.font, pill.font->FontSize, {corner.x + left, corner.y + around.y},
                pill.text_colour, pill.text.c_str(), nullptr, size.x - left - around.x + unit);
}

}  // namespace

void draw_picture_notes(const SessionView& view, cv::Rect2f picture, double scale) {
  const auto unit = static_cast<float>(scale);
  const float gap = 12 * unit;
  const float widest = std::max(picture.width - 2 * gap, 60 * unit);
  const float centre = picture.x + picture.width / 2;
  const GuiFonts& fonts = gui_fonts();

  float top = picture.y + gap;
  float left = picture.x + gap;
  const auto top_left = [&](const Pill& pill) {
    const ImVec2 size = measure(pill, unit, widest);
    draw(pill, {left, top}, size, unit);
    left += size.x + 8 * unit;
    return size.y;
  };
  float marks = 0;
  if (view.recording.running) {
    marks = top_left({"REC  " + clock_text(view.recording.elapsed_ms), theme::colour(0x101216, 205),
                      theme::kText, theme::kBad, fonts.bold});
  }
  if (view.settings.paused) {
    marks = std::max(marks, top_left({"Frozen, F goes on", theme::colour(0x101216, 205),
                                      theme::kText, theme::kBusy, fonts.bold}));
  }
  if (!view.trouble.empty()) {
    const Pill banner{view.trouble, theme::colour(0x8f1d22, 235), theme::colour(0xffffff), 0,
                      fonts.bold};
    const ImVec2 size = measure(banner, unit, widest);
    top += marks > 0 ? marks + 8 * unit : 0;
    draw(banner, {centre - size.x / 2, top}, size, unit);
  } else if (!view.result) {
    const Pill waiting{"Waiting for the first picture", theme::colour(0x20242c, 235), theme::kQuiet,
                       0, fonts.text};
    const ImVec2 size = measure(waiting, unit, widest);
    draw(waiting, {centre - size.x / 2, picture.y + picture.height / 2 - size.y / 2}, size, unit);
  }
  if (!view.note.empty()) {
    const Pill note{view.note, theme::colour(0x101216, 190), theme::kText, 0, fonts.text};
    const ImVec2 size = measure(note, unit, widest);
    // Below the picture where the letterbox leaves room, else in its lower edge.
    const float bottom = picture.y + picture.height;
    const bool fits = bottom + 2 * gap + size.y <= ImGui::GetIO().DisplaySize.y;
    draw(note, {centre - size.x / 2, fits ? bottom + gap : bottom - gap - size.y}, size, unit);
  }
}

}  // namespace gridlens
