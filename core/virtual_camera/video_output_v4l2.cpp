// Linux, V4L2. The interface: https://docs.kernel.org/userspace-api/media/v4l/dev-output.html
#include <linux/videodev2.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

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

// Pictures through buffers that are shared with the driver.
class OutputBuffers {
 public:
  explicit OutputBuffers(const V4l2Device& device) : device_(device) {}
  ~OutputBuffers() {
    std::uint32_t type = V4L2_BUF_TYPE_VIDEO_OUTPUT;
    device_.ask(VIDIOC_STREAMOFF, &type);
    for (const auto& buffer : buffers_) ::munmap(buffer.data(), buffer.size());
  }
  OutputBuffers(const OutputBuffers&) = delete;
  OutputBuffers& operator=(const OutputBuffers&) = delete;

  // 0, or the errno why not.
  int open() {
    v4l2_requestbuffers wish{};
    wish.count = kBuffers;
    wish.type = V4L2_BUF_TYPE_VIDEO_OUTPUT;
    wish.memory = V4L2_MEMORY_MMAP;
    if (!device_.ask(VIDIOC_REQBUFS, &wish)) return errno;
    for (std::uint32_t i = 0; i < wish.count; ++i) {
      v4l2_buffer buffer = numbered(i);
      if (!device_.ask(VIDIOC_QUERYBUF, &buffer)) return errno;
      void* data = device_.map(buffer.length, buffer.m.offset);
      if (data == MAP_FAILED) return errno;
      buffers_.emplace_back(static_cast<unsigned char*>(data), buffer.length);
    }
    return buffers_.empty() ? EINVAL : 0;
  }

  // 0, or the errno why not: EAGAIN where the driver still has all of them.
  int write(std::span<const unsigned char> picture) {
    v4l2_buffer buffer = numbered(queued_);
    if (queued_ == buffers_.size() && !device_.ask(VIDIOC_DQBUF, &buffer)) return errno;
    const auto place = buffers_.at(buffer.index);
    const std::size_t size = std::min(place.size(), picture.size());
    std::memcpy(place.data(), picture.data(), size);
    buffer.bytesused = static_cast<std::uint32_t>(size);
    buffer.field = V4L2_FIELD_NONE;
    if (!device_.ask(VIDIOC_QBUF, &buffer)) return errno;
    if (queued_ == buffers_.size()) return 0;
    std::uint32_t type = V4L2_BUF_TYPE_VIDEO_OUTPUT;
    return queued_++ > 0 || device_.ask(VIDIOC_STREAMON, &type) ? 0 : errno;
  }

 private:
  static constexpr std::uint32_t kBuffers = 3;

  static v4l2_buffer numbered(std::uint32_t index) {
    v4l2_buffer buffer{};
    buffer.index = index;
    buffer.type = V4L2_BUF_TYPE_VIDEO_OUTPUT;
    buffer.memory = V4L2_MEMORY_MMAP;
    return buffer;
  }

  const V4l2Device& device_;
  std::vector<std::span<unsigned char>> buffers_;
  std::uint32_t queued_ = 0;  // so many were handed over at least once
};

class V4l2Output : public VideoOutput {
 public:
  explicit V4l2Output(const fs::path& node) : node_(node), name_(node.string()) {
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
    if ((caps & V4L2_CAP_VIDEO_OUTPUT_MPLANE) != 0)
      throw std::runtime_error(name_ +
                               " refuses the format: it takes pictures in several planes alone");
    if ((caps & V4L2_CAP_VIDEO_OUTPUT) == 0)
      throw std::runtime_error(name_ + " is not a video output" +
                               ((caps & V4L2_CAP_VIDEO_CAPTURE) != 0
                                    ? " (a camera, or another program sends pictures there)"
                                    : ""));
    if ((caps & (V4L2_CAP_READWRITE | V4L2_CAP_STREAMING)) == 0)
      throw std::runtime_error(name_ + " takes no pictures");
    streams_ = (caps & V4L2_CAP_STREAMING) != 0;
    if ((caps & V4L2_CAP_READWRITE) == 0) buffers_ = std::make_unique<OutputBuffers>(*device_);
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
    mode_ = mode;
    return mode;
  }

  int write(std::span<const unsigned char> picture) override {
    if (!buffers_) {
      if (device_->write(picture.data(), picture.size())) return 0;
      // videobuf2 (Linux 6.1) tells drivers no size with write(), which some then refuse.
      if (errno != EINVAL || !streams_ || !mode_) return errno;
      // After a write() this opening of the device would have to go on so.
      device_ = std::make_unique<V4l2Device>(node_);
      if (!device_->is_open()) return device_->error();
      if (!set_mode(mode_->layout, mode_->size_px)) return EINVAL;
      buffers_ = std::make_unique<OutputBuffers>(*device_);
    }
    if (!std::exchange(opened_, true))
      if (const int trouble = buffers_->open()) return trouble;
    return buffers_->write(picture);
  }

 private:
  const fs::path node_;
  std::string name_;
  std::optional<OutputMode> mode_;  // that was taken last
  std::unique_ptr<V4l2Device> device_;
  bool streams_ = false;
  std::unique_ptr<OutputBuffers> buffers_;  // null: write() does
  bool opened_ = false;                     // the buffers
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
