#include "app/settings/window_memory.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <span>
#include <utility>

#include "app/files/output_file.h"
#include "core/image/one_line.h"

namespace gridlens {

namespace {

namespace fs = std::filesystem;

// A slider on its way is not worth a file each; a person who stops the program loses no more.
constexpr std::chrono::milliseconds kPatience{300};
constexpr std::uintmax_t kLargestFile = 1 << 20;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

}  // namespace

fs::path WindowMemory::usual_file() {
  fs::path config = variable("XDG_CONFIG_HOME");
  // By its specification a relative one does not count.
  if (!config.is_absolute()) {
    const fs::path home = variable("HOME");
    if (!home.is_absolute()) return {};
    config = home / ".config";
  }
  return config / "gridlens" / "settings.toml";
}

WindowMemory::WindowMemory(fs::path file) : file_(std::move(file)) {
  if (file_.empty()) {
    refuse("no settings are remembered: neither XDG_CONFIG_HOME nor HOME names a folder");
    return;
  }
  std::error_code error;
  // A link to the file stays one.
  if (fs::is_symlink(file_, error)) {
    const fs::path target = fs::weakly_canonical(file_, error);
    if (!error) file_ = target;
  }
  const fs::file_status status = fs::status(file_, error);
  if (status.type() == fs::file_type::not_found) return;
  if (!fs::is_regular_file(status)) {
    refuse("no settings are remembered: " + file_.string() +
           (fs::exists(status) ? " is no file" : " cannot be read: " + error.message()));
    return;
  }
  read();
  seen_ = kept_;
}

void WindowMemory::read() {
  std::error_code error;
  std::string trouble;
  if (fs::file_size(file_, error) > kLargestFile) {
    trouble = "is far too long";
  } else {
    std::ifstream file(file_, std::ios::binary);
    text_.assign(std::istreambuf_iterator<char>(file), {});
    if (!file.is_open() || file.bad()) {
      refuse("no settings are remembered: " + file_.string() + " cannot be read");
      return;
    }
    ReadSettings result = read_settings(text_);
    kept_ = result.settings;
    trouble = std::move(result.trouble);
  }
  if (trouble.empty()) return;
  trouble_ = file_.string() + ": " + trouble;
  keep_aside();
}

// Nothing is lost: the file is not written before it is kept.
void WindowMemory::keep_aside() {
  const fs::path bad = file_.string() + ".bad";
  std::error_code error;
  fs::copy_file(file_, bad, fs::copy_options::overwrite_existing, error);
  if (error)
    refuse(trouble_ + "; it cannot be kept as " + bad.filename().string() +
           ", so no settings are remembered");
  else
    trouble_ += "; kept as " + bad.filename().string();
}

void WindowMemory::refuse(const std::string& why) {
  writable_ = false;
  trouble_ = why;
}

void WindowMemory::see(const WindowSettings& now, Time at) {
  if (!(now == seen_)) {
    take_changes(seen_, now, kept_);
    seen_ = now;
    if (!changed_at_) changed_at_ = at;
  }
  if (changed_at_ && at - *changed_at_ >= kPatience) write();
}

void WindowMemory::finish() {
  if (changed_at_) write();
}

void WindowMemory::write() {
  changed_at_.reset();
  if (!writable_) return;
  try {
    fs::create_directories(file_.parent_path());
    write_whole_file(file_, settings_text(kept_, text_), true);
  } catch (const std::exception& error) {
    refuse("no settings are remembered: " + one_line(error));
  }
}

}  // namespace gridlens
