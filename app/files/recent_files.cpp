#include "app/files/recent_files.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <system_error>

namespace gridlens {
namespace {

namespace fs = std::filesystem;

constexpr std::streamsize kMostBytes = 65536;  // a file of ours is far smaller

// A relative path in such a variable is to be ignored, says the base directory specification.
fs::path folder_in(const char* variable) {
  const char* value = std::getenv(variable);
  const fs::path folder = value != nullptr ? value : "";
  return folder.is_absolute() ? folder : fs::path();
}

std::string encoded(const std::string& name) {
  std::string text;
  for (const unsigned char c : name) {
    if (c >= ' ' && c != 0x7f && c != '%') {
      text += static_cast<char>(c);
      continue;
    }
    std::array<char, 4> hex{};
    std::snprintf(hex.data(), hex.size(), "%%%02X", c);
    text += hex.data();
  }
  return text;
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Nothing: no line of ours.
std::optional<std::string> decoded(const std::string& line) {
  std::string name;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '%') {
      name += line[i];
      continue;
    }
    const int high = i + 2 < line.size() ? hex_value(line[i + 1]) : -1;
    const int low = i + 2 < line.size() ? hex_value(line[i + 2]) : -1;
    if (high < 0 || low < 0 || high + low == 0) return std::nullopt;
    name += static_cast<char>(16 * high + low);
    i += 2;
  }
  if (!name.starts_with("/")) return std::nullopt;
  return name;
}

}  // namespace

RecentFiles::RecentFiles(fs::path file) : file_(std::move(file)) {
  read();
  look_again();
}

fs::path RecentFiles::usual_file() {
  fs::path state = folder_in("XDG_STATE_HOME");
  if (state.empty()) {
    const fs::path home = folder_in("HOME");
    if (home.empty()) return {};
    state = home / ".local" / "state";
  }
  return state / "gridlens" / "recent";
}

void RecentFiles::add(const fs::path& opened) {
  std::error_code error;
  fs::path path = fs::absolute(opened, error).lexically_normal();
  if (path.filename().empty() && path.has_relative_path()) path = path.parent_path();
  if (error) return;
  read();
  std::erase(all_, path);
  all_.insert(all_.begin(), path);
  if (all_.size() > kMost) all_.resize(kMost);
  write();
  look_again();
}

void RecentFiles::look_again() {
  present_.clear();
  for (const fs::path& path : all_) {
    std::error_code error;
    if (fs::exists(path, error)) present_.push_back(path);
  }
}

void RecentFiles::read() {
  if (file_.empty()) return;
  std::error_code error;
  if (!fs::is_regular_file(file_, error)) return;
  std::ifstream in(file_, std::ios::binary);
  std::string text(static_cast<std::size_t>(kMostBytes), '\0');
  in.read(text.data(), kMostBytes);
  text.resize(static_cast<std::size_t>(in.gcount()));
  all_.clear();
  for (std::size_t begin = 0; begin < text.size() && all_.size() < kMost;) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const auto name = decoded(text.substr(begin, end - begin));
    if (name && std::find(all_.begin(), all_.end(), fs::path(*name)) == all_.end())
      all_.emplace_back(*name);
    begin = end + 1;
  }
}

// As a whole or not at all.
void RecentFiles::write() const {
  if (file_.empty()) return;
  std::error_code error;
  // What a person opened is no concern of others.
  if (fs::create_directories(file_.parent_path(), error))
    fs::permissions(file_.parent_path(), fs::perms::owner_all, error);
  const fs::path fresh = file_.string() + "." + std::to_string(::getpid());
  {
    std::ofstream out(fresh, std::ios::binary);
    for (const fs::path& path : all_) out << encoded(path.string()) << '\n';
    out.flush();
    if (!out) {
      fs::remove(fresh, error);
      return;
    }
  }
  fs::rename(fresh, file_, error);
  if (error) fs::remove(fresh, error);
}

}  // namespace gridlens
