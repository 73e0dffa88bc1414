#include "app/panels/gui_context.h"

#include <imgui/imgui.h>
#include <imgui/imgui_freetype.h>

#include <cmath>
#include <string>

#include "app/panels/theme.h"
#include "core/resources/resources.h"

namespace gridlens {
namespace {

constexpr double kTextSize = 15, kSmallSize = 12.5, kBoldSize = 15;  // pixels at scale 1

// Latin, Greek and Cyrillic names of cameras and files, and the marks that our own texts use.
constexpr ImWchar kLetters[] = {0x0020, 0x024F, 0x0370, 0x052F, 0x2010, 0x2040, 0x2190, 0x21FF, 0};

constexpr ImWchar kSymbols[] = {'0', ':', 'A', 'Z', 0};
constexpr std::array<double, 5> kDigitSizes = {10, 16, 26, 42, 68};  // pixels, at any scale

ImFont* load(const char* name, double size, const ImWchar* letters = kLetters) {
  ImFontConfig config;
  config.OversampleH = 1;  // FreeType's light hinting wants whole pixels
  return ImGui::GetIO().Fonts->AddFontFromFileTTF(
      find_resource(std::string("assets/fonts/") + name).c_str(),
      static_cast<float>(std::round(size)), &config, letters);
}

}  // namespace

const GuiFonts& gui_fonts() {
  return static_cast<GuiContext::Look*>(ImGui::GetIO().UserData)->fonts;
}

Theme gui_theme() {
  return static_cast<GuiContext::Look*>(ImGui::GetIO().UserData)->theme;
}

GuiContext::GuiContext() {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // the layout is the program's, nothing to remember
  io.LogFilename = nullptr;
  io.UserData = &look_;
}

GuiContext::~GuiContext() {
  ImGui::DestroyContext();
}

void GuiContext::set_scale(double scale) {
  scale_ = scale;
  ImGuiIO& io = ImGui::GetIO();
  io.Fonts->Clear();
  io.Fonts->FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  io.Fonts->FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
  look_.fonts.text = load("Inter-Medium.otf", kTextSize * scale);
  look_.fonts.small = load("Inter-Medium.otf", kSmallSize * scale);
  look_.fonts.bold = load("Inter-SemiBold.otf", kBoldSize * scale);
  for (std::size_t i = 0; i < kDigitSizes.size(); ++i) {
    look_.fonts.digits.at(i) = load("Inter-Medium.otf", kDigitSizes.at(i), kSymbols);
    look_.fonts.bold_digits.at(i) = load("Inter-SemiBold.otf", kDigitSizes.at(i), kSymbols);
  }
  io.Fonts->Build();
  apply_theme(scale, look_.theme);
}

void GuiContext::set_theme(Theme theme) {
  look_.theme = theme;
  apply_theme(scale_, theme);
}

}  // namespace gridlens
