#include "app/gui.h"

#include <epoxy/gl.h>
// GLFW must not bring another OpenGL header along.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui/backends/imgui_impl_glfw.h>
#include <imgui/backends/imgui_impl_opengl3.h>
#include <imgui/imgui.h>
#include <imgui/imgui_freetype.h>

#include <cmath>

#include "app/panels/theme.h"
#include "core/resources/resources.h"

namespace gridlens {
namespace {

constexpr double kTextSize = 15, kSmallSize = 12.5, kBoldSize = 15;  // pixels at scale 1

// Latin, Greek and Cyrillic names of cameras and files, and the marks that our own texts use.
constexpr ImWchar kLetters[] = {0x0020, 0x024F, 0x0370, 0x052F, 0x2010,
                                0x2040, 0x2190, 0x21FF, 0};

GuiFonts* fonts_of_context() {
  return static_cast<GuiFonts*>(ImGui::GetIO().UserData);
}

ImFont* load(const char* name, double size) {
  ImFontConfig config;
  config.OversampleH = 1;  // FreeType's light hinting wants whole pixels
  return ImGui::GetIO().Fonts->AddFontFromFileTTF(
      find_resource(std::string("assets/fonts/") + name).c_str(),
      static_cast<float>(std::round(size)), &config, kLetters);
}

}  // namespace

const GuiFonts& gui_fonts() { return *fonts_of_context(); }

GuiContext::GuiContext() {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;  // the layout is the program's, nothing to remember
  io.LogFilename = nullptr;
  io.ConfigFlags |= ImGuiConfigFlags_NoMouseCursorChange;
  io.UserData = new GuiFonts;
}

GuiContext::~GuiContext() {
  delete fonts_of_context();
  ImGui::GetIO().UserData = nullptr;
  ImGui::DestroyContext();
}

void GuiContext::set_scale(double scale) {
  scale_ = scale;
  ImGuiIO& io = ImGui::GetIO();
  io.Fonts->Clear();
  io.Fonts->FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  io.Fonts->FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
  GuiFonts& fonts = *fonts_of_context();
  fonts.text = load("Inter-Medium.otf", kTextSize * scale);
  fonts.small = load("Inter-Medium.otf", kSmallSize * scale);
  fonts.bold = load("Inter-SemiBold.otf", kBoldSize * scale);
  io.Fonts->Build();
  apply_theme(scale);
}

WindowGui::WindowGui(GLFWwindow* window, double scale) {
  context_.set_scale(scale);
  ImGui_ImplGlfw_InitForOpenGL(window, true);
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

WindowGui::~WindowGui() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
}

void WindowGui::set_scale(double scale) {
  context_.set_scale(scale);
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

void WindowGui::begin_frame() {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
}

void WindowGui::end_frame() {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace gridlens
