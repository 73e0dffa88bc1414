#include "app/outputs/folder_opener.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>

namespace gridlens {
namespace {

// The file program gets nothing of ours: no camera or file that is open, no blocked signals, not
// our terminal's signals, no place to write to.
class Detached {
 public:
  Detached() {
    posix_spawn_file_actions_init(&files_);
    posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDWR, 0);
    posix_spawn_file_actions_adddup2(&files_, STDIN_FILENO, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files_, STDIN_FILENO, STDERR_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&files_, STDERR_FILENO + 1);
    posix_spawnattr_init(&attributes_);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setflags(&attributes_,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
  }
  ~Detached() {
    posix_spawnattr_destroy(&attributes_);
    posix_spawn_file_actions_destroy(&files_);
  }
  Detached(const Detached&) = delete;
  Detached& operator=(const Detached&) = delete;

  // The error number, 0: started.
  int start(std::string program, std::string argument, pid_t& pid) const {
    const std::array<char*, 3> arguments{program.data(), argument.data(), nullptr};
    return posix_spawnp(&pid, program.c_str(), &files_, &attributes_, arguments.data(), environ);
  }

 private:
  posix_spawn_file_actions_t files_{};
  posix_spawnattr_t attributes_{};
};

}  // namespace

void FolderOpener::open(const std::filesystem::path& folder) {
  pid_t pid = 0;
  const int error = Detached().start(program_, folder.string(), pid);
  if (error == ENOENT)
    throw std::runtime_error("there is no " + program_ + " here to show the folder " +
                             folder.string());
  if (error != 0)
    throw std::runtime_error(program_ + " cannot be started: " + std::strerror(error));
  children_.push_back({pid, folder});
}

std::string FolderOpener::look_after() {
  std::string trouble;
  std::erase_if(children_, [&](const Child& child) {
    int status = 0;
    if (waitpid(child.pid, &status, WNOHANG) == 0) return false;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
      trouble = program_ + " could not show the folder " + child.folder.string();
    return true;
  });
  return trouble;
}

}  // namespace gridlens
