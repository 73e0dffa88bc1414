#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace gridlens {

// Shows folders in the desktop's own file program (xdg-open), without waiting for it.
class FolderOpener {
 public:
  // `program`: for tests.
  explicit FolderOpener(std::string program = "xdg-open") : program_(std::move(program)) {}

  // Throws std::runtime_error with one line where there is no such program.
  void open(const std::filesystem::path& folder);

  // To be called now and then: takes note of programs that have ended, so that none stays behind as
  // a zombie. One line where one of them says that it failed, else empty.
  std::string look_after();

 private:
  struct Child {
    pid_t pid;
    std::filesystem::path folder;
  };

  std::string program_;
  std::vector<Child> children_;
};

}  // namespace gridlens
