#include "app/outputs/user_folders.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>

namespace gridlens {
namespace {

namespace fs = std::filesystem;

struct Names {
  std::string_view key;    // in user-dirs.dirs
  std::string_view usual;  // below the home folder
};

Names names_of(UserFolder which) {
  switch (which) {
    case UserFolder::documents:
      return {"XDG_DOCUMENTS_DIR", "Documents"};
    case UserFolder::pictures:
      return {"XDG_PICTURES_DIR", "Pictures"};
    case UserFolder::videos:
      break;
  }
  return {"XDG_VIDEOS_DIR", "Videos"};
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// KEY="$HOME/path" or KEY="/path", as a shell reads it; nothing for any other line.
std::optional<fs::path> folder_in(std::string_view line, std::string_view key,
                                  const std::string& home) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  if (!line.starts_with(key)) return std::nullopt;
  line.remove_prefix(key.size());
  if (!line.starts_with("=\"")) return std::nullopt;
  line.remove_prefix(2);
  std::string path;
  if (line.starts_with("$HOME/") || line.starts_with("$HOME\"")) {
    if (home.empty()) return std::nullopt;
    path = home;
    line.remove_prefix(5);
  } else if (!line.starts_with('/')) {
    return std::nullopt;
  }
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') return fs::path(path);
    if (line[i] == '\\' && i + 1 < line.size()) ++i;
    path += line[i];
  }
  return std::nullopt;  // no closing quote
}

// Without a slash at the end.
fs::path whole_path(const fs::path& path) {
  std::error_code error;
  fs::path whole = fs::absolute(path, error).lexically_normal();
  if (error) return path;
  return whole.has_filename() || whole == whole.root_path() ? whole : whole.parent_path();
}

}  // namespace

fs::path user_folder(UserFolder which) {
  const Names names = names_of(which);
  const std::string home = variable("HOME");
  fs::path config = variable("XDG_CONFIG_HOME");
  if (!config.is_absolute()) config = fs::path(home) / ".config";
  std::optional<fs::path> found;
  std::ifstream file(config / "user-dirs.dirs");
  for (std::string line; std::getline(file, line);)
    if (auto folder = folder_in(line, names.key, home)) found = std::move(folder);
  if (found) return whole_path(*found);
  std::error_code error;
  if (home.empty() || !fs::is_directory(home, error)) return whole_path(".");
  const fs::path usual = fs::path(home) / names.usual;
  return whole_path(fs::is_directory(usual, error) ? usual : fs::path(home));
}

fs::path chosen_folder(const std::string& typed, UserFolder which) {
  if (typed.empty()) return user_folder(which);
  if (typed == "~" || typed.starts_with("~/"))
    return whole_path(variable("HOME") + typed.substr(1));
  return whole_path(typed);
}

std::string folder_trouble(const fs::path& folder) {
  std::error_code error;
  fs::path there = folder;
  while (!fs::exists(there, error) && there.has_relative_path()) there = there.parent_path();
  if (!fs::is_directory(there, error)) return there.string() + " is not a folder";
  if (::access(there.c_str(), W_OK | X_OK) != 0)
    return "no file can be made in " + there.string() + ": " + std::strerror(errno);
  return {};
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  if (std::string trouble = folder_trouble(folder); !trouble.empty())
    throw std::runtime_error(trouble);
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder))
    throw std::runtime_error("the folder " + folder.string() +
                             " cannot be made: " + error.message());
}

}  // namespace gridlens
