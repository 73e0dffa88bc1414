#include "core/capture/x11_desktop.h"

#include <xcb/composite.h>

#include <algorithm>
#include <thread>

namespace gridlens {
namespace {

constexpr std::chrono::seconds kAskAgainEvery{1};
const cv::Scalar kHidden(128, 128, 128);

bool has_composite(const X11Display& display) {
  xcb_connection_t* connection = display.connection();
  const auto* extension = xcb_get_extension_data(connection, &xcb_composite_id);
  if (extension == nullptr || extension->present == 0) return false;
  const X11Reply<xcb_composite_query_version_reply_t> version(xcb_composite_query_version_reply(
      connection, xcb_composite_query_version(connection, 0, 4), nullptr));
  return version && (version->major_version > 0 || version->minor_version >= 2);
}

// `layer`: CV_8UC4, colours premultiplied with alpha.
void blend(const cv::Mat& layer, cv::Mat picture) {
  for (int y = 0; y < layer.rows; ++y) {
    const auto* from = layer.ptr<cv::Vec4b>(y);
    auto* to = picture.ptr<cv::Vec3b>(y);
    for (int x = 0; x < layer.cols; ++x) {
      const int through = 255 - from[x][3];
      for (int c = 0; c < 3; ++c)
        to[x][c] = cv::saturate_cast<std::uint8_t>(from[x][c] + (to[x][c] * through + 127) / 255);
    }
  }
}

}  // namespace

X11Desktop::X11Desktop(const X11Display& display, X11Grabber& grabber)
    : display_(&display), grabber_(&grabber), composite_(has_composite(display)) {}

bool X11Desktop::is_own(std::uint32_t id) {
  if (Clock::now() - asked_at_ > kAskAgainEvery) {
    own_.clear();
    asked_at_ = Clock::now();
  }
  const auto [known, is_new] = own_.try_emplace(id, false);
  if (is_new) known->second = display_->is_own(id);
  return known->second;
}

std::vector<X11Desktop::Seen> X11Desktop::seen(const cv::Rect& area) {
  xcb_connection_t* connection = display_->connection();
  const std::vector<std::uint32_t> ids = display_->stacking();
  std::vector<xcb_get_window_attributes_cookie_t> asked_looks;
  std::vector<xcb_get_geometry_cookie_t> asked_places;
  for (const std::uint32_t id : ids) {
    asked_looks.push_back(xcb_get_window_attributes(connection, id));
    asked_places.push_back(xcb_get_geometry(connection, id));
  }
  std::vector<Seen> seen;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const X11Reply<xcb_get_window_attributes_reply_t> looks(
        xcb_get_window_attributes_reply(connection, asked_looks[i], nullptr));
    const X11Reply<xcb_get_geometry_reply_t> place(
        xcb_get_geometry_reply(connection, asked_places[i], nullptr));
    if (!looks || !place || looks->map_state != XCB_MAP_STATE_VIEWABLE ||
        looks->_class != XCB_WINDOW_CLASS_INPUT_OUTPUT)
      continue;
    Seen window;
    window.id = ids[i];
    window.border_px = place->border_width;
    window.place_px = {place->x, place->y, place->width + 2 * place->border_width,
                       place->height + 2 * place->border_width};
    if ((window.place_px & area).empty()) continue;
    window.own = is_own(window.id);
    seen.push_back(window);
  }
  return seen;
}

// Not so the compositor's own window, on which it puts all others together.
bool X11Desktop::has_own_picture(std::uint32_t id) const {
  xcb_connection_t* connection = display_->connection();
  const xcb_pixmap_t pixmap = xcb_generate_id(connection);
  const X11Reply<xcb_generic_error_t> error(xcb_request_check(
      connection, xcb_composite_name_window_pixmap_checked(connection, id, pixmap)));
  if (!error) xcb_free_pixmap(connection, pixmap);
  return !error;
}

void X11Desktop::paint(const Seen& window, const cv::Rect& area, cv::Mat& picture) {
  const cv::Rect part = window.place_px & area;
  // A window's pixels count from inside its border.
  const cv::Point inside = window.place_px.tl() + cv::Point(window.border_px, window.border_px);
  const cv::Mat layer = grabber_->grab_with_alpha(window.id, part - inside);
  if (!layer.empty()) blend(layer, picture(part - area.tl()));
}

cv::Mat X11Desktop::picture(const cv::Rect& area) {
  if (composite_ && display_->compositor_runs()) return put_together(area);
  const std::vector<Seen> windows = seen(area);
  const bool any_own =
      std::any_of(windows.begin(), windows.end(), [](const Seen& window) { return window.own; });
  if (!any_own) return grabber_->grab_screen(area);
  if (composite_) {
    if (keep_own_pictures(area)) std::this_thread::sleep_for(kRepaintsWithin);
    return put_together(area);
  }
  cv::Mat picture = grabber_->grab_screen(area);
  if (!picture.empty()) hide_own(picture, area);
  return picture;
}

cv::Mat X11Desktop::put_together(const cv::Rect& area) {
  cv::Mat picture(area.size(), CV_8UC3, kHidden);
  for (const Seen& window : seen(area))
    if (!window.own && has_own_picture(window.id)) paint(window, area, picture);
  return display_->is_lost() ? cv::Mat() : picture;
}

bool X11Desktop::keep_own_pictures(const cv::Rect& area) {
  bool any_new = false;
  for (const Seen& window : seen(area))
    if (!window.own && kept_.insert(window.id).second)
      any_new |= keep_own_picture(*display_, window.id);
  return any_new;
}

void X11Desktop::hide_own(cv::Mat& picture, const cv::Rect& area) {
  cv::Mat hidden(area.size(), CV_8UC1, cv::Scalar(0));
  bool any = false;
  for (const Seen& window : seen(area)) {
    any |= window.own;
    hidden((window.place_px & area) - area.tl()).setTo(window.own ? 255 : 0);
  }
  if (any) picture.setTo(kHidden, hidden);
}

bool keep_own_picture(const X11Display& display, std::uint32_t window) {
  if (!has_composite(display)) return false;
  const X11Reply<xcb_generic_error_t> error(xcb_request_check(
      display.connection(), xcb_composite_redirect_window_checked(
                                display.connection(), window, XCB_COMPOSITE_REDIRECT_AUTOMATIC)));
  return !error;
}

}  // namespace gridlens
