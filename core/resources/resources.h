#pragma once

#include <filesystem>
#include <string>

namespace gridlens {

// The path of a file that comes with the program, named as in the repository:
// "shaders/plane.vert", "models/digits.onnx", "assets/fonts/Inter-Medium.otf". Looked for in the
// folder that the environment variable GRIDLENS_RESOURCES names and nowhere else. Without the
// variable three places are tried in this order: ../share/gridlens beside the executable
// (installed, also when moved elsewhere), the source tree this was built from, the install prefix.
// Throws std::runtime_error with one line that names the file and the folders.
std::filesystem::path find_resource(const std::string& name);

// The whole content of such a file. Throws like find_resource, or when it cannot be read.
std::string read_resource(const std::string& name);

}  // namespace gridlens
