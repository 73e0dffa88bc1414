#include "core/resources/resources.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>
#include <vector>

namespace gridlens {
namespace {

namespace fs = std::filesystem;

const char* wished_folder() {
  const char* wish = std::getenv("GRIDLENS_RESOURCES");
  return wish != nullptr && *wish != '\0' ? wish : nullptr;
}

std::vector<fs::path> resource_folders() {
  std::vector<fs::path> folders;
  // Whoever names a folder means it: another copy of a file that is missing there would be used
  // unnoticed.
  if (const char* wish = wished_folder()) return {wish};
  std::error_code error;
  // Where there is no /proc the executable's own place stays unknown, and the other folders serve.
  const fs::path executable = fs::read_symlink("/proc/self/exe", error);
  if (!error) folders.push_back(executable.parent_path().parent_path() / "share" / "gridlens");
  folders.emplace_back(GRIDLENS_SOURCE_DIR);
  folders.emplace_back(GRIDLENS_INSTALL_DATADIR);
  return folders;
}

}  // namespace

fs::path find_resource(const std::string& name) {
  std::string tried;
  for (const fs::path& folder : resource_folders()) {
    std::error_code error;
    if (fs::path path = folder / name; fs::is_regular_file(path, error)) return path;
    tried += (tried.empty() ? "" : ", ") + folder.string();
  }
  throw std::runtime_error("file '" + name + "' of the program is missing (looked in " + tried +
                           (wished_folder() ? ", which GRIDLENS_RESOURCES names)" : ")"));
}

std::string read_resource(const std::string& name) {
  const fs::path path = find_resource(name);
  std::ifstream file(path, std::ios::binary);
  std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) throw std::runtime_error("cannot read '" + path.string() + "'");
  return content;
}

}  // namespace gridlens
