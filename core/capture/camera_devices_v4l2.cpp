#include <linux/videodev2.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <opencv2/videoio.hpp>
#include <optional>
#include <system_error>

#include "core/capture/camera_devices.h"
#include "core/capture/capture_error.h"
#include "core/capture/v4l2_device.h"

// Linux, V4L2. The interface: https://docs.kernel.org/userspace-api/media/v4l/v4l2.html
namespace gridlens {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFolder = "/dev";
constexpr const char* kPrefix = "video";

std::optional<int> index_of(const fs::path& node) {
  const std::string name = node.filename().string();
  if (!name.starts_with(kPrefix)) return std::nullopt;
  const std::string digits = name.substr(std::strlen(kPrefix));
  if (digits.empty() || digits.size() > 6 ||
      !std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; }))
    return std::nullopt;
  return std::stoi(digits);
}

bool captures(const v4l2_capability& capability) {
  const auto caps = (capability.capabilities & V4L2_CAP_DEVICE_CAPS) ? capability.device_caps
                                                                     : capability.capabilities;
  return (caps & V4L2_CAP_VIDEO_CAPTURE) != 0;
}

// USB cameras are named "maker: product", often with the same words twice, the second time cut off.
std::string without_echo(const std::string& name) {
  const size_t colon = name.find(": ");
  if (colon == std::string::npos) return name;
  const std::string maker = name.substr(0, colon), product = name.substr(colon + 2);
  return maker.starts_with(product) ? maker : name;
}

std::string card_name(const v4l2_capability& capability) {
  const auto* card = reinterpret_cast<const char*>(capability.card);
  return without_echo(std::string(card, strnlen(card, sizeof capability.card)));
}

// What sysfs says of a node needs no permission on the node itself.
std::string sysfs_line(int index, const char* attribute) {
  std::ifstream file("/sys/class/video4linux/" + std::string(kPrefix) + std::to_string(index) +
                     "/" + attribute);
  std::string line;
  std::getline(file, line);
  return line;
}

std::string sysfs_name(int index) {
  return without_echo(sysfs_line(index, "name"));
}

// A camera's first node takes pictures; the others, in practice, carry its metadata.
bool is_first_node(int index) {
  const std::string line = sysfs_line(index, "index");
  return line.empty() || line == "0";
}

std::string fourcc_name(std::uint32_t code) {
  std::string name;
  for (int i = 0; i < 4; ++i) name += static_cast<char>((code >> (8 * i)) & 0x7f);
  return name;
}

// The rates of a format and size, the highest first; one 0 where the driver does not say.
std::vector<double> rates_of(const V4l2Device& camera, std::uint32_t format, unsigned width,
                             unsigned height) {
  std::vector<double> rates;
  v4l2_frmivalenum interval{};
  interval.pixel_format = format;
  interval.width = width;
  interval.height = height;
  for (; camera.ask(VIDIOC_ENUM_FRAMEINTERVALS, &interval); ++interval.index) {
    const bool discrete = interval.type == V4L2_FRMIVAL_TYPE_DISCRETE;
    const v4l2_fract shortest = discrete ? interval.discrete : interval.stepwise.min;
    if (shortest.numerator > 0)
      rates.push_back(static_cast<double>(shortest.denominator) / shortest.numerator);
    if (!discrete) break;
  }
  std::sort(rates.rbegin(), rates.rend());
  if (rates.empty()) rates.push_back(0);
  return rates;
}

void add_modes(const V4l2Device& camera, std::uint32_t format, std::vector<CameraMode>& modes) {
  const auto add = [&](unsigned width, unsigned height) {
    for (const double fps : rates_of(camera, format, width, height))
      modes.push_back(
          {fourcc_name(format), static_cast<int>(width), static_cast<int>(height), fps});
  };
  v4l2_frmsizeenum size{};
  size.pixel_format = format;
  for (; camera.ask(VIDIOC_ENUM_FRAMESIZES, &size); ++size.index) {
    if (size.type == V4L2_FRMSIZE_TYPE_DISCRETE) {
      add(size.discrete.width, size.discrete.height);
      continue;
    }
    // A range of sizes: the usual ones that lie in it, and its largest.
    constexpr std::array<std::array<unsigned, 2>, 6> kUsual{
        {{640, 480}, {800, 600}, {1024, 768}, {1280, 720}, {1280, 960}, {1920, 1080}}};
    const auto& range = size.stepwise;
    for (const auto& [width, height] : kUsual)
      if (width >= range.min_width && width <= range.max_width && height >= range.min_height &&
          height <= range.max_height)
        add(width, height);
    add(range.max_width, range.max_height);
    break;
  }
}

std::vector<CameraMode> modes_of(const V4l2Device& camera) {
  std::vector<CameraMode> modes;
  v4l2_fmtdesc format{};
  format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  for (; camera.ask(VIDIOC_ENUM_FMT, &format); ++format.index)
    add_modes(camera, format.pixelformat, modes);
  return modes;
}

// Several programs may open a camera, one may stream. Releasing the buffers that we do not have
// asks for that right and gives it back.
bool is_busy(const V4l2Device& camera) {
  v4l2_requestbuffers none{};
  none.count = 0;
  none.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  none.memory = V4L2_MEMORY_MMAP;
  return !camera.ask(VIDIOC_REQBUFS, &none) && errno == EBUSY;
}

std::string for_people(const fs::path& node, const std::string& name) {
  const auto index = index_of(node);
  std::string text = index ? "camera " + std::to_string(*index) : node.string();
  if (!name.empty()) text += " (" + name + ")";
  return text;
}

}  // namespace

std::vector<CameraDevice> list_cameras() {
  std::vector<CameraDevice> cameras;
  std::error_code error;
  for (fs::directory_iterator it(kFolder, error), end; !error && it != end; it.increment(error)) {
    const auto index = index_of(it->path());
    std::error_code ignored;
    if (!index || !it->is_character_file(ignored)) continue;
    CameraDevice device{*index, it->path(), sysfs_name(*index)};
    const V4l2Device camera(it->path());
    if (camera.is_open()) {
      v4l2_capability capability{};
      if (!camera.ask(VIDIOC_QUERYCAP, &capability) || !captures(capability)) continue;
      if (device.name.empty()) device.name = card_name(capability);
    } else if ((camera.error() != EACCES && camera.error() != EPERM && camera.error() != EBUSY) ||
               !is_first_node(*index)) {
      continue;  // gone; but a camera that is forbidden or in use is one to name
    }
    cameras.push_back(std::move(device));
  }
  std::sort(cameras.begin(), cameras.end(),
            [](const CameraDevice& a, const CameraDevice& b) { return a.index < b.index; });
  return cameras;
}

CameraProbe probe_camera(const fs::path& node) {
  std::error_code error;
  const fs::path real = fs::canonical(node, error);
  if (error) throw CaptureError("there is no " + for_people(node, "") + "; " + cameras_here());
  const auto index = index_of(real);
  const std::string not_a_camera = real.string() + " is not a capture device";
  if (!fs::is_character_file(real, error))
    throw CaptureError(not_a_camera + " (not a device at all); " + cameras_here());
  const std::string name = index ? sysfs_name(*index) : "";

  const V4l2Device camera(real);
  if (!camera.is_open()) switch (camera.error()) {
      case EACCES:
      case EPERM:
        throw CaptureError("no permission to open " + real.string() +
                           ": add yourself to the group \"video\" (sudo usermod -aG video $USER) "
                           "and log in again");
      case EBUSY:
        throw CaptureError(for_people(real, name) + " is in use by another program");
      case ENOENT:
      case ENXIO:
      case ENODEV:
        throw CaptureError(for_people(real, name) + " is no longer connected; " + cameras_here());
      default:
        throw CaptureError(for_people(real, name) +
                           " cannot be opened: " + std::system_category().message(camera.error()));
    }
  v4l2_capability capability{};
  if (!camera.ask(VIDIOC_QUERYCAP, &capability))
    throw CaptureError(not_a_camera + "; " + cameras_here());
  if (!captures(capability))
    throw CaptureError(not_a_camera + " (a node for metadata or output); " + cameras_here());
  CameraProbe probe;
  probe.device = {index.value_or(-1), real, name.empty() ? card_name(capability) : name};
  if (is_busy(camera))
    throw CaptureError(for_people(real, probe.device.name) + " is in use by another program");
  probe.modes = modes_of(camera);
  return probe;
}

std::vector<CameraMode> camera_modes(const fs::path& node) {
  const V4l2Device camera(node);
  if (!camera.is_open())
    throw CaptureError(camera.error() == EACCES || camera.error() == EPERM
                           ? "no permission to open it"
                           : std::system_category().message(camera.error()));
  return modes_of(camera);
}

fs::path camera_node(int index) {
  return fs::path(kFolder) / (kPrefix + std::to_string(index));
}

int camera_backend() {
  return cv::CAP_V4L2;
}

std::string cameras_here() {
  const std::vector<CameraDevice> cameras = list_cameras();
  if (cameras.empty()) return "no camera was found";
  std::string text = "cameras here: ";
  for (const CameraDevice& camera : cameras) {
    if (&camera != &cameras.front()) text += ", ";
    text += std::to_string(camera.index);
    if (!camera.name.empty()) text += " (" + camera.name + ")";
  }
  return text;
}

}  // namespace gridlens
