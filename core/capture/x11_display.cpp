#include "core/capture/x11_display.h"

#include <algorithm>
#include <cstring>

#include "core/capture/capture_error.h"

namespace gridlens {
namespace {

constexpr const char* kOwnClass = "gridlens";  // of WM_CLASS, as app/window/window.cpp sets it
constexpr std::uint32_t kMostWords = 16384;    // of a property

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

std::string utf8_of_latin1(const std::string& text) {
  std::string utf8;
  for (const unsigned char c : text) {
    if (c < 0x80) {
      utf8 += static_cast<char>(c);
    } else {
      utf8 += static_cast<char>(0xc0 | (c >> 6));
      utf8 += static_cast<char>(0x80 | (c & 0x3f));
    }
  }
  return utf8;
}

}  // namespace

X11Display::X11Display() {
  if (!is_set("DISPLAY"))
    throw CaptureError(
        is_set("WAYLAND_DISPLAY")
            ? "the screen cannot be read on Wayland without X yet: DISPLAY is not set"
            : "there is no screen to read: DISPLAY is not set");
  connection_ = xcb_connect(nullptr, &screen_number_);
  if (xcb_connection_has_error(connection_) != 0) {
    xcb_disconnect(connection_);
    throw CaptureError("the X display " + std::string(std::getenv("DISPLAY")) +
                       " cannot be opened");
  }
  auto screens = xcb_setup_roots_iterator(xcb_get_setup(connection_));
  for (int i = 0; i < screen_number_ && screens.rem > 1; ++i) xcb_screen_next(&screens);
  screen_ = screens.data;
}

X11Display::~X11Display() {
  xcb_disconnect(connection_);
}

std::uint32_t X11Display::atom(const std::string& name) const {
  const X11Reply<xcb_intern_atom_reply_t> reply(xcb_intern_atom_reply(
      connection_,
      xcb_intern_atom(connection_, 0, static_cast<std::uint16_t>(name.size()), name.c_str()),
      nullptr));
  return reply ? reply->atom : 0;
}

std::vector<std::uint32_t> X11Display::numbers(std::uint32_t id, const std::string& name) const {
  const X11Reply<xcb_get_property_reply_t> reply(xcb_get_property_reply(
      connection_, xcb_get_property(connection_, 0, id, atom(name), XCB_ATOM_ANY, 0, kMostWords),
      nullptr));
  if (!reply || reply->format != 32) return {};
  const auto* values = static_cast<const std::uint32_t*>(xcb_get_property_value(reply.get()));
  return {values, values + xcb_get_property_value_length(reply.get()) / 4};
}

std::string X11Display::text(std::uint32_t id, std::uint32_t atom) const {
  const X11Reply<xcb_get_property_reply_t> reply(xcb_get_property_reply(
      connection_, xcb_get_property(connection_, 0, id, atom, XCB_ATOM_ANY, 0, kMostWords),
      nullptr));
  if (!reply || reply->format != 8) return "";
  const auto length = static_cast<std::size_t>(xcb_get_property_value_length(reply.get()));
  std::string value(static_cast<const char*>(xcb_get_property_value(reply.get())), length);
  return reply->type == XCB_ATOM_STRING ? utf8_of_latin1(value) : value;
}

std::string X11Display::title(std::uint32_t id) const {
  std::string title = text(id, atom("_NET_WM_NAME"));
  if (title.empty()) title = text(id, XCB_ATOM_WM_NAME);
  std::replace_if(
      title.begin(), title.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  return title;
}

std::vector<std::uint32_t> X11Display::children(std::uint32_t id) const {
  const X11Reply<xcb_query_tree_reply_t> tree(
      xcb_query_tree_reply(connection_, xcb_query_tree(connection_, id), nullptr));
  if (!tree) return {};
  const xcb_window_t* ids = xcb_query_tree_children(tree.get());
  return {ids, ids + xcb_query_tree_children_length(tree.get())};
}

std::vector<std::uint32_t> X11Display::stacking() const {
  return children(root());
}

// The window manager sets WM_STATE on the windows that it manages, inside of its frames.
std::optional<std::uint32_t> X11Display::client_inside(std::uint32_t id) const {
  if (!numbers(id, "WM_STATE").empty()) return id;
  for (const std::uint32_t child : children(id))
    if (const auto found = client_inside(child)) return found;
  return std::nullopt;
}

std::vector<std::uint32_t> X11Display::client_ids() const {
  std::vector<std::uint32_t> ids = numbers(root(), "_NET_CLIENT_LIST_STACKING");
  if (ids.empty()) ids = numbers(root(), "_NET_CLIENT_LIST");
  if (!ids.empty()) return ids;
  // No window manager, or one of old.
  for (const std::uint32_t child : stacking()) {
    const X11Reply<xcb_get_window_attributes_reply_t> looks(xcb_get_window_attributes_reply(
        connection_, xcb_get_window_attributes(connection_, child), nullptr));
    if (!looks || looks->_class != XCB_WINDOW_CLASS_INPUT_OUTPUT || looks->override_redirect != 0)
      continue;
    const auto managed = client_inside(child);
    if (managed || looks->map_state == XCB_MAP_STATE_VIEWABLE)
      ids.push_back(managed.value_or(child));
  }
  return ids;
}

std::optional<X11Window> X11Display::window(std::uint32_t id) const {
  const auto asked_looks = xcb_get_window_attributes(connection_, id);
  const auto asked_size = xcb_get_geometry(connection_, id);
  const auto asked_place = xcb_translate_coordinates(connection_, id, root(), 0, 0);
  const X11Reply<xcb_get_window_attributes_reply_t> looks(
      xcb_get_window_attributes_reply(connection_, asked_looks, nullptr));
  const X11Reply<xcb_get_geometry_reply_t> size(
      xcb_get_geometry_reply(connection_, asked_size, nullptr));
  const X11Reply<xcb_translate_coordinates_reply_t> place(
      xcb_translate_coordinates_reply(connection_, asked_place, nullptr));
  if (!looks || !size || !place) return std::nullopt;
  X11Window window;
  window.id = id;
  window.title = title(id);
  window.client_px = {place->dst_x, place->dst_y, size->width, size->height};
  window.shown = looks->map_state == XCB_MAP_STATE_VIEWABLE;
  return window;
}

std::vector<X11Window> X11Display::windows() const {
  std::vector<X11Window> windows;
  for (const std::uint32_t id : client_ids()) {
    if (is_own(id)) continue;
    if (auto known = window(id)) windows.push_back(std::move(*known));
  }
  if (is_lost()) throw CaptureError("the connection to the X display is lost");
  return windows;
}

bool X11Display::is_own(std::uint32_t id) const {
  // Two strings one after the other: the instance, then the class.
  const auto own = [&](std::uint32_t window) {
    return std::strcmp(text(window, XCB_ATOM_WM_CLASS).c_str(), kOwnClass) == 0;
  };
  if (own(id)) return true;
  const auto client = client_inside(id);
  return client && *client != id && own(*client);
}

bool X11Display::compositor_runs() const {
  const auto selection = atom("_NET_WM_CM_S" + std::to_string(screen_number_));
  const X11Reply<xcb_get_selection_owner_reply_t> owner(xcb_get_selection_owner_reply(
      connection_, xcb_get_selection_owner(connection_, selection), nullptr));
  return owner && owner->owner != XCB_WINDOW_NONE;
}

cv::Size X11Display::size_px() const {
  const X11Reply<xcb_get_geometry_reply_t> size(
      xcb_get_geometry_reply(connection_, xcb_get_geometry(connection_, root()), nullptr));
  return size ? cv::Size(size->width, size->height) : cv::Size();
}

bool X11Display::is_lost() const {
  return xcb_connection_has_error(connection_) != 0;
}

}  // namespace gridlens
