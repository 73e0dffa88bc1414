#include "app/window/window_gui.h"

#include <imgui/backends/imgui_impl_glfw.h>
#include <imgui/backends/imgui_impl_opengl3.h>
#include <imgui/imgui.h>

namespace gridlens {

WindowGui::WindowGui(GLFWwindow* window, double scale) {
  context_.set_scale(scale);
  ImGui_ImplGlfw_InitForOpenGL(window, true);
  // Tab is the program's: ImGui would make a text field of a slider.
  ImGui::GetIO().KeyMap[ImGuiKey_Tab] = -1;
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
