#include "app/clipboard_picture.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>

extern char** environ;

namespace gridlens {

namespace {

using Words = std::vector<std::string>;

constexpr std::chrono::seconds kPatience{3};
constexpr int kBetweenLooks_ms = 50;
constexpr std::size_t kMostBytes = std::size_t{64} << 20;

std::vector<Words> programs() {
  const Words wayland = {"wl-paste", "--no-newline", "--type", "image/png"};
  const Words x11 = {"xclip", "-selection", "clipboard", "-target", "image/png", "-out"};
  if (std::getenv("WAYLAND_DISPLAY") != nullptr) return {wayland, x11};
  return {x11};
}

// Its standard output goes to `output`. -1: it could not be started.
pid_t start(const Words& words, int output) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  // Our threads block the signals that end a program; this one must not.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t process = -1;
  const int error =
      ::posix_spawnp(&process, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? process : -1;
}

// All that comes until the other end closes, the time is over or a stop is asked for.
std::vector<unsigned char> read_all(int input, const std::stop_token& stop) {
  std::vector<unsigned char> bytes;
  std::array<unsigned char, 65536> part{};
  const auto until = std::chrono::steady_clock::now() + kPatience;
  while (!stop.stop_requested() && std::chrono::steady_clock::now() < until) {
    pollfd waits{input, POLLIN, 0};
    if (::poll(&waits, 1, kBetweenLooks_ms) <= 0) continue;
    const ssize_t count = ::read(input, part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    if (count == 0) return bytes;
    if (count < 0 || bytes.size() + static_cast<std::size_t>(count) > kMostBytes) break;
    bytes.insert(bytes.end(), part.begin(), part.begin() + count);
  }
  return {};
}

}  // namespace

ClipboardPicture picture_of_clipboard(const std::stop_token& stop) {
  ClipboardPicture picture;
  bool started = false;
  for (const Words& words : programs()) {
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) break;
    const pid_t process = start(words, ends[1]);
    ::close(ends[1]);
    if (process > 0) {
      started = true;
      picture.png = read_all(ends[0], stop);
      ::kill(process, SIGKILL);  // one that has ended already does not mind
      int status = 0;
      while (::waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
    }
    ::close(ends[0]);
    if (!picture.png.empty()) return picture;
  }
  picture.trouble = started ? "The clipboard holds no puzzle and no picture"
                            : "The clipboard holds no puzzle; for a picture the program xclip "
                              "(or wl-paste) has to be installed";
  return picture;
}

}  // namespace gridlens
