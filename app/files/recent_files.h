#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gridlens {

// The files and folders that were opened last, kept over restarts in a file of its own: one a line,
// the newest first, control characters and % as %XX. A file that cannot be read or written costs
// the memory and nothing else. One thread.
class RecentFiles {
 public:
  static constexpr std::size_t kMost = 8;

  // Empty: nothing is kept.
  explicit RecentFiles(std::filesystem::path file);

  // $XDG_STATE_HOME/gridlens/recent, else ~/.local/state/gridlens/recent; empty where neither is
  // known.
  static std::filesystem::path usual_file();

  // Notes down a file or folder that was opened. Others of this program may have added theirs.
  void add(const std::filesystem::path& opened);

  // Those that are there now, newest first.
  [[nodiscard]] const std::vector<std::filesystem::path>& present() const { return present_; }
  void look_again();  // which of them are there

 private:
  void read();
  void write() const;

  std::filesystem::path file_;
  std::vector<std::filesystem::path> all_;
  std::vector<std::filesystem::path> present_;
};

}  // namespace gridlens
