// xdnd_source WINDOW X Y FILE...: drags FILEs from another window and drops them on WINDOW (its X11
// number) at the screen place X, Y, as a file manager does: XDND version 5, text/uri-list. Exit
// status 0: the window took them; 1: it did not. xdotool cannot start a drag.
// The protocol: https://www.freedesktop.org/wiki/Specifications/XDND/
#include <X11/Xatom.h>
#include <X11/Xlib.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <thread>

namespace {

constexpr int kVersion = 5;
constexpr std::chrono::seconds kPatience{60};

std::string file_url(const std::string& path) {
  std::string url = "file://";
  for (const unsigned char c : std::filesystem::absolute(path).string()) {
    if (std::isalnum(c) != 0 || std::strchr("/._-", c) != nullptr) {
      url += static_cast<char>(c);
      continue;
    }
    char coded[4];
    std::snprintf(coded, sizeof coded, "%%%02X", c);
    url += coded;
  }
  return url + "\r\n";
}

class Drag {
 public:
  Drag(Window target, std::string urls) : target_(target), urls_(std::move(urls)) {
    if (display_ == nullptr) throw "no display";
    source_ = XCreateSimpleWindow(display_, DefaultRootWindow(display_), 0, 0, 1, 1, 0, 0, 0);
    XSetSelectionOwner(display_, atom("XdndSelection"), source_, CurrentTime);
  }
  ~Drag() { XCloseDisplay(display_); }
  Drag(const Drag&) = delete;
  Drag& operator=(const Drag&) = delete;

  bool drop_at(long x, long y) {
    tell("XdndEnter", long{kVersion} << 24, static_cast<long>(atom("text/uri-list")), 0, 0);
    tell("XdndPosition", 0, (x << 16) | y, CurrentTime, static_cast<long>(atom("XdndActionCopy")));
    XEvent event;
    if (!wait_for("XdndStatus", event)) return false;
    if ((event.xclient.data.l[1] & 1) == 0) {
      tell("XdndLeave", 0, 0, 0, 0);
      return false;
    }
    tell("XdndDrop", 0, CurrentTime, 0, 0);
    // GLFW 3.3 puts the length of what it got where one bit should be.
    return wait_for("XdndFinished", event) && event.xclient.data.l[1] != 0;
  }

 private:
  Atom atom(const char* name) { return XInternAtom(display_, name, False); }

  void tell(const char* what, long a, long b, long c, long d) {
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = target_;
    event.xclient.message_type = atom(what);
    event.xclient.format = 32;
    const long values[] = {static_cast<long>(source_), a, b, c, d};
    std::copy(std::begin(values), std::end(values), event.xclient.data.l);
    XSendEvent(display_, target_, False, NoEventMask, &event);
    XFlush(display_);
  }

  // Answers the window's question for the data meanwhile.
  bool wait_for(const char* what, XEvent& event) {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (std::chrono::steady_clock::now() < end) {
      if (XPending(display_) == 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        continue;
      }
      XNextEvent(display_, &event);
      if (event.type == SelectionRequest) hand_over(event.xselectionrequest);
      if (event.type == ClientMessage && event.xclient.message_type == atom(what)) return true;
    }
    return false;
  }

  void hand_over(const XSelectionRequestEvent& wish) {
    XChangeProperty(display_, wish.requestor, wish.property, wish.target, 8, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(urls_.data()),
                    static_cast<int>(urls_.size()));
    XEvent event{};
    event.xselection.type = SelectionNotify;
    event.xselection.requestor = wish.requestor;
    event.xselection.selection = wish.selection;
    event.xselection.target = wish.target;
    event.xselection.property = wish.property;
    event.xselection.time = wish.time;
    XSendEvent(display_, wish.requestor, False, NoEventMask, &event);
    XFlush(display_);
  }

  Display* display_ = XOpenDisplay(nullptr);
  Window target_;
  Window source_ = 0;
  std::string urls_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) {
    std::fputs("usage: xdnd_source WINDOW X Y FILE...\n", stderr);
    return 2;
  }
  std::string urls;
  for (int i = 4; i < argc; ++i) urls += file_url(argv[i]);
  try {
    Drag drag(std::strtoul(argv[1], nullptr, 0), urls);
    return drag.drop_at(std::atol(argv[2]), std::atol(argv[3])) ? 0 : 1;
  } catch (const char* error) {
    std::fprintf(stderr, "xdnd_source: %s\n", error);
    return 1;
  }
}
