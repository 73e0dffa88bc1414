#include "app/session/camera_desk.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "core/capture/device_thread.h"
#include "core/image/frame.h"
#include "core/pipeline/thread_name.h"

namespace gridlens {
namespace {

constexpr std::chrono::seconds kListEvery{3};
constexpr std::chrono::seconds kReadEvery{2};  // automatic exposure and focus move the values

}  // namespace

// What the thread needs. It holds a reference, so that it can be left behind.
struct CameraDesk::Shared {
  Machine machine;
  mutable std::mutex mutex;  // guards all below
  std::condition_variable_any changed;
  std::vector<CameraDevice> cameras;
  std::filesystem::path node;
  std::vector<CameraControlState> controls;
  std::map<CameraControl, int> wishes;
  bool fresh = false;  // `node` is another one than before
  bool done = false;
};

CameraDesk::CameraDesk() : CameraDesk(Machine{}) {}

CameraDesk::CameraDesk(Machine machine) : shared_(std::make_shared<Shared>()) {
  shared_->machine = std::move(machine);
  thread_ = std::jthread([shared = shared_](const std::stop_token& stop) { run(stop, shared); });
}

CameraDesk::~CameraDesk() {
  end_or_leave_behind(thread_, shared_->mutex, shared_->changed, shared_->done);
}

void CameraDesk::follow(const std::filesystem::path& node) {
  {
    const std::lock_guard lock(shared_->mutex);
    if (shared_->node == node) return;
    shared_->node = node;
    shared_->controls.clear();
    shared_->wishes.clear();
    shared_->fresh = true;
  }
  shared_->changed.notify_all();
}

void CameraDesk::set(CameraControl control, int value) {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->wishes[control] = value;
  }
  shared_->changed.notify_all();
}

std::vector<CameraDevice> CameraDesk::cameras() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->cameras;
}

std::vector<CameraControlState> CameraDesk::controls() const {
  const std::lock_guard lock(shared_->mutex);
  std::vector<CameraControlState> states = shared_->controls;
  for (CameraControlState& state : states)
    if (const auto wish = shared_->wishes.find(state.control); wish != shared_->wishes.end())
      state.value = wish->second;
  return states;
}

void CameraDesk::run(const std::stop_token& stop, const std::shared_ptr<Shared>& shared) {
  name_this_thread("gl-cameras");
  std::optional<Clock::time_point> listed_at, read_at;
  std::unique_lock lock(shared->mutex);
  while (!stop.stop_requested()) {
    if (!listed_at || Clock::now() - *listed_at >= kListEvery) {
      lock.unlock();
      std::vector<CameraDevice> cameras = shared->machine.list();
      lock.lock();
      shared->cameras = std::move(cameras);
      listed_at = Clock::now();
    }
    const auto due = [&] {
      return shared->fresh || !shared->wishes.empty() || !read_at ||
             Clock::now() - *read_at >= kReadEvery;
    };
    if (!shared->node.empty() && due()) {
      const std::filesystem::path node = shared->node;
      const std::map<CameraControl, int> wishes = shared->wishes;
      shared->fresh = false;
      lock.unlock();
      for (const auto& [control, value] : wishes) shared->machine.set(node, control, value);
      std::vector<CameraControlState> states = shared->machine.read(node);
      lock.lock();
      read_at = Clock::now();
      if (shared->node == node) {
        shared->controls = std::move(states);
        std::erase_if(shared->wishes, [&](const auto& wish) {
          const auto carried_out = wishes.find(wish.first);
          return carried_out != wishes.end() && carried_out->second == wish.second;
        });
      }
    }
    Clock::time_point next = *listed_at + kListEvery;
    if (!shared->node.empty()) next = std::min(next, *read_at + kReadEvery);
    shared->changed.wait_until(lock, stop, next, [&] {
      return !shared->node.empty() && (shared->fresh || !shared->wishes.empty());
    });
  }
  shared->done = true;
  lock.unlock();
  shared->changed.notify_all();
}

}  // namespace gridlens
