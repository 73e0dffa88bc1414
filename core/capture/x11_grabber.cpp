#include "core/capture/x11_grabber.h"

#include <sys/ipc.h>
#include <sys/shm.h>

#include <bit>
#include <opencv2/imgproc.hpp>

namespace gridlens {
namespace {

constexpr std::uint32_t kAllPlanes = ~0U;
const cv::Scalar kUnknown(128, 128, 128);

// Colours of `mask` in a pixel, widened or narrowed to eight bits.
std::uint8_t channel(std::uint32_t pixel, std::uint32_t mask) {
  if (mask == 0) return 0;
  const auto bits = std::popcount(mask);
  const std::uint32_t value = (pixel & mask) >> std::countr_zero(mask);
  const std::uint32_t most = (1U << bits) - 1;
  return static_cast<std::uint8_t>((value * 255 + most / 2) / most);
}

}  // namespace

X11Grabber::X11Grabber(const X11Display& display) : display_(&display) {
  const auto* extension = xcb_get_extension_data(display.connection(), &xcb_shm_id);
  sharing_works_ = extension != nullptr && extension->present != 0;
}

X11Grabber::~X11Grabber() {
  unshare();
}

void X11Grabber::unshare() {
  if (shared_ == nullptr) return;
  xcb_shm_detach(display_->connection(), segment_);
  xcb_flush(display_->connection());
  shmdt(shared_);
  shared_ = nullptr;
  shared_bytes_ = 0;
}

// False where the server does not see this machine's memory.
bool X11Grabber::share(std::size_t bytes) {
  if (shared_bytes_ >= bytes) return true;
  unshare();
  const int key = shmget(IPC_PRIVATE, bytes, IPC_CREAT | 0600);
  if (key < 0) return false;
  void* memory = shmat(key, nullptr, 0);
  xcb_connection_t* connection = display_->connection();
  bool attached = false;
  if (memory != reinterpret_cast<void*>(-1)) {
    segment_ = xcb_generate_id(connection);
    const X11Reply<xcb_generic_error_t> error(xcb_request_check(
        connection,
        xcb_shm_attach_checked(connection, segment_, static_cast<std::uint32_t>(key), 0)));
    attached = !error && !display_->is_lost();
    if (!attached) shmdt(memory);
  }
  shmctl(key, IPC_RMID, nullptr);  // goes with the last of its users
  if (!attached) return false;
  shared_ = memory;
  shared_bytes_ = bytes;
  return true;
}

X11Grabber::Pixels X11Grabber::read_shared(std::uint32_t window, const cv::Rect& area) {
  Pixels pixels;
  xcb_connection_t* connection = display_->connection();
  const X11Reply<xcb_shm_get_image_reply_t> reply(xcb_shm_get_image_reply(
      connection,
      xcb_shm_get_image(connection, window, static_cast<std::int16_t>(area.x),
                        static_cast<std::int16_t>(area.y), static_cast<std::uint16_t>(area.width),
                        static_cast<std::uint16_t>(area.height), kAllPlanes,
                        XCB_IMAGE_FORMAT_Z_PIXMAP, segment_, 0),
      nullptr));
  if (!reply) return pixels;
  pixels.data = static_cast<const unsigned char*>(shared_);
  pixels.size = reply->size;
  pixels.depth = reply->depth;
  pixels.visual = reply->visual;
  return pixels;
}

X11Grabber::Pixels X11Grabber::read(std::uint32_t window, const cv::Rect& area) {
  constexpr std::size_t kMostBytesAPixel = 4;
  if (sharing_works_)
    sharing_works_ = share(static_cast<std::size_t>(area.area()) * kMostBytesAPixel);
  if (sharing_works_) return read_shared(window, area);
  Pixels pixels;
  xcb_connection_t* connection = display_->connection();
  pixels.held.reset(xcb_get_image_reply(
      connection,
      xcb_get_image(connection, XCB_IMAGE_FORMAT_Z_PIXMAP, window,
                    static_cast<std::int16_t>(area.x), static_cast<std::int16_t>(area.y),
                    static_cast<std::uint16_t>(area.width), static_cast<std::uint16_t>(area.height),
                    kAllPlanes),
      nullptr));
  if (!pixels.held) return pixels;
  pixels.data = xcb_get_image_data(pixels.held.get());
  pixels.size = static_cast<std::size_t>(xcb_get_image_data_length(pixels.held.get()));
  pixels.depth = pixels.held->depth;
  pixels.visual = pixels.held->visual;
  return pixels;
}

const xcb_visualtype_t* X11Grabber::visual(std::uint32_t id) const {
  for (auto depths = xcb_screen_allowed_depths_iterator(&display_->screen()); depths.rem > 0;
       xcb_depth_next(&depths))
    for (auto visuals = xcb_depth_visuals_iterator(depths.data); visuals.rem > 0;
         xcb_visualtype_next(&visuals))
      if (visuals.data->visual_id == id) return visuals.data;
  return nullptr;
}

const xcb_format_t* X11Grabber::format(std::uint8_t depth) const {
  for (auto formats = xcb_setup_pixmap_formats_iterator(xcb_get_setup(display_->connection()));
       formats.rem > 0; xcb_format_next(&formats))
    if (formats.data->depth == depth) return formats.data;
  return nullptr;
}

cv::Mat X11Grabber::bgra(const Pixels& pixels, cv::Size size) const {
  const xcb_visualtype_t* colours = pixels.data != nullptr ? visual(pixels.visual) : nullptr;
  const xcb_format_t* layout = colours != nullptr ? format(pixels.depth) : nullptr;
  if (layout == nullptr || (layout->bits_per_pixel != 32 && layout->bits_per_pixel != 16))
    return {};
  const std::size_t pad = layout->scanline_pad / 8;
  const std::size_t bytes = layout->bits_per_pixel / 8;
  const std::size_t step = (static_cast<std::size_t>(size.width) * bytes + pad - 1) / pad * pad;
  if (pixels.size < step * static_cast<std::size_t>(size.height)) return {};
  const bool low_first =
      xcb_get_setup(display_->connection())->image_byte_order == XCB_IMAGE_ORDER_LSB_FIRST;
  if (bytes == 4 && low_first && colours->red_mask == 0xff0000 && colours->green_mask == 0xff00 &&
      colours->blue_mask == 0xff)
    return {size, CV_8UC4, const_cast<unsigned char*>(pixels.data), step};
  // Screens of another layout: 565, ten bits a colour, big endian.
  cv::Mat picture(size, CV_8UC4);
  for (int y = 0; y < size.height; ++y) {
    const unsigned char* from = pixels.data + static_cast<std::size_t>(y) * step;
    for (int x = 0; x < size.width; ++x, from += bytes) {
      std::uint32_t pixel = 0;
      for (std::size_t i = 0; i < bytes; ++i)
        pixel |= static_cast<std::uint32_t>(from[low_first ? i : bytes - 1 - i]) << (8 * i);
      picture.at<cv::Vec4b>(y, x) = {channel(pixel, colours->blue_mask),
                                     channel(pixel, colours->green_mask),
                                     channel(pixel, colours->red_mask), 255};
    }
  }
  return picture;
}

cv::Mat X11Grabber::grab(std::uint32_t window, const cv::Rect& area) {
  if (area.empty()) return {};
  const Pixels pixels = read(window, area);
  const cv::Mat picture = bgra(pixels, area.size());
  cv::Mat bgr;
  if (!picture.empty()) cv::cvtColor(picture, bgr, cv::COLOR_BGRA2BGR);
  return bgr;
}

cv::Mat X11Grabber::grab_with_alpha(std::uint32_t window, const cv::Rect& area) {
  if (area.empty()) return {};
  const Pixels pixels = read(window, area);
  cv::Mat picture = bgra(pixels, area.size()).clone();
  if (!picture.empty() && pixels.depth != 32) {
    const cv::Mat opaque(picture.size(), CV_8UC1, cv::Scalar(255));
    cv::insertChannel(opaque, picture, 3);
  }
  return picture;
}

cv::Mat X11Grabber::grab_client(const X11Window& window) {
  const cv::Rect client({}, window.client_px.size());
  const cv::Rect on_screen =
      (window.client_px & cv::Rect({}, display_->size_px())) - window.client_px.tl();
  if (on_screen == client) return grab(window.id, client);
  // Of a redirected window all can be read.
  cv::Mat whole = grab(window.id, client);
  if (!whole.empty()) return whole;
  const cv::Mat part = grab(window.id, on_screen);
  if (part.empty()) return {};
  whole = cv::Mat(client.size(), CV_8UC3, kUnknown);
  part.copyTo(whole(on_screen));
  return whole;
}

cv::Mat X11Grabber::grab_screen(const cv::Rect& area) {
  return grab(display_->root(), area & cv::Rect({}, display_->size_px()));
}

}  // namespace gridlens
