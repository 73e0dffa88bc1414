#include "core/capture/camera_controls_v4l2.h"

#include <linux/videodev2.h>

#include <algorithm>
#include <array>
#include <optional>

#include "core/capture/v4l2_device.h"

// https://docs.kernel.org/userspace-api/media/v4l/ext-ctrls-camera.html
namespace gridlens {
namespace {

struct Known {
  CameraControl control;
  std::uint32_t id;
};

constexpr std::array<Known, 4> kControls{{
    {CameraControl::auto_exposure, V4L2_CID_EXPOSURE_AUTO},
    {CameraControl::exposure, V4L2_CID_EXPOSURE_ABSOLUTE},
    {CameraControl::auto_focus, V4L2_CID_FOCUS_AUTO},
    {CameraControl::focus, V4L2_CID_FOCUS_ABSOLUTE},
}};

std::uint32_t id_of(CameraControl control) {
  return std::find_if(kControls.begin(), kControls.end(),
                      [&](const Known& known) { return known.control == control; })
      ->id;
}

std::optional<v4l2_queryctrl> query(const V4l2Ask& ask, std::uint32_t id) {
  v4l2_queryctrl told{};
  told.id = id;
  if (!ask(VIDIOC_QUERYCTRL, &told)) return std::nullopt;
  if ((told.flags & (V4L2_CTRL_FLAG_DISABLED | V4L2_CTRL_FLAG_READ_ONLY)) != 0) return std::nullopt;
  return told;
}

std::optional<int> value_of(const V4l2Ask& ask, std::uint32_t id) {
  v4l2_control value{};
  value.id = id;
  if (!ask(VIDIOC_G_CTRL, &value)) return std::nullopt;
  return value.value;
}

bool set(const V4l2Ask& ask, std::uint32_t id, int value) {
  v4l2_control wish{};
  wish.id = id;
  wish.value = value;
  return ask(VIDIOC_S_CTRL, &wish);
}

// Of the exposure's menu: webcams have "aperture priority" as the automatic one, others "auto".
std::optional<int> exposure_choice(const V4l2Ask& ask, bool automatic) {
  constexpr std::array<int, 2> kAutomatic{V4L2_EXPOSURE_APERTURE_PRIORITY, V4L2_EXPOSURE_AUTO};
  constexpr std::array<int, 2> kByHand{V4L2_EXPOSURE_MANUAL, V4L2_EXPOSURE_SHUTTER_PRIORITY};
  for (const int index : automatic ? kAutomatic : kByHand) {
    v4l2_querymenu item{};
    item.id = V4L2_CID_EXPOSURE_AUTO;
    item.index = static_cast<std::uint32_t>(index);
    if (ask(VIDIOC_QUERYMENU, &item)) return index;
  }
  return std::nullopt;
}

bool is_automatic_exposure(int choice) {
  return choice == V4L2_EXPOSURE_AUTO || choice == V4L2_EXPOSURE_APERTURE_PRIORITY;
}

}  // namespace

std::vector<CameraControlState> read_v4l2_controls(const V4l2Ask& ask) {
  std::vector<CameraControlState> states;
  for (const Known& known : kControls) {
    const auto told = query(ask, known.id);
    const auto value = told ? value_of(ask, known.id) : std::nullopt;
    if (!value) continue;
    CameraControlState state{known.control,
                             *value,
                             told->minimum,
                             told->maximum,
                             std::max(told->step, 1),
                             told->default_value,
                             (told->flags & V4L2_CTRL_FLAG_INACTIVE) == 0};
    if (known.control == CameraControl::auto_exposure) {
      // A choice of one is none.
      if (!exposure_choice(ask, true) || !exposure_choice(ask, false)) continue;
      state.value = is_automatic_exposure(*value) ? 1 : 0;
      state.standard = is_automatic_exposure(told->default_value) ? 1 : 0;
      state.least = 0;
      state.most = 1;
      state.step = 1;
    }
    if (state.least < state.most) states.push_back(state);
  }
  return states;
}

bool set_v4l2_control(const V4l2Ask& ask, CameraControl control, int value) {
  if (control == CameraControl::auto_exposure) {
    const auto choice = exposure_choice(ask, value != 0);
    return choice && set(ask, V4L2_CID_EXPOSURE_AUTO, *choice);
  }
  const std::uint32_t id = id_of(control);
  const auto told = query(ask, id);
  if (!told || told->maximum < told->minimum) return false;
  const int step = std::max(told->step, 1);
  const int kept = std::clamp(value, told->minimum, told->maximum);
  return set(ask, id, told->minimum + (kept - told->minimum) / step * step);
}

std::vector<CameraControlState> read_camera_controls(const std::filesystem::path& node) {
  const V4l2Device device(node);
  if (!device.is_open()) return {};
  return read_v4l2_controls(
      [&](unsigned long request, void* argument) { return device.ask(request, argument); });
}

bool set_camera_control(const std::filesystem::path& node, CameraControl control, int value) {
  const V4l2Device device(node);
  return device.is_open() &&
         set_v4l2_control(
             [&](unsigned long request, void* argument) { return device.ask(request, argument); },
             control, value);
}

}  // namespace gridlens
