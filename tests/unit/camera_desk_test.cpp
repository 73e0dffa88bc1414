// The thread that lists cameras and sets their controls, on a made-up machine.
#include "app/session/camera_desk.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <mutex>

namespace gridlens {
namespace {

using namespace std::chrono_literals;

// Waits for something that a busy machine may take long for.
bool comes_true(const std::function<bool()>& condition) {
  for (int i = 0; i < 3000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

struct FakeMachine {
  std::mutex mutex;
  std::map<CameraControl, int> values{{CameraControl::auto_focus, 1}, {CameraControl::focus, 30}};
  std::vector<int> set_to;
  std::atomic<int> held{0};  // milliseconds that the driver takes for setting

  CameraDesk::Machine machine() {
    CameraDesk::Machine machine;
    machine.list = [] { return std::vector<CameraDevice>{{2, "/dev/video902", "HD Webcam"}}; };
    machine.read = [this](const std::filesystem::path& node) {
      const std::lock_guard lock(mutex);
      std::vector<CameraControlState> states;
      if (node != "/dev/video902") return states;
      for (const auto& [control, value] : values) states.push_back({control, value, 0, 250});
      return states;
    };
    machine.set = [this](const std::filesystem::path&, CameraControl control, int value) {
      std::this_thread::sleep_for(std::chrono::milliseconds(held));
      const std::lock_guard lock(mutex);
      values[control] = value;
      set_to.push_back(value);
      return true;
    };
    return machine;
  }
};

int focus_of(const CameraDesk& desk) {
  for (const CameraControlState& state : desk.controls())
    if (state.control == CameraControl::focus) return state.value;
  return -1;
}

TEST(CameraDeskTest, ListsCamerasAndReadsTheOpenOnes) {
  FakeMachine fake;
  CameraDesk desk(fake.machine());
  EXPECT_TRUE(comes_true([&] { return desk.cameras().size() == 1; }));
  EXPECT_TRUE(desk.controls().empty());
  desk.follow("/dev/video902");
  EXPECT_TRUE(comes_true([&] { return focus_of(desk) == 30; }));
  desk.follow("/dev/video904");
  EXPECT_TRUE(desk.controls().empty()) << "those of another camera";
  desk.follow("");
  EXPECT_TRUE(desk.controls().empty());
}

// While the driver is busy with one value, the wishes of a slider under the mouse pile up.
TEST(CameraDeskTest, OfManyWishesTheNewestCounts) {
  FakeMachine fake;
  CameraDesk desk(fake.machine());
  desk.follow("/dev/video902");
  ASSERT_TRUE(comes_true([&] { return focus_of(desk) == 30; }));
  fake.held = 100;
  for (int value = 50; value <= 200; ++value) {
    desk.set(CameraControl::focus, value);
    EXPECT_EQ(focus_of(desk), value) << "what is wished for is shown at once";
  }
  EXPECT_TRUE(comes_true([&] {
    const std::lock_guard lock(fake.mutex);
    return !fake.set_to.empty() && fake.set_to.back() == 200;
  }));
  const std::lock_guard lock(fake.mutex);
  EXPECT_LT(fake.set_to.size(), 100u);
}

TEST(CameraDeskTest, AHangingDriverHoldsNobodyUp) {
  const auto fake = std::make_shared<FakeMachine>();
  std::atomic<bool> entered{false}, go_on{false}, left{false};
  {
    CameraDesk::Machine machine = fake->machine();
    machine.set = [&, fake](const std::filesystem::path&, CameraControl, int) {
      entered = true;
      while (!go_on) std::this_thread::sleep_for(5ms);
      left = true;
      return true;
    };
    CameraDesk desk(machine);
    desk.follow("/dev/video902");
    ASSERT_TRUE(comes_true([&] { return focus_of(desk) == 30; }));
    desk.set(CameraControl::focus, 99);
    EXPECT_EQ(focus_of(desk), 99);
    ASSERT_TRUE(comes_true([&] { return entered.load(); }));
  }
  EXPECT_FALSE(left) << "the end waited for the driver";
  go_on = true;
  EXPECT_TRUE(comes_true([&] { return left.load(); }));
}

}  // namespace
}  // namespace gridlens
