#pragma once

#include <opencv2/core/types.hpp>

struct GLFWwindow;

namespace gridlens {

// Where a window stands on the screen, and in which units. Main thread, after glfwInit().

cv::Rect work_area();  // of the first screen; a usual one where none is known

// Framebuffer pixels per window unit: 1 on X11, 2 on HiDPI screens of other systems.
double framebuffer_ratio(GLFWwindow* window);

// Size of text and buttons that the screen asks for. ImGui works in window units; what the system
// scales by itself is not scaled again.
double screen_scale(GLFWwindow* window);

bool fills_screen(GLFWwindow* window);
// `windowed`: the place to come back to, kept meanwhile.
void toggle_full_screen(GLFWwindow* window, cv::Rect& windowed);

}  // namespace gridlens
