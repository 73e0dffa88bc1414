#include "app/window_play/clipboard_picture.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>

#include "app/files/child_program.h"

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

// A clipboard that holds text may answer with that.
bool is_png(const std::vector<unsigned char>& bytes) {
  constexpr std::array<unsigned char, 4> kSignature = {0x89, 'P', 'N', 'G'};
  return bytes.size() > kSignature.size() &&
         std::equal(kSignature.begin(), kSignature.end(), bytes.begin());
}

}  // namespace

ClipboardPicture picture_of_clipboard(const std::stop_token& stop) {
  ClipboardPicture picture;
  bool started = false;
  for (const Words& words : programs()) {
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) break;
    const pid_t process = start_child_program(words, ends[1]);
    ::close(ends[1]);
    if (process > 0) {
      started = true;
      picture.png = read_all(ends[0], stop);
      ::kill(process, SIGKILL);  // one that has ended already does not mind
      int status = 0;
      while (::waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
    }
    ::close(ends[0]);
    if (is_png(picture.png)) return picture;
    picture.png.clear();
  }
  picture.trouble = started ? "The clipboard holds no puzzle and no picture"
                            : "The clipboard holds no puzzle; for a picture the program xclip "
                              "(or wl-paste) has to be installed";
  return picture;
}

}  // namespace gridlens
