#include "core/virtual_camera/virtual_camera.h"

#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "core/pipeline/thread_name.h"
#include "core/record/fit_picture.h"

namespace gridlens {

namespace {

constexpr std::chrono::milliseconds kRepeatAfter{100};

}  // namespace

OutputMode choose_mode(VideoOutput& output, cv::Size size_px) {
  // Programs for calls take the first ones most widely.
  for (const PixelLayout layout :
       {PixelLayout::yuyv, PixelLayout::yuv420, PixelLayout::rgb24, PixelLayout::bgr24}) {
    const auto mode = output.set_mode(layout, encoder_size(size_px));
    const bool even = layout == PixelLayout::rgb24 || layout == PixelLayout::bgr24 ||
                      (mode && encoder_size(mode->size_px) == mode->size_px);
    if (mode && even) return *mode;
  }
  throw std::runtime_error(output.name() +
                           " refuses the format: it takes none of YUYV, YUV420, "
                           "RGB24 and BGR24");
}

VirtualCamera::VirtualCamera(std::unique_ptr<VideoOutput> output)
    : output_(std::move(output)),
      name_(output_->name()),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

VirtualCamera::~VirtualCamera() = default;

void VirtualCamera::push(cv::Mat bgr) {
  newest_.put(std::move(bgr));
}

VirtualCameraStatus VirtualCamera::status() const {
  const std::scoped_lock lock(mutex_);
  return status_;
}

void VirtualCamera::run(const std::stop_token& stop) {
  name_this_thread("gl-camera-out");
  cv::Mat shown;
  try {
    while (!stop.stop_requested()) {
      if (auto newer = newest_.take_for(stop, kRepeatAfter)) shown = std::move(*newer);
      if (stop.stop_requested() || shown.empty()) continue;
      if (!mode_) mode_ = choose_mode(*output_, shown.size());
      const bool sent = send(shown);
      const std::scoped_lock lock(mutex_);
      status_.mode = mode_;
      if (sent) ++status_.written;
    }
  } catch (const std::exception& error) {
    const std::scoped_lock lock(mutex_);
    status_.error = error.what();
  }
}

// False: the device has no room yet.
bool VirtualCamera::send(const cv::Mat& bgr) {
  pack_picture(fit_picture(bgr, mode_->size_px), mode_->layout, mode_->row_bytes, mode_->bytes,
               packed_);
  const int trouble = output_->write(packed_);
  if (trouble == EAGAIN || trouble == EINTR) return false;
  if (trouble == EBUSY)
    throw std::runtime_error(name_ + " is in use: another program sends pictures there");
  if (trouble == ENODEV || trouble == ENXIO) throw std::runtime_error(name_ + " has gone");
  if (trouble != 0)
    throw std::runtime_error(name_ +
                             " takes no pictures: " + std::system_category().message(trouble));
  return true;
}

}  // namespace gridlens
