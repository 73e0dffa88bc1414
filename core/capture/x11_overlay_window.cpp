#include "core/capture/x11_overlay_window.h"

#include <xcb/xfixes.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "core/capture/capture_error.h"

namespace gridlens {
namespace {

constexpr std::uint8_t kDepth = 32;
constexpr char kClass[] = "gridlens\0gridlens";  // as all of GridLens' windows: never read

xcb_visualid_t transparent_visual(const xcb_screen_t& screen) {
  for (auto depths = xcb_screen_allowed_depths_iterator(&screen); depths.rem > 0;
       xcb_depth_next(&depths)) {
    if (depths.data->depth != kDepth) continue;
    for (auto visuals = xcb_depth_visuals_iterator(depths.data); visuals.rem > 0;
         xcb_visualtype_next(&visuals))
      if (visuals.data->_class == XCB_VISUAL_CLASS_TRUE_COLOR &&
          visuals.data->red_mask == 0xff0000 && visuals.data->blue_mask == 0xff)
        return visuals.data->visual_id;
  }
  return 0;
}

bool has_input_shapes(const X11Display& display) {
  const auto* fixes = xcb_get_extension_data(display.connection(), &xcb_xfixes_id);
  if (fixes == nullptr || fixes->present == 0) return false;
  const X11Reply<xcb_xfixes_query_version_reply_t> version(xcb_xfixes_query_version_reply(
      display.connection(), xcb_xfixes_query_version(display.connection(), 4, 0), nullptr));
  return version && version->major_version >= 2;
}

}  // namespace

X11OverlayWindow::X11OverlayWindow(const X11Display& display) : display_(&display) {
  const xcb_visualid_t visual = transparent_visual(display.screen());
  if (visual == 0 || !has_input_shapes(display))
    throw CaptureError("this X display has no transparent windows that the mouse goes through");
  xcb_connection_t* connection = display.connection();
  colours_ = xcb_generate_id(connection);
  xcb_create_colormap(connection, XCB_COLORMAP_ALLOC_NONE, colours_, display.root(), visual);
  window_ = xcb_generate_id(connection);
  // Another depth than the root's needs a border colour and colours of its own.
  const std::array<std::uint32_t, 4> looks{0, 0, 1, colours_};
  xcb_create_window(
      connection, kDepth, window_, display.root(), 0, 0, 1, 1, 0, XCB_WINDOW_CLASS_INPUT_OUTPUT,
      visual, XCB_CW_BACK_PIXEL | XCB_CW_BORDER_PIXEL | XCB_CW_OVERRIDE_REDIRECT | XCB_CW_COLORMAP,
      looks.data());
  xcb_change_property(connection, XCB_PROP_MODE_REPLACE, window_, XCB_ATOM_WM_CLASS,
                      XCB_ATOM_STRING, 8, sizeof(kClass), kClass);
  const xcb_xfixes_region_t nothing = xcb_generate_id(connection);
  xcb_xfixes_create_region(connection, nothing, 0, nullptr);
  constexpr std::uint32_t kInputShape = 2;  // ShapeInput of the SHAPE extension
  xcb_xfixes_set_window_shape_region(connection, window_, kInputShape, 0, 0, nothing);
  xcb_xfixes_destroy_region(connection, nothing);
  context_ = xcb_generate_id(connection);
  xcb_create_gc(connection, context_, window_, 0, nullptr);
  xcb_flush(connection);
}

X11OverlayWindow::~X11OverlayWindow() {
  xcb_connection_t* connection = display_->connection();
  if (pixels_ != 0) xcb_free_pixmap(connection, pixels_);
  xcb_free_gc(connection, context_);
  xcb_destroy_window(connection, window_);
  xcb_free_colormap(connection, colours_);
  xcb_flush(connection);
}

void X11OverlayWindow::resize(cv::Size size) {
  xcb_connection_t* connection = display_->connection();
  if (pixels_ != 0) xcb_free_pixmap(connection, pixels_);
  pixels_ = xcb_generate_id(connection);
  xcb_create_pixmap(connection, kDepth, pixels_, window_, static_cast<std::uint16_t>(size.width),
                    static_cast<std::uint16_t>(size.height));
  const std::array<std::uint32_t, 2> sides{static_cast<std::uint32_t>(size.width),
                                           static_cast<std::uint32_t>(size.height)};
  xcb_configure_window(connection, window_, XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT,
                       sides.data());
}

void X11OverlayWindow::paint() {
  xcb_connection_t* connection = display_->connection();
  // A request has a greatest length.
  const std::size_t row_bytes = static_cast<std::size_t>(picture_.cols) * 4;
  const std::size_t most_bytes = xcb_get_maximum_request_length(connection) * 4ULL - 64;
  const int rows_at_once = static_cast<int>(std::max<std::size_t>(1, most_bytes / row_bytes));
  for (int y = 0; y < picture_.rows; y += rows_at_once) {
    const int rows = std::min(rows_at_once, picture_.rows - y);
    xcb_put_image(connection, XCB_IMAGE_FORMAT_Z_PIXMAP, pixels_, context_,
                  static_cast<std::uint16_t>(picture_.cols), static_cast<std::uint16_t>(rows), 0,
                  static_cast<std::int16_t>(y), 0, kDepth,
                  static_cast<std::uint32_t>(row_bytes * static_cast<std::size_t>(rows)),
                  picture_.ptr(y));
  }
  xcb_change_window_attributes(connection, window_, XCB_CW_BACK_PIXMAP, &pixels_);
  xcb_clear_area(connection, 0, window_, 0, 0, 0, 0);
}

void X11OverlayWindow::show(const cv::Mat& bgra) {
  if (bgra.empty()) return hide();
  cv::Mat whole = bgra.isContinuous() ? bgra : bgra.clone();
  const bool same = whole.size() == picture_.size() &&
                    std::memcmp(whole.data, picture_.data, whole.total() * 4) == 0;
  if (!same) {
    if (whole.size() != picture_.size()) resize(whole.size());
    picture_ = whole.u != nullptr ? whole : whole.clone();
    paint();
  }
  if (!mapped_) xcb_map_window(display_->connection(), window_);
  mapped_ = true;
  xcb_flush(display_->connection());
}

// The child of the root window that it lies in: itself, or the window manager's frame.
std::uint32_t X11OverlayWindow::frame_of(std::uint32_t window) const {
  for (std::uint32_t at = window;;) {
    const X11Reply<xcb_query_tree_reply_t> tree(xcb_query_tree_reply(
        display_->connection(), xcb_query_tree(display_->connection(), at), nullptr));
    if (!tree || tree->parent == 0) return 0;
    if (tree->parent == display_->root()) return at;
    at = tree->parent;
  }
}

// 0: above all.
bool X11OverlayWindow::lies_right_above(std::uint32_t sibling) const {
  const std::vector<std::uint32_t> order = display_->stacking();
  const auto own = std::find(order.begin(), order.end(), window_);
  if (own == order.end()) return false;
  return sibling == 0 ? own + 1 == order.end() : own != order.begin() && *(own - 1) == sibling;
}

void X11OverlayWindow::place(cv::Point corner, std::uint32_t window) {
  xcb_connection_t* connection = display_->connection();
  if (corner != corner_px_) {
    const std::array<std::uint32_t, 2> place{static_cast<std::uint32_t>(corner.x),
                                             static_cast<std::uint32_t>(corner.y)};
    xcb_configure_window(connection, window_, XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y,
                         place.data());
    corner_px_ = corner;
  }
  const std::uint32_t sibling = window != 0 ? frame_of(window) : 0;
  if (!lies_right_above(sibling)) {
    const std::array<std::uint32_t, 2> order{sibling, XCB_STACK_MODE_ABOVE};
    if (sibling != 0)
      xcb_configure_window(connection, window_,
                           XCB_CONFIG_WINDOW_SIBLING | XCB_CONFIG_WINDOW_STACK_MODE, order.data());
    else
      xcb_configure_window(connection, window_, XCB_CONFIG_WINDOW_STACK_MODE, &order[1]);
  }
  xcb_flush(connection);
}

void X11OverlayWindow::hide() {
  if (!mapped_) return;
  xcb_unmap_window(display_->connection(), window_);
  xcb_flush(display_->connection());
  mapped_ = false;
}

}  // namespace gridlens
