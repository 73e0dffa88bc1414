#pragma once

#include <memory>
#include <string>

#include "app/session/annotated_frames.h"
#include "app/session/session_view.h"
#include "core/virtual_camera/virtual_camera.h"

namespace gridlens {

// The annotated pictures as a virtual camera. On the thread of the OpenGL context.
class CameraOutput {
 public:
  // `scene` and `help` are borrowed.
  CameraOutput(SceneRenderer& scene, HelpDesk& help, std::unique_ptr<VideoOutput> output);

  // `stages` gets the drawing times.
  void add(const FrameResult& result, const Settings& settings, StageTimes& stages);

  [[nodiscard]] CameraOutputView view() const;

 private:
  AnnotatedFrames frames_;
  VirtualCamera camera_;
};

// Throws std::runtime_error with one clear line where `device` is the camera that `source` names.
void check_camera_output(const std::string& device, const std::string& source);

// The video output that `device` names; where it is empty, the first one of this machine. Throws
// std::runtime_error with one clear line.
std::unique_ptr<VideoOutput> open_camera_output(const std::string& device);

}  // namespace gridlens
