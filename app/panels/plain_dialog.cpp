#include "app/panels/plain_dialog.h"

#include <imgui/imgui.h>

#include <algorithm>
#include <cstring>

#include "app/panels/theme.h"
#include "app/panels/widgets.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDialogTitle = "###open";
constexpr float kWidth = 560, kHeight = 460;

// Names may hold what no font shows.
std::string shown(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }, '?');
  return name;
}

void entry_list(const PlainDialogView& dialog, float height, std::vector<Command>& commands) {
  ImGui::BeginChild("entries", {0, height}, true);
  const std::string above = dialog.folder.parent_path().string();
  if (dialog.folder.has_relative_path() && ImGui::Selectable("  ../"))
    commands.emplace_back(BrowseFolder{above});
  int number = 0;
  for (const PlainDialogEntry& entry : dialog.entries) {
    ImGui::PushID(number++);
    const std::string path = (dialog.folder / entry.name).string();
    const std::string text = shown(entry.name) + (entry.is_folder ? "/" : "");
    if (ImGui::Selectable("##entry")) {
      if (entry.is_folder)
        commands.emplace_back(BrowseFolder{path});
      else
        commands.emplace_back(OpenFiles{{path}});
    }
    ImGui::SameLine();
    text_line(text, entry.is_folder ? theme::kQuiet : theme::kText);
    ImGui::PopID();
  }
  if (dialog.entries.empty() && dialog.trouble.empty())
    quiet_text(dialog.for_folders ? "no folders in it" : "no pictures or videos in it");
  if (!dialog.trouble.empty()) coloured_text(dialog.trouble, theme::kWarning);
  ImGui::EndChild();
}

}  // namespace

void PlainDialog::path_field(const PlainDialogView& dialog, std::vector<Command>& commands) {
  if (folder_ != dialog.folder || ImGui::IsWindowAppearing()) {
    folder_ = dialog.folder;
    const std::string folder = dialog.folder.string();
    const std::size_t size = std::min(folder.size(), typed_.size() - 1);
    std::memcpy(typed_.data(), folder.data(), size);
    typed_[size] = '\0';
  }
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (!ImGui::InputText("##path", typed_.data(), typed_.size(),
                        ImGuiInputTextFlags_EnterReturnsTrue))
    return;
  std::error_code error;
  const fs::path typed = dialog.folder / typed_.data();
  if (fs::is_directory(typed, error))
    commands.emplace_back(BrowseFolder{typed.string()});
  else
    commands.emplace_back(OpenFiles{{typed.string()}});
}

void PlainDialog::draw(const SessionView& view, double scale, std::vector<Command>& commands) {
  if (!view.open_dialog.plain) return;
  const PlainDialogView& dialog = *view.open_dialog.plain;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const auto unit = static_cast<float>(scale);
  const ImVec2 size{std::min(kWidth * unit, display.x * 0.96f),
                    std::min(kHeight * unit, display.y * 0.96f)};
  ImGui::SetNextWindowPos({(display.x - size.x) / 2, (display.y - size.y) / 2});
  ImGui::SetNextWindowSize(size);
  const std::string title =
      std::string(dialog.for_folders ? "Open a folder of pictures" : "Open a picture or video") +
      kDialogTitle;
  bool open = true;
  if (ImGui::Begin(title.c_str(), &open,
                   ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                       ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
    path_field(dialog, commands);
    const float buttons = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y;
    entry_list(dialog, ImGui::GetContentRegionAvail().y - buttons, commands);
    if (ImGui::Button("Open this folder"))
      commands.emplace_back(OpenFiles{{dialog.folder.string()}});
    ImGui::SameLine();
    if (ImGui::Button("Cancel")) open = false;
    if (ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) &&
        ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)))
      open = false;
  }
  ImGui::End();
  if (!open) commands.emplace_back(CloseOpenDialog{});
}

}  // namespace gridlens
