// Linux, V4L2. The interface: https://docs.kernel.org/userspace-api/media/v4l/dev-output.html
#include <linux/videodev2.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include "core/capture/v4l2_device.h"
#include "core/virtual_camera/video_output.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

std::uint32_t pixel_format(PixelLayout layout) {
  switch (layout) {
    case PixelLayout::yuyv:
      return V4L2_PIX_FMT_YUYV;
    case PixelLayout::yuv420:
      return V4L2_PIX_FMT_YUV420;
    case PixelLayout::rgb24:
      return V4L2_PIX_FMT_RGB24;
    case PixelLayout::bgr24:
      return V4L2_PIX_FMT_BGR24;
  }
  return 0;
}

std::uint32_t capabilities(const V4l2Device& device, v4l2_capability& all) {
  if (!device.ask(VIDIOC_QUERYCAP, &all)) return 0;
  return (all.capabilities & V4L2_CAP_DEVICE_CAPS) != 0 ? all.device_caps : all.capabilities;
}

std::string busy(const std::string& name) {
  return name + " is in use: another program sends pictures there";
}

class V4l2Output : public VideoOutput {
 public:
  explicit V4l2Output(const fs::path& node) : name_(node.string()) {
    std::error_code error;
    if (!fs::exists(node, error)) throw std::runtime_error("there is no " + name_);
    if (!fs::is_character_file(node, error))
      throw std::runtime_error(name_ + " is not a video output (not a device at all)");
    device_ = std::make_unique<V4l2Device>(node);
    if (!device_->is_open()) switch (device_->error()) {
        case EACCES:
        case EPERM:
          throw std::runtime_error("no permission to open " + name_ +
                                   ": add yourself to the group \"video\" (sudo usermod -aG video "
                                   "$USER) and log in again");
        case EBUSY:
          throw std::runtime_error(busy(name_));
        default:
          throw std::runtime_error(
              name_ + " cannot be opened: " + std::system_category().message(device_->error()));
      }
    v4l2_capability all{};
    const std::uint32_t caps = capabilities(*device_, all);
    if (caps == 0) throw std::runtime_error(name_ + " is not a video output");
    if ((caps & V4L2_CAP_VIDEO_OUTPUT) == 0)
      throw std::runtime_error(name_ + " is not a video output" +
                               ((caps & V4L2_CAP_VIDEO_CAPTURE) != 0
                                    ? " (a camera, or another program sends pictures there)"
                                    : ""));
    if ((caps & V4L2_CAP_READWRITE) == 0)
      throw std::runtime_error(name_ + " takes no pictures by write()");
    const auto* card = reinterpret_cast<const char*>(all.card);
    name_ += " (" + std::string(card, strnlen(card, sizeof all.card)) + ")";
  }

  [[nodiscard]] std::string name() const override { return name_; }

  std::optional<OutputMode> set_mode(PixelLayout layout, cv::Size size_px) override {
    v4l2_format format{};
    format.type = V4L2_BUF_TYPE_VIDEO_OUTPUT;
    // What the driver knows of besides (colours, fields) stays as it is.
    device_->ask(VIDIOC_G_FMT, &format);
    v4l2_pix_format& pix = format.fmt.pix;
    pix.width = static_cast<std::uint32_t>(size_px.width);
    pix.height = static_cast<std::uint32_t>(size_px.height);
    pix.pixelformat = pixel_format(layout);
    pix.field = V4L2_FIELD_NONE;
    pix.bytesperline = 0;
    pix.sizeimage = 0;
    if (!device_->ask(VIDIOC_S_FMT, &format)) {
      if (errno == EBUSY) throw std::runtime_error(busy(name_));
      return std::nullopt;
    }
    if (pix.pixelformat != pixel_format(layout) || pix.width == 0 || pix.height == 0)
      return std::nullopt;
    OutputMode mode;
    mode.layout = layout;
    mode.size_px = {static_cast<int>(pix.width), static_cast<int>(pix.height)};
    // Some drivers leave the row at 0.
    mode.row_bytes =
        std::max(static_cast<int>(pix.bytesperline), packed_row_bytes(layout, mode.size_px.width));
    mode.bytes = pix.sizeimage;
    return mode;
  }

  int write(std::span<const unsigned char> picture) override {
    return device_->write(picture.data(), picture.size()) ? 0 : errno;
  }

 private:
  std::string name_;
  std::unique_ptr<V4l2Device> device_;
};

}  // namespace

std::unique_ptr<VideoOutput> open_video_output(const fs::path& node) {
  return std::make_unique<V4l2Output>(node);
}

std::vector<fs::path> list_video_outputs() {
  std::vector<std::pair<int, fs::path>> found;
  std::error_code error;
  for (fs::directory_iterator it("/dev", error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (!name.starts_with("video")) continue;
    const std::string digits = name.substr(std::strlen("video"));
    if (digits.empty() || digits.size() > 6 ||
        digits.find_first_not_of("0123456789") != std::string::npos)
      continue;
    const V4l2Device device(it->path());
    v4l2_capability all{};
    if (device.is_open() && (capabilities(device, all) & V4L2_CAP_VIDEO_OUTPUT) != 0)
      found.emplace_back(std::stoi(digits), it->path());
  }
  std::sort(found.begin(), found.end());
  std::vector<fs::path> nodes;
  for (auto& [number, node] : found) nodes.push_back(std::move(node));
  return nodes;
}

}  // namespace gridlens
