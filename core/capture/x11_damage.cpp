#include "core/capture/x11_damage.h"

#include <poll.h>

#include <algorithm>
#include <thread>

namespace gridlens {

X11Damage::X11Damage(const X11Display& display, std::uint32_t window) : display_(&display) {
  xcb_connection_t* connection = display.connection();
  const auto* damage = xcb_get_extension_data(connection, &xcb_damage_id);
  const auto* fixes = xcb_get_extension_data(connection, &xcb_xfixes_id);
  if (damage == nullptr || damage->present == 0 || fixes == nullptr || fixes->present == 0) return;
  event_ = static_cast<std::uint8_t>(damage->first_event + XCB_DAMAGE_NOTIFY);
  // The server knows neither extension until its version was asked for.
  const X11Reply<xcb_damage_query_version_reply_t> damage_version(xcb_damage_query_version_reply(
      connection, xcb_damage_query_version(connection, 1, 1), nullptr));
  const X11Reply<xcb_xfixes_query_version_reply_t> fixes_version(xcb_xfixes_query_version_reply(
      connection, xcb_xfixes_query_version(connection, 4, 0), nullptr));
  if (!damage_version || !fixes_version) return;
  damage_ = xcb_generate_id(connection);
  const X11Reply<xcb_generic_error_t> error(xcb_request_check(
      connection,
      xcb_damage_create_checked(connection, damage_, window, XCB_DAMAGE_REPORT_LEVEL_NON_EMPTY)));
  if (error) return;
  region_ = xcb_generate_id(connection);
  xcb_xfixes_create_region(connection, region_, 0, nullptr);
  works_ = true;
}

X11Damage::~X11Damage() {
  if (!works_) return;
  xcb_damage_destroy(display_->connection(), damage_);
  xcb_xfixes_destroy_region(display_->connection(), region_);
  xcb_flush(display_->connection());
}

bool X11Damage::take_events() {
  bool any = false;
  while (const X11Reply<xcb_generic_event_t> event{xcb_poll_for_event(display_->connection())})
    any |= (event->response_type & 0x7f) == event_;
  return any;
}

// Of all that was drawn since the last call.
bool X11Damage::touches(const cv::Rect& area) {
  xcb_connection_t* connection = display_->connection();
  xcb_damage_subtract(connection, damage_, XCB_NONE, region_);
  const X11Reply<xcb_xfixes_fetch_region_reply_t> region(xcb_xfixes_fetch_region_reply(
      connection, xcb_xfixes_fetch_region(connection, region_), nullptr));
  if (!region) return true;
  const xcb_rectangle_t* parts = xcb_xfixes_fetch_region_rectangles(region.get());
  const int count = xcb_xfixes_fetch_region_rectangles_length(region.get());
  return std::any_of(parts, parts + count, [&](const xcb_rectangle_t& part) {
    return !(cv::Rect(part.x, part.y, part.width, part.height) & area).empty();
  });
}

bool X11Damage::wait(const cv::Rect& area, Clock::time_point until) {
  if (!works_) {
    std::this_thread::sleep_until(until);
    return true;
  }
  for (;;) {
    if (take_events() && touches(area)) return true;
    if (display_->is_lost()) return true;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    if (left.count() <= 0) return false;
    xcb_flush(display_->connection());
    pollfd socket{xcb_get_file_descriptor(display_->connection()), POLLIN, 0};
    poll(&socket, 1, static_cast<int>(left.count()));
  }
}

}  // namespace gridlens
