#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "core/capture/camera_controls.h"
#include "core/capture/frame_source.h"

namespace gridlens {

// Lists the cameras now and then, and reads and sets the controls of the one that is open, on a
// thread of its own: a driver may take its time. Calls are for one thread and never wait.
// Destruction leaves the thread behind where a driver holds it for more than a moment.
class CameraDesk {
 public:
  // What the thread asks: this machine, or a test's.
  struct Machine {
    std::function<std::vector<CameraDevice>()> list = list_cameras;
    std::function<std::vector<CameraControlState>(const std::filesystem::path&)> read =
        read_camera_controls;
    std::function<bool(const std::filesystem::path&, CameraControl, int)> set = set_camera_control;
  };

  CameraDesk();
  explicit CameraDesk(Machine machine);
  ~CameraDesk();
  CameraDesk(const CameraDesk&) = delete;
  CameraDesk& operator=(const CameraDesk&) = delete;

  // The camera that is open; empty: none. Its node is held for no longer than a question takes.
  void follow(const std::filesystem::path& node);
  // Of several wishes for one control the newest counts.
  void set(CameraControl control, int value);

  [[nodiscard]] std::vector<CameraDevice> cameras() const;
  // Of the camera that is followed, as wished for or else as last read.
  [[nodiscard]] std::vector<CameraControlState> controls() const;

 private:
  struct Shared;
  static void run(const std::stop_token& stop, const std::shared_ptr<Shared>& shared);

  std::shared_ptr<Shared> shared_;
  std::jthread thread_;
};

}  // namespace gridlens
