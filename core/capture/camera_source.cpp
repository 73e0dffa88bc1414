#include <algorithm>
#include <chrono>
#include <cmath>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>

#include "core/capture/camera_devices.h"
#include "core/capture/capture_error.h"
#include "core/capture/source_kinds.h"

namespace gridlens {
namespace {

// From opening to the first picture. Many webcams need most of a second to adjust themselves.
constexpr auto kFirstFrameWithin = std::chrono::seconds(3);
// A read that fails sooner than this did not wait for a picture: the device itself refused.
constexpr auto kRefusedWithin = std::chrono::milliseconds(200);

std::string for_people(const CameraDevice& device) {
  std::string text =
      device.index >= 0 ? "Camera " + std::to_string(device.index) : device.path.string();
  if (!device.name.empty()) text += " (" + device.name + ")";
  return text;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_index(const std::string& spec) {
  return !spec.empty() && spec.size() <= 6 && std::all_of(spec.begin(), spec.end(), is_digit);
}

std::string fourcc_of(const cv::VideoCapture& capture) {
  const double value = capture.get(cv::CAP_PROP_FOURCC);
  std::string name;
  for (int i = 0; value > 0 && i < 4; ++i) {
    const char c = static_cast<char>((static_cast<unsigned>(value) >> (8 * i)) & 0x7f);
    if (c > ' ') name += c;
  }
  return name;
}

class CameraSource final : public FrameSource {
 public:
  CameraSource(const CameraProbe& probe, const SourceOptions& options) : flip_(options.flip) {
    info_.name = for_people(probe.device);
    info_.device = probe.device.name;
    info_.live = true;
    info_.modes = probe.modes;
    info_.node = probe.device.path;
    const CameraDevice& device = probe.device;
    for (const CameraDevice& other : list_cameras())
      if (other.name == device.name && other.index != device.index)
        info_.twins.push_back(other.path.string());
    const bool opened = camera_backend() == cv::CAP_V4L2
                            ? capture_.open(device.path.string(), cv::CAP_V4L2)
                            : capture_.open(device.index, camera_backend());
    if (!opened) throw CaptureError(info_.name + " cannot be opened");
    ask_for(choose_mode(probe.modes, {options.width, options.height, options.fps}), options);
    if (!read_first()) throw CaptureError(info_.name + " was opened, but sends no pictures");
    info_.width = pending_.cols;
    info_.height = pending_.rows;
    const double fps = capture_.get(cv::CAP_PROP_FPS);
    info_.fps = std::isfinite(fps) && fps > 0 ? fps : 0;
    info_.format = fourcc_of(capture_);
  }

  ReadStatus read(Frame& frame) override {
    if (pending_.empty() && !(capture_.isOpened() && grab_and_decode())) {
      // Let go at once: while the node is held, a replugged camera comes back under another number.
      capture_.release();
      return ReadStatus::lost;
    }
    Frame next;
    next.bgr = pending_;
    pending_ = cv::Mat();
    if (flip_) {
      cv::Mat unflipped;
      cv::flip(next.bgr, unflipped, 1);
      next.bgr = unflipped;
    }
    next.captured_at = pending_at_;
    if (index_ == 0) start_ = pending_at_;
    next.index = index_++;
    next.time_ms = milliseconds_between(start_, next.captured_at);
    frame = next;
    return ReadStatus::frame;
  }

  [[nodiscard]] SourceInfo info() const override { return info_; }

 private:
  // Drivers are free to give something else; info() tells what came of it.
  void ask_for(const std::optional<CameraMode>& mode, const SourceOptions& options) {
    const std::string fourcc = mode ? mode->fourcc : "MJPG";
    const int width = mode ? mode->width : options.width;
    const int height = mode ? mode->height : options.height;
    const double fps = options.fps > 0 ? options.fps : mode ? mode->fps : 0;
    capture_.set(cv::CAP_PROP_FOURCC,
                 cv::VideoWriter::fourcc(fourcc[0], fourcc[1], fourcc[2], fourcc[3]));
    if (width > 0 && height > 0) {
      capture_.set(cv::CAP_PROP_FRAME_WIDTH, width);
      capture_.set(cv::CAP_PROP_FRAME_HEIGHT, height);
    }
    if (fps > 0) capture_.set(cv::CAP_PROP_FPS, fps);
  }

  bool read_first() {
    const Clock::time_point begin = Clock::now();
    do {
      const Clock::time_point asked = Clock::now();
      if (grab_and_decode()) return true;
      if (Clock::now() - asked < kRefusedWithin) return false;
    } while (Clock::now() - begin < kFirstFrameWithin);
    return false;
  }

  // One picture into pending_. A picture that arrives damaged (a cable, a hub) is left out; several
  // in a row mean that the camera is of no use.
  bool grab_and_decode() {
    constexpr int kDamagedInARow = 30;
    try {
      for (int tries = 0; tries < kDamagedInARow; ++tries) {
        if (!capture_.grab()) return false;
        const Clock::time_point arrived = arrival(Clock::now());
        cv::Mat raw;
        if (!retrieve(raw)) continue;
        if (raw.channels() == 1)
          cv::cvtColor(raw, pending_, cv::COLOR_GRAY2BGR);
        else
          pending_ = raw.u ? raw : raw.clone();  // never the driver's buffer, which it will reuse
        pending_at_ = arrived;
        return true;
      }
    } catch (const cv::Exception&) {
    }
    return false;
  }

  bool retrieve(cv::Mat& raw) {
    try {
      return capture_.retrieve(raw) && !raw.empty() && raw.depth() == CV_8U &&
             (raw.channels() == 3 || raw.channels() == 1);
    } catch (const cv::Exception&) {
      return false;
    }
  }

  // When the picture arrived: the driver's time stamp where it is on our clock (V4L2 drivers stamp
  // with CLOCK_MONOTONIC, which is steady_clock here) and plausible, else `now`. Never goes back.
  Clock::time_point arrival(Clock::time_point now) {
    using std::chrono::duration;
    const auto stamped = Clock::time_point(std::chrono::duration_cast<Clock::duration>(
        duration<double, std::milli>(capture_.get(cv::CAP_PROP_POS_MSEC))));
    Clock::time_point at =
        stamped <= now && now - stamped < std::chrono::seconds(1) ? stamped : now;
    if (at <= newest_) at = newest_ + std::chrono::microseconds(1);
    newest_ = at;
    return at;
  }

  bool flip_;
  SourceInfo info_;
  cv::VideoCapture capture_;
  cv::Mat pending_;
  Clock::time_point pending_at_{};
  Clock::time_point newest_{};
  Clock::time_point start_{};
  std::int64_t index_ = 0;
};

}  // namespace

std::optional<std::string> moved_camera(const std::string& spec, const std::string& name,
                                        const std::vector<CameraDevice>& cameras,
                                        const std::vector<std::string>& twins) {
  std::error_code error;
  const auto node = is_index(spec) ? camera_node(std::stoi(spec)) : std::filesystem::path(spec);
  const auto real = std::filesystem::weakly_canonical(node, error);
  std::optional<std::string> found;
  bool several = false;
  for (const CameraDevice& camera : cameras) {
    if (camera.name != name) continue;
    if (camera.path == real) return std::nullopt;
    if (std::find(twins.begin(), twins.end(), camera.path.string()) != twins.end()) continue;
    if (several) continue;
    several = found.has_value();
    found = camera.path.string();
  }
  return several ? std::nullopt : found;
}

std::unique_ptr<FrameSource> open_camera(const std::string& spec, const SourceOptions& options) {
  if (!is_index(spec) && std::all_of(spec.begin(), spec.end(), is_digit))
    throw CaptureError("there is no camera " + spec + "; " + cameras_here());
  const CameraProbe probe =
      probe_camera(is_index(spec) ? camera_node(std::stoi(spec)) : std::filesystem::path(spec));
  try {
    return std::make_unique<CameraSource>(probe, options);
  } catch (const CaptureError&) {
    probe_camera(
        probe.device.path);  // throws the reason where it changed meanwhile: unplugged, taken
    throw;
  } catch (const cv::Exception& error) {
    throw CaptureError(for_people(probe.device) + " cannot be opened: " + error.err);
  }
}

}  // namespace gridlens
