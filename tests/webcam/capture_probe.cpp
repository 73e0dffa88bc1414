// Opens a source as gridlens does and tells what comes of it, on standard output.
//   capture_probe list | SRC SECONDS [WxH [FPS]]
// Exit status 1 with one line when the source cannot be opened.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stop_token>
#include <string>
#include <thread>

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

int probe(const std::string& spec, double seconds, const gridlens::SourceOptions& options) {
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
  }
  std::printf("%6.2f s  frames %lld, last at %.0f ms, longest gap %.0f ms, reopened %lld\n",
              since_s(), static_cast<long long>(frames), last_ms, gap_ms,
              static_cast<long long>(source.reopened()));
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  if (count == 2 && std::string(arguments[1]) == "list") return list();
  if (count < 3) {
    std::fprintf(stderr, "usage: capture_probe list | SRC SECONDS [WxH [FPS]]\n");
    return 2;
  }
  gridlens::SourceOptions options;
  if (count > 3) std::sscanf(arguments[3], "%dx%d", &options.width, &options.height);
  if (count > 4) options.fps = std::atof(arguments[4]);
  try {
    return probe(arguments[1], std::atof(arguments[2]), options);
  } catch (const gridlens::CaptureError& error) {
    std::printf("error: %s\n", error.what());
    return 1;
  }
}
