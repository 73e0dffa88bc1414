// V4L2's requests answered by a made-up device.
#include "core/capture/camera_controls_v4l2.h"

#include <gtest/gtest.h>
#include <linux/videodev2.h>

#include <map>
#include <set>

namespace gridlens {
namespace {

class FakeDevice {
 public:
  struct Control {
    int least, most, step, standard, value;
    std::uint32_t flags = 0;
    std::set<std::uint32_t> menu;
  };
  std::map<std::uint32_t, Control> controls;

  V4l2Ask ask() {
    return [this](unsigned long request, void* argument) { return answer(request, argument); };
  }

 private:
  bool answer(unsigned long request, void* argument) {
    switch (request) {
      case VIDIOC_QUERYCTRL: {
        auto& told = *static_cast<v4l2_queryctrl*>(argument);
        const auto found = controls.find(told.id);
        if (found == controls.end()) return false;
        const Control& control = found->second;
        told.minimum = control.least;
        told.maximum = control.most;
        told.step = control.step;
        told.default_value = control.standard;
        told.flags = control.flags;
        return true;
      }
      case VIDIOC_QUERYMENU: {
        const auto& item = *static_cast<v4l2_querymenu*>(argument);
        const auto found = controls.find(item.id);
        return found != controls.end() && found->second.menu.count(item.index) > 0;
      }
      case VIDIOC_G_CTRL: {
        auto& value = *static_cast<v4l2_control*>(argument);
        const auto found = controls.find(value.id);
        if (found != controls.end()) value.value = found->second.value;
        return found != controls.end();
      }
      case VIDIOC_S_CTRL: {
        const auto& wish = *static_cast<v4l2_control*>(argument);
        const auto found = controls.find(wish.id);
        if (found == controls.end() || wish.value < found->second.least ||
            wish.value > found->second.most ||
            (wish.value - found->second.least) % found->second.step)
          return false;
        found->second.value = wish.value;
        return true;
      }
      default:
        return false;
    }
  }
};

// As a common webcam has them: automatic exposure is "aperture priority" (3), by hand it is 1.
FakeDevice webcam() {
  FakeDevice device;
  device.controls[V4L2_CID_EXPOSURE_AUTO] = {0, 3, 1, 3, 3, 0, {1, 3}};
  device.controls[V4L2_CID_EXPOSURE_ABSOLUTE] = {3, 2047, 1, 250, 312, V4L2_CTRL_FLAG_INACTIVE, {}};
  device.controls[V4L2_CID_FOCUS_AUTO] = {0, 1, 1, 1, 1, 0, {}};
  device.controls[V4L2_CID_FOCUS_ABSOLUTE] = {0, 250, 5, 0, 30, 0, {}};
  return device;
}

TEST(CameraControlsTest, WhatTheDeviceHas) {
  FakeDevice device = webcam();
  const auto states = read_v4l2_controls(device.ask());
  ASSERT_EQ(states.size(), 4u);
  EXPECT_EQ(states[0].control, CameraControl::auto_exposure);
  EXPECT_EQ(states[0].value, 1);
  EXPECT_EQ(states[0].most, 1);
  EXPECT_EQ(states[0].standard, 1);
  EXPECT_EQ(states[1].control, CameraControl::exposure);
  EXPECT_EQ(states[1].value, 312);
  EXPECT_EQ(states[1].least, 3);
  EXPECT_EQ(states[1].most, 2047);
  EXPECT_FALSE(states[1].active);
  EXPECT_EQ(states[3].control, CameraControl::focus);
  EXPECT_EQ(states[3].step, 5);
  EXPECT_TRUE(states[3].active);
}

TEST(CameraControlsTest, NothingWhereThereIsNone) {
  FakeDevice device;
  EXPECT_TRUE(read_v4l2_controls(device.ask()).empty());
  EXPECT_FALSE(set_v4l2_control(device.ask(), CameraControl::focus, 3));
  EXPECT_FALSE(set_v4l2_control(device.ask(), CameraControl::auto_exposure, 1));
}

TEST(CameraControlsTest, WhatCannotBeSetIsLeftOut) {
  FakeDevice device = webcam();
  device.controls[V4L2_CID_FOCUS_AUTO].flags = V4L2_CTRL_FLAG_DISABLED;
  device.controls[V4L2_CID_FOCUS_ABSOLUTE].flags = V4L2_CTRL_FLAG_READ_ONLY;
  device.controls[V4L2_CID_EXPOSURE_AUTO].menu = {1};  // by hand alone: nothing to choose
  const auto states = read_v4l2_controls(device.ask());
  ASSERT_EQ(states.size(), 1u);
  EXPECT_EQ(states[0].control, CameraControl::exposure);
}

TEST(CameraControlsTest, ExposureByHandAndAutomatic) {
  FakeDevice device = webcam();
  EXPECT_TRUE(set_v4l2_control(device.ask(), CameraControl::auto_exposure, 0));
  EXPECT_EQ(device.controls[V4L2_CID_EXPOSURE_AUTO].value, 1);
  EXPECT_EQ(read_v4l2_controls(device.ask())[0].value, 0);
  EXPECT_TRUE(set_v4l2_control(device.ask(), CameraControl::auto_exposure, 1));
  EXPECT_EQ(device.controls[V4L2_CID_EXPOSURE_AUTO].value, 3);
  device.controls[V4L2_CID_EXPOSURE_AUTO].menu = {0, 2};  // "auto" and "shutter priority"
  EXPECT_TRUE(set_v4l2_control(device.ask(), CameraControl::auto_exposure, 1));
  EXPECT_EQ(device.controls[V4L2_CID_EXPOSURE_AUTO].value, 0);
  EXPECT_TRUE(set_v4l2_control(device.ask(), CameraControl::auto_exposure, 0));
  EXPECT_EQ(device.controls[V4L2_CID_EXPOSURE_AUTO].value, 2);
}

TEST(CameraControlsTest, ValuesKeepToTheRangeAndItsSteps) {
  FakeDevice device = webcam();
  EXPECT_TRUE(set_v4l2_control(device.ask(), CameraControl::focus, 43));
  EXPECT_EQ(device.controls[V4L2_CID_FOCUS_ABSOLUTE].value, 40);
  EXPECT_TRUE(set_v4l2_control(device.ask(), CameraControl::focus, 9999));
  EXPECT_EQ(device.controls[V4L2_CID_FOCUS_ABSOLUTE].value, 250);
  EXPECT_TRUE(set_v4l2_control(device.ask(), CameraControl::exposure, -5));
  EXPECT_EQ(device.controls[V4L2_CID_EXPOSURE_ABSOLUTE].value, 3);
}

TEST(CameraControlsTest, ANodeThatIsNoneHasNone) {
  EXPECT_TRUE(read_camera_controls("/dev/null").empty());
  EXPECT_TRUE(read_camera_controls("/nowhere").empty());
  EXPECT_FALSE(set_camera_control("/dev/null", CameraControl::focus, 1));
}

}  // namespace
}  // namespace gridlens
