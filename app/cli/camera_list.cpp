#include "app/cli/camera_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/capture/camera_devices.h"
#include "core/capture/capture_error.h"

namespace gridlens {
namespace {

// A driver's text may hold anything.
std::string in_one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  return text;
}

double rounded(double rate) {
  return std::round(rate * 100) / 100;
}

std::string size_text(const CameraSize& size) {
  std::string text = fmt::format("{}x{}", size.width, size.height);
  for (const double& rate : size.rates)
    text += fmt::format("{}{:g}", &rate == size.rates.data() ? " at " : ", ", rounded(rate));
  return size.rates.empty() ? text : text + " fps";
}

}  // namespace

std::vector<ListedCamera> listed_cameras() {
  std::vector<ListedCamera> cameras;
  for (const CameraDevice& device : list_cameras()) {
    ListedCamera& camera = cameras.emplace_back(ListedCamera{device, {}, {}});
    try {
      camera.modes = camera_modes(device.path);
    } catch (const CaptureError& error) {
      camera.trouble = error.what();
    }
  }
  return cameras;
}

std::string camera_line(const ListedCamera& camera) {
  std::string sizes;
  for (const CameraSize& size : camera_sizes(camera.modes))
    sizes += (sizes.empty() ? "" : "; ") + size_text(size);
  if (sizes.empty())
    sizes = camera.trouble.empty() ? "sizes unknown" : "sizes unknown: " + camera.trouble;
  return in_one_line(camera.device.path.string()) + "\t" + in_one_line(camera.device.name) + "\t" +
         in_one_line(sizes);
}

std::string camera_json(const ListedCamera& camera) {
  using Json = nlohmann::ordered_json;
  Json modes = Json::array();
  for (const CameraMode& mode : camera.modes)
    modes.push_back({{"format", mode.fourcc},
                     {"width", mode.width},
                     {"height", mode.height},
                     {"fps", mode.fps > 0 ? Json(rounded(mode.fps)) : Json()},
                     {"usable", is_usable(mode)}});
  const Json json{{"device", camera.device.path.string()},
                  {"index", camera.device.index},
                  {"name", camera.device.name},
                  {"modes", modes},
                  {"error", camera.trouble.empty() ? Json() : Json(camera.trouble)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace gridlens
