#include "app/window/window.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace gridlens {
namespace {

TEST(Window, WithoutADisplayOneLineNamesHeadless) {
  unsetenv("DISPLAY");
  unsetenv("WAYLAND_DISPLAY");
  try {
    const Window window;
    FAIL() << "a window without a display";
  } catch (const std::runtime_error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("--headless"), std::string::npos) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace gridlens
