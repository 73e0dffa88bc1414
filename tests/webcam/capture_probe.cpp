// Opens a source as gridlens does and tells what comes of it, on standard output.
//   capture_probe list | controls NODE | SRC SECONDS [WxH [FPS [THEN_WxH]]]
// THEN_WxH: the camera is opened again with that size after half of the time.
// Exit status 1 with one line when the source cannot be opened.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stop_token>
#include <string>
#include <thread>

#include "core/capture/camera_controls.h"
#include "core/capture/capture_error.h"
#include "core/capture/reconnecting_source.h"

using gridlens::Clock;
using gridlens::milliseconds_between;

namespace {

int list() {
  for (const gridlens::CameraDevice& camera : gridlens::list_cameras())
    std::printf("%d %s\n", camera.index, camera.name.c_str());
  return 0;
}

// The controls, each set to its middle, and as the device has them then.
int controls(const std::string& node) {
  for (const gridlens::CameraControlState& state : gridlens::read_camera_controls(node)) {
    const int middle = state.least + (state.most - state.least) / 2;
    std::printf("control %d: %d of %d..%d by %d, default %d%s; set to %d: %s\n",
                static_cast<int>(state.control), state.value, state.least, state.most, state.step,
                state.standard, state.active ? "" : ", inactive", middle,
                gridlens::set_camera_control(node, state.control, middle) ? "taken" : "refused");
  }
  for (const gridlens::CameraControlState& state : gridlens::read_camera_controls(node))
    std::printf("control %d is %d\n", static_cast<int>(state.control), state.value);
  std::printf("controls end\n");
  return 0;
}

int probe(const std::string& spec, double seconds, const gridlens::SourceOptions& options,
          gridlens::CameraWish then) {
  const Clock::time_point begin = Clock::now();
  const auto since_s = [&] { return milliseconds_between(begin, Clock::now()) / 1000; };
  gridlens::ReconnectingSource source(spec, options, [&](const std::string& text) {
    std::printf("%6.2f s  %s\n", since_s(), text.empty() ? "pictures again" : text.c_str());
  });
  const gridlens::SourceInfo info = source.info();
  std::printf("%6.2f s  %s: %dx%d, %.4g fps, %s\n", since_s(), info.name.c_str(), info.width,
              info.height, info.fps, info.format.c_str());
  std::stop_source stop;
  const std::jthread clock([&](const std::stop_token& done) {
    while (!done.stop_requested() && since_s() < seconds)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stop.request_stop();
  });
  gridlens::Frame frame;
  std::int64_t frames = 0;
  double last_ms = 0, gap_ms = 0;
  while (source.read(frame, stop.get_token()) == gridlens::ReadStatus::frame) {
    if (frames++ > 0) gap_ms = std::max(gap_ms, frame.time_ms - last_ms);
    last_ms = frame.time_ms;
    if (then.width > 0 && since_s() > seconds / 2) {
      source.change_camera(then);
      then = {};
      std::printf("%6.2f s  %d frames of %dx%d\n", since_s(), static_cast<int>(frames),
                  frame.bgr.cols, frame.bgr.rows);
    }
  }
  if (!frame.bgr.empty())
    std::printf("%6.2f s  the last one is %dx%d\n", since_s(), frame.bgr.cols, frame.bgr.rows);
  std::printf("%6.2f s  frames %lld, last at %.0f ms, longest gap %.0f ms, reopened %lld\n",
              since_s(), static_cast<long long>(frames), last_ms, gap_ms,
              static_cast<long long>(source.reopened()));
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  if (count == 2 && std::string(arguments[1]) == "list") return list();
  if (count == 3 && std::string(arguments[1]) == "controls") return controls(arguments[2]);
  if (count < 3) {
    std::fprintf(stderr,
                 "usage: capture_probe list | controls NODE | SRC SECONDS [WxH [FPS [WxH]]]\n");
    return 2;
  }
  gridlens::SourceOptions options;
  if (count > 3) std::sscanf(arguments[3], "%dx%d", &options.width, &options.height);
  if (count > 4) options.fps = std::atof(arguments[4]);
  gridlens::CameraWish then;
  if (count > 5) std::sscanf(arguments[5], "%dx%d", &then.width, &then.height);
  try {
    return probe(arguments[1], std::atof(arguments[2]), options, then);
  } catch (const gridlens::CaptureError& error) {
    std::printf("error: %s\n", error.what());
    return 1;
  }
}
