#include "app/window/window_place.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>

#include "app/settings/window_look.h"

namespace gridlens {

cv::Rect work_area() {
  cv::Rect area(0, 0, 1280, 800);
  if (GLFWmonitor* monitor = glfwGetPrimaryMonitor(); monitor != nullptr) {
    glfwGetMonitorWorkarea(monitor, &area.x, &area.y, &area.width, &area.height);
  }
  return area;
}

double framebuffer_ratio(GLFWwindow* window) {
  int width = 0, height = 0, pixels = 0, ignored = 0;
  glfwGetWindowSize(window, &width, &height);
  glfwGetFramebufferSize(window, &pixels, &ignored);
  return width > 0 && pixels > 0 ? static_cast<double>(pixels) / width : 1;
}

double screen_scale(GLFWwindow* window) {
  float x = 1, y = 1;
  glfwGetWindowContentScale(window, &x, &y);
  const double wanted = std::max(x, y) / framebuffer_ratio(window);
  return std::clamp(std::round(wanted * 4) / 4, kSmallestScale, kLargestScale);
}

bool fills_screen(GLFWwindow* window) {
  return glfwGetWindowMonitor(window) != nullptr;
}

void toggle_full_screen(GLFWwindow* window, cv::Rect& windowed) {
  if (fills_screen(window)) {
    glfwSetWindowMonitor(window, nullptr, windowed.x, windowed.y, windowed.width, windowed.height,
                         GLFW_DONT_CARE);
    return;
  }
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
  if (mode == nullptr) return;
  glfwGetWindowPos(window, &windowed.x, &windowed.y);
  glfwGetWindowSize(window, &windowed.width, &windowed.height);
  glfwSetWindowMonitor(window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

}  // namespace gridlens
