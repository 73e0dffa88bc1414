// event_recorder X Y WIDTH HEIGHT: a window titled "Recorder" that prints a line for each event of
// mouse and keyboard that it gets, until it is ended. The first line is its number.
#include <X11/Xlib.h>

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
  Display* display = XOpenDisplay(nullptr);
  if (argc != 5 || display == nullptr) {
    std::fputs("event_recorder X Y WIDTH HEIGHT, with a display\n", stderr);
    return 1;
  }
  const int x = std::atoi(argv[1]), y = std::atoi(argv[2]);
  const int width = std::atoi(argv[3]), height = std::atoi(argv[4]);
  const Window window =
      XCreateSimpleWindow(display, DefaultRootWindow(display), x, y, static_cast<unsigned>(width),
                          static_cast<unsigned>(height), 0, 0, 0x808080);
  XStoreName(display, window, "Recorder");
  XSelectInput(display, window,
               KeyPressMask | KeyReleaseMask | ButtonPressMask | ButtonReleaseMask |
                   PointerMotionMask | EnterWindowMask | LeaveWindowMask);
  XMapWindow(display, window);
  std::printf("%lu\n", window);
  std::fflush(stdout);
  for (;;) {
    XEvent event;
    XNextEvent(display, &event);
    const char* name = event.type == KeyPress        ? "key press"
                       : event.type == KeyRelease    ? "key release"
                       : event.type == ButtonPress   ? "button press"
                       : event.type == ButtonRelease ? "button release"
                       : event.type == MotionNotify  ? "motion"
                       : event.type == EnterNotify   ? "enter"
                       : event.type == LeaveNotify   ? "leave"
                                                     : nullptr;
    if (name == nullptr) continue;
    std::printf("%s\n", name);
    std::fflush(stdout);
  }
}
