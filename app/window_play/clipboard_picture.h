#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace gridlens {

// What the desktop's clipboard holds as a picture.
struct ClipboardPicture {
  std::vector<unsigned char> png;  // empty: none
  std::string trouble;             // then why, one clear line
};

// Asks wl-paste or xclip, whichever is installed and fits the desktop: GLFW knows text alone.
// Waits for the program, for three seconds at most; `stop` ends that within a tenth. POSIX.
ClipboardPicture picture_of_clipboard(const std::stop_token& stop = {});

}  // namespace gridlens
