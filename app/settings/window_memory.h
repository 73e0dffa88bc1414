#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "app/settings/window_settings.h"

namespace gridlens {

// The settings file: read once, written soon after each change, as a whole or not at all. What goes
// wrong is told in one line and never ends the program. One thread.
class WindowMemory {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // $XDG_CONFIG_HOME/gridlens/settings.toml, ~/.config without it; empty where no home is known.
  static std::filesystem::path usual_file();

  // Reads the file, if there is one. One that makes no sense is kept beside it as NAME.bad. Empty
  // path: nothing is remembered, and trouble() says so.
  explicit WindowMemory(std::filesystem::path file);

  [[nodiscard]] const WindowSettings& settings() const { return kept_; }
  // One line, or empty; may come later, when the file cannot be written.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

  // What the run begins with: options of the command line differ from settings(), and stay unsaved
  // until a person changes them.
  void begin(const WindowSettings& now) { seen_ = now; }
  // What holds now; writes when a change is old enough. `at` must not run backwards.
  void see(const WindowSettings& now, Time at);
  // Writes what is not written yet.
  void finish();

 private:
  void read();
  void keep_aside();
  void write();
  void refuse(const std::string& why);

  std::filesystem::path file_;
  std::string text_;  // of the file as it was read
  WindowSettings kept_, seen_;
  std::optional<Time> changed_at_;  // not written yet
  bool writable_ = true;
  std::string trouble_;
};

}  // namespace gridlens
