// XTest: https://www.x.org/releases/current/doc/xextproto/xtest.html. The desktop's conventions:
// https://specifications.freedesktop.org/wm-spec/latest/
#include "core/fill/x11_fill_window.h"

#include <xcb/shape.h>
#include <xcb/xcb.h>
#include <xcb/xinput.h>
#include <xcb/xtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <string>

#include "core/capture/capture_error.h"

namespace gridlens {
namespace {

constexpr std::uint32_t kEscapeSymbol = 0xff1b, kShiftSymbol = 0xffe1;  // XK_Escape, XK_Shift_L
constexpr std::uint16_t kHeldModifiers =  // Alt is the first, Super the fourth by custom
    XCB_MOD_MASK_SHIFT | XCB_MOD_MASK_CONTROL | XCB_MOD_MASK_1 | XCB_MOD_MASK_4;
// Programs, as WM_CLASS names them. KSudoku enters the symbol of its list where one clicks.
constexpr std::array kPointerSelects{"ksudoku"};
constexpr int kDeepest = 32;  // windows within windows
constexpr std::uint8_t kLeftButton = 1;

}  // namespace

X11FillWindow::X11FillWindow(const X11Display& display, std::uint32_t id)
    : display_(display), id_(id), grabber_(display) {
  const xcb_query_extension_reply_t* xtest =
      xcb_get_extension_data(display_.connection(), &xcb_test_id);
  if (xtest == nullptr || xtest->present == 0)
    throw CaptureError("the X display lacks XTEST: nothing can be typed there");
  learn_keys();
  watch_keyboard();
  watch_pings();
}

void X11FillWindow::learn_keys() {
  const xcb_setup_t* setup = xcb_get_setup(display_.connection());
  const auto first = setup->min_keycode;
  const X11Reply<xcb_get_keyboard_mapping_reply_t> map(xcb_get_keyboard_mapping_reply(
      display_.connection(),
      xcb_get_keyboard_mapping(display_.connection(), first,
                               static_cast<std::uint8_t>(setup->max_keycode - first + 1)),
      nullptr));
  if (!map) return;
  const xcb_keysym_t* symbols = xcb_get_keyboard_mapping_keysyms(map.get());
  const int width = map->keysyms_per_keycode;
  const int codes = xcb_get_keyboard_mapping_keysyms_length(map.get()) / std::max(1, width);
  for (int level = std::min(width, 2) - 1; level >= 0; --level)  // without Shift wins
    for (int i = codes - 1; i >= 0; --i) {
      const xcb_keysym_t symbol = symbols[i * width + level];
      const auto code = static_cast<std::uint8_t>(first + i);
      const bool digit = symbol >= '0' && symbol <= '9', letter = symbol >= 'a' && symbol <= 'z';
      if (digit || letter) keys_[static_cast<char>(symbol)] = {code, level == 1};
      if (symbol == kEscapeSymbol) escape_codes_.push_back(code);
      if (symbol == kShiftSymbol) shift_code_ = code;
    }
}

// Raw events come from every keyboard, whoever has the focus or grabs it, and none is missed
// between two looks.
void X11FillWindow::watch_keyboard() {
  xcb_connection_t* connection = display_.connection();
  const xcb_query_extension_reply_t* xinput = xcb_get_extension_data(connection, &xcb_input_id);
  const bool present = xinput != nullptr && xinput->present != 0;
  const X11Reply<xcb_input_xi_query_version_reply_t> version(
      present ? xcb_input_xi_query_version_reply(
                    connection, xcb_input_xi_query_version(connection, 2, 1), nullptr)
              : nullptr);
  if (!version || version->major_version < 2)
    throw CaptureError("the X display lacks XInput 2: Esc could not stop the filling");
  xinput_opcode_ = xinput->major_opcode;
  struct {
    xcb_input_event_mask_t head;
    std::uint32_t mask;
  } wish{{XCB_INPUT_DEVICE_ALL_MASTER, 1}, XCB_INPUT_XI_EVENT_MASK_RAW_KEY_PRESS};
  xcb_input_xi_select_events(connection, display_.root(), 1, &wish.head);
  xcb_flush(connection);
}

// Programs send their answer to a ping to the root window, for the window manager.
void X11FillWindow::watch_pings() {
  xcb_connection_t* connection = display_.connection();
  const X11Reply<xcb_get_property_reply_t> reply(xcb_get_property_reply(
      connection,
      xcb_get_property(connection, 0, id_, display_.atom("WM_PROTOCOLS"), XCB_ATOM_ATOM, 0, 32),
      nullptr));
  if (!reply || reply->format != 32) return;
  const auto* atoms = static_cast<const xcb_atom_t*>(xcb_get_property_value(reply.get()));
  const int count = xcb_get_property_value_length(reply.get()) / 4;
  ping_atom_ = display_.atom("_NET_WM_PING");
  // Answers to an earlier filling's pings may still come.
  pings_ = static_cast<std::uint32_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  answers_pings_ = std::find(atoms, atoms + count, ping_atom_) != atoms + count;
  if (!answers_pings_) return;
  // GTK sends it by the first mask, Qt by the second.
  const std::uint32_t mask = XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_STRUCTURE_NOTIFY;
  xcb_change_window_attributes(connection, display_.root(), XCB_CW_EVENT_MASK, &mask);
  xcb_flush(connection);
}

void X11FillWindow::read_events() {
  while (const X11Reply<xcb_generic_event_t> event{xcb_poll_for_event(display_.connection())}) {
    if ((event->response_type & 0x7f) == XCB_CLIENT_MESSAGE) {
      const auto* message = reinterpret_cast<const xcb_client_message_event_t*>(event.get());
      if (message->format == 32 && message->data.data32[0] == ping_atom_ &&
          message->data.data32[2] == id_)
        answered_ping_ = message->data.data32[1];
      continue;
    }
    if ((event->response_type & 0x7f) != XCB_GE_GENERIC) continue;
    const auto* generic = reinterpret_cast<const xcb_ge_generic_event_t*>(event.get());
    if (generic->extension != xinput_opcode_ || generic->event_type != XCB_INPUT_RAW_KEY_PRESS)
      continue;
    const auto* key = reinterpret_cast<const xcb_input_raw_key_press_event_t*>(event.get());
    const auto code = static_cast<std::uint8_t>(key->detail);
    if (std::find(escape_codes_.begin(), escape_codes_.end(), code) != escape_codes_.end())
      escape_ = true;
  }
}

// A program's windows have the numbers of its connection.
bool X11FillWindow::is_same_program(std::uint32_t id) const {
  return ((id ^ id_) & ~xcb_get_setup(display_.connection())->resource_id_mask) == 0;
}

// The window itself first, the child of the root last.
std::vector<std::uint32_t> X11FillWindow::ancestors(std::uint32_t id) const {
  std::vector<std::uint32_t> line;
  while (id > 1 && id != display_.root() && line.size() < kDeepest) {
    line.push_back(id);
    const X11Reply<xcb_query_tree_reply_t> tree(xcb_query_tree_reply(
        display_.connection(), xcb_query_tree(display_.connection(), id), nullptr));
    if (!tree) break;
    id = tree->parent;
  }
  return line;
}

// An overlay that lets clicks through covers nothing.
bool X11FillWindow::takes_clicks(std::uint32_t id, const cv::Rect& area_px) const {
  xcb_connection_t* connection = display_.connection();
  const auto asked_looks = xcb_get_window_attributes(connection, id);
  const auto asked_place = xcb_get_geometry(connection, id);
  const auto asked_shape = xcb_shape_get_rectangles(connection, id, XCB_SHAPE_SK_INPUT);
  const X11Reply<xcb_get_window_attributes_reply_t> looks(
      xcb_get_window_attributes_reply(connection, asked_looks, nullptr));
  const X11Reply<xcb_get_geometry_reply_t> place(
      xcb_get_geometry_reply(connection, asked_place, nullptr));
  const X11Reply<xcb_shape_get_rectangles_reply_t> shape(
      xcb_shape_get_rectangles_reply(connection, asked_shape, nullptr));
  if (!looks || !place || looks->map_state != XCB_MAP_STATE_VIEWABLE) return false;
  // A program's own tooltips and popovers are its own business.
  if (looks->override_redirect != 0 && is_same_program(id)) return false;
  const cv::Point corner(place->x + place->border_width, place->y + place->border_width);
  if (!shape) return !(cv::Rect(corner, cv::Size(place->width, place->height)) & area_px).empty();
  const xcb_rectangle_t* parts = xcb_shape_get_rectangles_rectangles(shape.get());
  return std::any_of(parts, parts + xcb_shape_get_rectangles_rectangles_length(shape.get()),
                     [&](const xcb_rectangle_t& part) {
                       const cv::Rect on_desktop(corner.x + part.x, corner.y + part.y, part.width,
                                                 part.height);
                       return !(on_desktop & area_px).empty();
                     });
}

bool X11FillWindow::is_covered(const cv::Rect& area_px) const {
  const std::vector<std::uint32_t> line = ancestors(id_);
  if (line.empty()) return false;
  const std::vector<std::uint32_t> stack = display_.stacking();
  auto above = std::find(stack.begin(), stack.end(), line.back());
  if (above == stack.end()) return false;
  return std::any_of(above + 1, stack.end(),
                     [&](std::uint32_t id) { return takes_clicks(id, area_px); });
}

WindowSight X11FillWindow::sight(const cv::Rect& board_px) {
  WindowSight sight;
  xcb_connection_t* connection = display_.connection();
  const auto asked_pointer = xcb_query_pointer(connection, display_.root());
  const auto asked_focus = xcb_get_input_focus(connection);
  const auto window = display_.window(id_);
  const X11Reply<xcb_query_pointer_reply_t> pointer(
      xcb_query_pointer_reply(connection, asked_pointer, nullptr));
  const X11Reply<xcb_get_input_focus_reply_t> focus(
      xcb_get_input_focus_reply(connection, asked_focus, nullptr));
  if (display_.is_lost()) throw CaptureError("the connection to the X display is lost");
  read_events();
  sight.escape = escape_;
  sight.answered = answers_pings_ && answered_ping_ == pings_;
  if (!window || !pointer || !focus) return sight;
  sight.exists = true;
  sight.shown = window->shown;
  sight.place_px = window->client_px;
  sight.pointer_px = {pointer->root_x, pointer->root_y};
  const int own_shift = shift_down_ ? XCB_MOD_MASK_SHIFT : 0;
  sight.modifier = (pointer->mask & kHeldModifiers & ~own_shift) != 0;
  const std::vector<std::uint32_t> focused = ancestors(focus->focus);
  sight.focused = std::find(focused.begin(), focused.end(), id_) != focused.end();
  sight.asks = !sight.focused && !focused.empty() && is_same_program(focused.front());
  const cv::Rect all({0, 0}, sight.place_px.size());
  const cv::Rect area = board_px.empty() ? all : board_px & all;
  sight.covered = is_covered(area + sight.place_px.tl());
  return sight;
}

cv::Mat X11FillWindow::grab() {
  const auto window = display_.window(id_);
  if (!window || !window->shown) return {};
  // What lies outside of the desktop has no pixels: the board cannot be read there.
  const cv::Rect desktop({0, 0}, display_.size_px());
  const cv::Rect seen = window->client_px & desktop;
  if (seen.empty()) return {};
  cv::Mat part = grabber_.grab(id_, seen - window->client_px.tl());
  if (part.empty() || seen == window->client_px) return part;
  cv::Mat whole(window->client_px.size(), CV_8UC3, cv::Scalar::all(0));
  part.copyTo(whole(seen - window->client_px.tl()));
  return whole;
}

bool X11FillWindow::selects_by_pointer() const {
  const X11Reply<xcb_get_property_reply_t> reply(xcb_get_property_reply(
      display_.connection(),
      xcb_get_property(display_.connection(), 0, id_, XCB_ATOM_WM_CLASS, XCB_ATOM_STRING, 0, 64),
      nullptr));
  if (!reply) return false;
  const std::string name(static_cast<const char*>(xcb_get_property_value(reply.get())),
                         static_cast<std::size_t>(xcb_get_property_value_length(reply.get())));
  return std::any_of(kPointerSelects.begin(), kPointerSelects.end(),
                     [&](const char* program) { return std::strcmp(name.c_str(), program) == 0; });
}

void X11FillWindow::activate() {
  xcb_connection_t* connection = display_.connection();
  xcb_client_message_event_t message{};
  message.response_type = XCB_CLIENT_MESSAGE;
  message.format = 32;
  message.window = id_;
  message.type = display_.atom("_NET_ACTIVE_WINDOW");
  message.data.data32[0] = 2;  // asked for by the person
  xcb_send_event(connection, 0, display_.root(),
                 XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT,
                 reinterpret_cast<const char*>(&message));
  xcb_flush(connection);
}

// The server hands a program its events in the order in which they were sent.
void X11FillWindow::ping() {
  if (!answers_pings_) return;
  xcb_client_message_event_t message{};
  message.response_type = XCB_CLIENT_MESSAGE;
  message.format = 32;
  message.window = id_;
  message.type = display_.atom("WM_PROTOCOLS");
  message.data.data32[0] = ping_atom_;
  message.data.data32[1] = ++pings_;  // in place of a time: it comes back as it is
  message.data.data32[2] = id_;
  xcb_send_event(display_.connection(), 0, id_, XCB_EVENT_MASK_NO_EVENT,
                 reinterpret_cast<const char*>(&message));
  xcb_flush(display_.connection());
}

void X11FillWindow::send(std::uint8_t type, std::uint8_t detail, cv::Point at) {
  xcb_connection_t* connection = display_.connection();
  xcb_test_fake_input(connection, type, detail, XCB_CURRENT_TIME, display_.root(),
                      static_cast<std::int16_t>(at.x), static_cast<std::int16_t>(at.y), 0);
  // Waits until the server has done it: the next sight shows its effect.
  const X11Reply<xcb_get_input_focus_reply_t> done(
      xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), nullptr));
}

void X11FillWindow::move_pointer(cv::Point desktop_px) {
  send(XCB_MOTION_NOTIFY, 0, desktop_px);
}

void X11FillWindow::press_button(bool down) {
  send(down ? XCB_BUTTON_PRESS : XCB_BUTTON_RELEASE, kLeftButton);
}

bool X11FillWindow::press_key(char symbol, bool down) {
  const auto key = keys_.find(symbol);
  if (key == keys_.end() || (key->second.shift && shift_code_ == 0)) return false;
  if (key->second.shift && down) {
    send(XCB_KEY_PRESS, shift_code_);
    shift_down_ = true;
  }
  send(down ? XCB_KEY_PRESS : XCB_KEY_RELEASE, key->second.code);
  if (shift_down_ && !down) {
    send(XCB_KEY_RELEASE, shift_code_);
    shift_down_ = false;
  }
  return true;
}

}  // namespace gridlens
