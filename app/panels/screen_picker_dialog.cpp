#include "app/panels/screen_picker_dialog.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/panels/theme.h"
#include "app/panels/widgets.h"
#include "core/capture/screen_spec.h"

namespace gridlens {
namespace {

constexpr const char* kTitle = "Read another program's window###screen picker";
constexpr float kPickerWidth = 560, kPickerHeight = 520;
constexpr float kCardWidth = 144, kCardHeight = 90;
constexpr int kSmallestPart_px = 48;  // no board can be read in less
constexpr ImU32 kDimmed = IM_COL32(0, 0, 0, 150);

// Into the frame, centred, as large as it fits.
void fitted_image(void* texture, const cv::Mat& picture, ImVec2 corner, ImVec2 room) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 end(corner.x + room.x, corner.y + room.y);
  list->AddRectFilled(corner, end, theme::kBackground);
  if (texture == nullptr || picture.empty()) return;
  const auto width = static_cast<float>(picture.cols), height = static_cast<float>(picture.rows);
  const float pixel = std::min({room.x / width, room.y / height, 1.0f});
  const ImVec2 low(corner.x + (room.x - width * pixel) / 2,
                   corner.y + (room.y - height * pixel) / 2);
  list->AddImage(texture, low, {low.x + width * pixel, low.y + height * pixel});
}

}  // namespace

cv::Rect dragged_area(cv::Point begun, cv::Point ended, cv::Size screen) {
  const cv::Rect area(cv::Point(std::min(begun.x, ended.x), std::min(begun.y, ended.y)),
                      cv::Point(std::max(begun.x, ended.x), std::max(begun.y, ended.y)));
  const cv::Rect part = area & cv::Rect({}, screen);
  return std::min(part.width, part.height) < kSmallestPart_px ? cv::Rect() : part;
}

void ScreenPickerDialog::draw_list(const ScreenPickerView& picker, float unit,
                                   const TextureOf& texture_of, std::vector<Command>& commands) {
  const float height =
      ImGui::GetContentRegionAvail().y - ImGui::GetFrameHeight() - ImGui::GetStyle().ItemSpacing.y;
  ImGui::BeginChild("windows", {0, height}, true);
  const ImVec2 card(kCardWidth * unit, kCardHeight * unit);
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  int number = 0;
  for (const WindowCard& window : picker.windows) {
    ImGui::PushID(number++);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::BeginDisabled(!window.shown);
    if (ImGui::Selectable("##window", false, 0, {0, card.y})) {
      commands.emplace_back(OpenSource{window.spec});
      commands.emplace_back(CloseScreenPicker{});
    }
    ImGui::EndDisabled();
    const float below = ImGui::GetCursorPosY();
    fitted_image(texture_of && window.shown ? texture_of(window.picture) : nullptr,
                 window.picture.bgr, corner, card);
    ImGui::SetCursorScreenPos({corner.x + card.x + gap, corner.y + gap});
    ImGui::BeginGroup();
    text_line(window.title.empty() ? "(no title)" : window.title,
              window.shown ? theme::kText : theme::kQuiet);
    if (!window.shown) quiet_text("minimised, or on another desktop");
    ImGui::EndGroup();
    ImGui::SetCursorPosY(below);
    ImGui::PopID();
  }
  if (picker.looking) {
    quiet_text("looking at the screen ...");
  } else if (picker.windows.empty() && picker.trouble.empty()) {
    quiet_text("no other program has a window open");
  }
  if (!picker.trouble.empty()) coloured_text(picker.trouble, theme::kWarning);
  ImGui::EndChild();
}

// `pixel`: how large a pixel of the screen is drawn.
void ScreenPickerDialog::drag(cv::Size screen, ImVec2 corner, float pixel) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const cv::Point at(static_cast<int>(std::lround((mouse.x - corner.x) / pixel)),
                     static_cast<int>(std::lround((mouse.y - corner.y) / pixel)));
  if (ImGui::IsItemActivated()) begun_px_ = at;
  if (begun_px_) area_px_ = dragged_area(*begun_px_, at, screen);
  if (!ImGui::IsItemActive()) begun_px_.reset();
}

void ScreenPickerDialog::draw_part(const ScreenPickerView& picker, const TextureOf& texture_of,
                                   std::vector<Command>& commands) {
  const cv::Size screen = picker.desktop.bgr.size();
  quiet_text("Drag a rectangle around the puzzle; GridLens' own window is left out.");
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float height = room.y - ImGui::GetFrameHeight() - 2 * ImGui::GetStyle().ItemSpacing.y;
  const float pixel =
      std::max(0.01f, std::min(room.x / static_cast<float>(std::max(screen.width, 1)),
                               height / static_cast<float>(std::max(screen.height, 1))));
  const ImVec2 size(static_cast<float>(screen.width) * pixel,
                    static_cast<float>(screen.height) * pixel);
  const ImVec2 corner(ImGui::GetCursorScreenPos().x + (room.x - size.x) / 2,
                      ImGui::GetCursorScreenPos().y);
  ImGui::SetCursorScreenPos(corner);
  ImGui::InvisibleButton("desktop", {std::max(size.x, 1.0f), std::max(size.y, 1.0f)});
  drag(screen, corner, pixel);
  ImDrawList* list = ImGui::GetWindowDrawList();
  void* texture = texture_of ? texture_of(picker.desktop) : nullptr;
  const ImVec2 end(corner.x + size.x, corner.y + size.y);
  if (texture != nullptr) list->AddImage(texture, corner, end);
  list->AddRectFilled(corner, end, kDimmed);
  if (!area_px_.empty()) {
    const auto place = [&](cv::Point at) {
      return ImVec2(corner.x + static_cast<float>(at.x) * pixel,
                    corner.y + static_cast<float>(at.y) * pixel);
    };
    const auto part = [&](cv::Point at) {
      return ImVec2(static_cast<float>(at.x) / static_cast<float>(screen.width),
                    static_cast<float>(at.y) / static_cast<float>(screen.height));
    };
    const ImVec2 low = place(area_px_.tl()), high = place(area_px_.br());
    if (texture != nullptr)
      list->AddImage(texture, low, high, part(area_px_.tl()), part(area_px_.br()));
    list->AddRect(low, high, theme::kAccent, 0, 0, 2);
  }
  ImGui::BeginDisabled(area_px_.empty());
  if (ImGui::Button("Read this part")) {
    commands.emplace_back(OpenSource{screen_spec_text(area_px_)});
    commands.emplace_back(CloseScreenPicker{});
  }
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (ImGui::Button("Back")) part_ = false;
  if (area_px_.empty()) return;
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  text_line(std::to_string(area_px_.width) + " x " + std::to_string(area_px_.height),
            theme::kQuiet);
}

void ScreenPickerDialog::draw(const SessionView& view, double scale, const TextureOf& texture_of,
                              std::vector<Command>& commands) {
  const ScreenPickerView& picker = view.screen_picker;
  if (!picker.open) {
    part_ = false;
    area_px_ = {};
    begun_px_.reset();
    return;
  }
  part_ = part_ && !picker.desktop.bgr.empty();
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const auto unit = static_cast<float>(scale);
  const ImVec2 most{display.x * 0.96f, display.y * 0.96f};
  const ImVec2 size =
      part_ ? most
            : ImVec2{std::min(kPickerWidth * unit, most.x), std::min(kPickerHeight * unit, most.y)};
  ImGui::SetNextWindowPos({(display.x - size.x) / 2, (display.y - size.y) / 2});
  ImGui::SetNextWindowSize(size);
  bool open = true;
  if (ImGui::Begin(kTitle, &open,
                   ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                       ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
    if (part_) {
      draw_part(picker, texture_of, commands);
    } else {
      draw_list(picker, unit, texture_of, commands);
      ImGui::BeginDisabled(picker.desktop.bgr.empty());
      if (ImGui::Button("Whole screen")) {
        commands.emplace_back(OpenSource{"screen"});
        open = false;
      }
      ImGui::SameLine();
      if (ImGui::Button("A part of it")) part_ = true;
      ImGui::EndDisabled();
      ImGui::SameLine();
      if (ImGui::Button("Look again")) commands.emplace_back(ShowScreenPicker{});
      ImGui::SameLine();
      if (ImGui::Button("Cancel")) open = false;
    }
    if (ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) &&
        ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)))
      open = false;
  }
  ImGui::End();
  if (!open) commands.emplace_back(CloseScreenPicker{});
}

}  // namespace gridlens
