// screen_window TITLE X Y PUZZLE...: a window of another program, for tests/ui/screen_test.sh and
// fill_button_test.sh. It shows the first puzzle (a line of 81) and tells on standard output what
// it gets: "click X Y", "key CELL SYMBOL". A click chooses a cell (0..80), a digit goes into it
// where it is empty. Lines on standard input: next (puzzle), move X Y, raise, hide, show, refuse
// (all digits), close. It answers pings. screen_window count X Y WIDTH HEIGHT: prints how many
// pixels of that part of the screen are blue.
#include <poll.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <opencv2/imgproc.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "core/capture/capture_error.h"
#include "core/capture/x11_display.h"
#include "core/capture/x11_grabber.h"
#include "tests/unit/reading_scene.h"

namespace {

constexpr int kMargin = 30;  // px

constexpr int kFirst = kMargin + gridlens::RectifiedBoard::kMarginPx;
constexpr int kCell = gridlens::RectifiedBoard::kCellPx;

// A drawn board with a margin, CV_8UC4. `chosen`: a cell that is shaded; -1: none.
cv::Mat page(const std::string& puzzle, int chosen = -1) {
  if (puzzle.size() != 81) throw gridlens::CaptureError("no puzzle: " + puzzle);
  cv::Mat rectified = gridlens::reading_scene::draw_rectified(puzzle, 9).grey;
  cv::copyMakeBorder(rectified, rectified, kMargin, kMargin, kMargin, kMargin, cv::BORDER_CONSTANT,
                     cv::Scalar(225));
  if (chosen >= 0)
    rectified(cv::Rect(kFirst + chosen % 9 * kCell, kFirst + chosen / 9 * kCell, kCell, kCell)) -=
        30;
  cv::Mat bgra;
  cv::cvtColor(rectified, bgra, cv::COLOR_GRAY2BGRA);
  return bgra;
}

class PuzzleWindow {
 public:
  PuzzleWindow(const gridlens::X11Display& display, const std::string& title, int x, int y,
               const std::vector<std::string>& puzzles)
      : display_(display), connection_(display.connection()) {
    puzzles_ = puzzles;
    for (const std::string& puzzle : puzzles) pictures_.push_back(page(puzzle));
    window_ = xcb_generate_id(connection_);
    const std::uint32_t events =
        XCB_EVENT_MASK_EXPOSURE | XCB_EVENT_MASK_BUTTON_PRESS | XCB_EVENT_MASK_KEY_PRESS;
    xcb_create_window(connection_, XCB_COPY_FROM_PARENT, window_, display.root(),
                      static_cast<std::int16_t>(x), static_cast<std::int16_t>(y),
                      static_cast<std::uint16_t>(picture().cols),
                      static_cast<std::uint16_t>(picture().rows), 0, XCB_WINDOW_CLASS_INPUT_OUTPUT,
                      display.screen().root_visual, XCB_CW_EVENT_MASK, &events);
    xcb_change_property(connection_, XCB_PROP_MODE_REPLACE, window_, XCB_ATOM_WM_NAME,
                        XCB_ATOM_STRING, 8, static_cast<std::uint32_t>(title.size()),
                        title.c_str());
    const xcb_atom_t ping = display.atom("_NET_WM_PING");
    xcb_change_property(connection_, XCB_PROP_MODE_REPLACE, window_, display.atom("WM_PROTOCOLS"),
                        XCB_ATOM_ATOM, 32, 1, &ping);
    context_ = xcb_generate_id(connection_);
    xcb_create_gc(connection_, context_, window_, 0, nullptr);
    xcb_map_window(connection_, window_);
    xcb_flush(connection_);
  }

  // False: the window is closed.
  bool obey(const std::string& line) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "next") {
      shown_ = (shown_ + 1) % pictures_.size();
      draw();
    } else if (word == "refuse") {
      refuses_ = true;
    } else if (word == "move") {
      std::int32_t x = 0, y = 0;
      words >> x >> y;
      const std::int32_t place[2] = {x, y};
      xcb_configure_window(connection_, window_, XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y, place);
    } else if (word == "raise") {
      const std::uint32_t above = XCB_STACK_MODE_ABOVE;
      xcb_configure_window(connection_, window_, XCB_CONFIG_WINDOW_STACK_MODE, &above);
    } else if (word == "hide") {
      xcb_unmap_window(connection_, window_);
    } else if (word == "show") {
      xcb_map_window(connection_, window_);
    }
    xcb_flush(connection_);
    return word != "close";
  }

  void take_events() {
    while (const gridlens::X11Reply<xcb_generic_event_t> event{xcb_poll_for_event(connection_)}) {
      const int type = event->response_type & 0x7f;
      if (type == XCB_EXPOSE) draw();
      if (type == XCB_KEY_PRESS)
        type_key(reinterpret_cast<const xcb_key_press_event_t*>(event.get())->detail);
      if (type == XCB_CLIENT_MESSAGE)
        answer(*reinterpret_cast<const xcb_client_message_event_t*>(event.get()));
      if (type != XCB_BUTTON_PRESS) continue;
      const auto* press = reinterpret_cast<const xcb_button_press_event_t*>(event.get());
      std::cout << "click " << press->event_x << " " << press->event_y << std::endl;
      const int row = (press->event_y - kFirst) / kCell, col = (press->event_x - kFirst) / kCell;
      chosen_ = cv::Rect(0, 0, 9, 9).contains({col, row}) ? 9 * row + col : -1;
      show_anew();
    }
  }

 private:
  // The only messages that it asked for are pings.
  void answer(xcb_client_message_event_t ping) {
    ping.window = display_.root();
    xcb_send_event(connection_, 0, display_.root(), XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY,
                   reinterpret_cast<const char*>(&ping));
    xcb_flush(connection_);
  }

  void type_key(xcb_keycode_t code) {
    const gridlens::X11Reply<xcb_get_keyboard_mapping_reply_t> map(xcb_get_keyboard_mapping_reply(
        connection_, xcb_get_keyboard_mapping(connection_, code, 1), nullptr));
    if (!map || map->keysyms_per_keycode == 0) return;
    const xcb_keysym_t symbol = *xcb_get_keyboard_mapping_keysyms(map.get());
    if (symbol < '1' || symbol > '9') return;
    std::cout << "key " << chosen_ << " " << static_cast<char>(symbol) << std::endl;
    if (chosen_ < 0 || refuses_) return;
    char& shown = puzzles_[shown_][static_cast<std::size_t>(chosen_)];
    if (shown != '.') return;
    shown = static_cast<char>(symbol);
    show_anew();
  }

  void show_anew() {
    pictures_[shown_] = page(puzzles_[shown_], chosen_);
    draw();
  }

  [[nodiscard]] const cv::Mat& picture() const { return pictures_[shown_]; }

  void draw() {
    constexpr int kRows = 32;  // at once: a request has a greatest length
    for (int y = 0; y < picture().rows; y += kRows) {
      const cv::Mat rows = picture().rowRange(y, std::min(y + kRows, picture().rows));
      xcb_put_image(connection_, XCB_IMAGE_FORMAT_Z_PIXMAP, window_, context_,
                    static_cast<std::uint16_t>(rows.cols), static_cast<std::uint16_t>(rows.rows), 0,
                    static_cast<std::int16_t>(y), 0, display_.screen().root_depth,
                    static_cast<std::uint32_t>(rows.total() * 4), rows.data);
    }
    xcb_flush(connection_);
  }

  const gridlens::X11Display& display_;
  xcb_connection_t* connection_;
  std::vector<std::string> puzzles_;
  std::vector<cv::Mat> pictures_;
  int chosen_ = -1;  // cell
  bool refuses_ = false;
  std::size_t shown_ = 0;
  xcb_window_t window_ = 0;
  xcb_gcontext_t context_ = 0;
};

int count_blue(const gridlens::X11Display& display, const cv::Rect& area) {
  gridlens::X11Grabber grabber(display);
  const cv::Mat screen = grabber.grab_screen(area);
  int blue = 0;
  for (int y = 0; y < screen.rows; ++y)
    for (int x = 0; x < screen.cols; ++x) {
      const auto& pixel = screen.at<cv::Vec3b>(y, x);
      blue += pixel[0] > pixel[2] + 60 ? 1 : 0;
    }
  return blue;
}

void show_until_closed(const gridlens::X11Display& display, PuzzleWindow& window) {
  std::string pending;
  for (;;) {
    pollfd sources[2] = {{xcb_get_file_descriptor(display.connection()), POLLIN, 0},
                         {STDIN_FILENO, POLLIN, 0}};
    window.take_events();
    poll(sources, 2, 200);
    if (display.is_lost()) return;
    if ((sources[1].revents & (POLLIN | POLLHUP)) == 0) continue;
    char text[256];
    const ssize_t count = read(STDIN_FILENO, text, sizeof text);
    if (count <= 0) return;
    pending.append(text, static_cast<std::size_t>(count));
    for (std::size_t end = 0; (end = pending.find('\n')) != std::string::npos;) {
      if (!window.obey(pending.substr(0, end))) return;
      pending.erase(0, end + 1);
    }
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const gridlens::X11Display display;
  if (words.size() == 5 && words[0] == "count") {
    std::cout << count_blue(display, {std::stoi(words[1]), std::stoi(words[2]), std::stoi(words[3]),
                                      std::stoi(words[4])})
              << "\n";
    return 0;
  }
  if (words.size() < 4) {
    std::cerr << "usage: screen_window TITLE X Y PUZZLE...\n";
    return 2;
  }
  PuzzleWindow window(display, words[0], std::stoi(words[1]), std::stoi(words[2]),
                      {words.begin() + 3, words.end()});
  show_until_closed(display, window);
  return 0;
} catch (const std::exception& error) {
  std::cerr << "screen_window: " << error.what() << "\n";
  return 1;
}
