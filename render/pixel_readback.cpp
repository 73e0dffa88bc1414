#include "render/pixel_readback.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "render/gl_error.h"

namespace gridlens {
namespace {

constexpr std::size_t kLargestPool = 32;  // pictures kept for use again

// Nobody but the pool holds it. The count is changed by other threads, so it is read atomically.
bool is_free(const cv::Mat& picture) {
  return picture.u != nullptr && CV_XADD(&picture.u->refcount, 0) == 1;
}

}  // namespace

PixelReadback::PixelReadback() {
  for (Slot& slot : slots_) slot.buffer = GlBuffer::make();
}

std::optional<ReadPicture> PixelReadback::fetch(const OffscreenTarget& target, double time_ms) {
  Slot& slot = slots_[next_];
  next_ = 1 - next_;
  // Both are taken: happens only after fetch() was left by an exception.
  if (slot.pending) slot.pending = false;

  target.bind();
  glBindBuffer(GL_PIXEL_PACK_BUFFER, slot.buffer.id());
  // Four bytes a pixel is what cards and rasterisers hold: a plain copy for them. Dropping the
  // fourth is done below, at memory speed.
  const auto bytes = static_cast<std::size_t>(target.size().area()) * 4;
  if (bytes != slot.bytes) {
    glBufferData(GL_PIXEL_PACK_BUFFER, static_cast<GLsizeiptr>(bytes), nullptr, GL_STREAM_READ);
    slot.bytes = bytes;
  }
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glPixelStorei(GL_PACK_ROW_LENGTH, 0);
  glReadPixels(0, 0, target.size().width, target.size().height, GL_BGRA, GL_UNSIGNED_BYTE, nullptr);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  slot.size = target.size();
  slot.time_ms = time_ms;
  slot.pending = true;
  return take(slots_[next_]);
}

std::optional<ReadPicture> PixelReadback::flush() {
  return take(slots_[1 - next_]);
}

std::optional<ReadPicture> PixelReadback::take(Slot& slot) {
  if (!slot.pending) return std::nullopt;
  slot.pending = false;
  glBindBuffer(GL_PIXEL_PACK_BUFFER, slot.buffer.id());
  void* memory = glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, static_cast<GLsizeiptr>(slot.bytes),
                                  GL_MAP_READ_BIT);
  if (memory == nullptr) {
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    check_gl("reading pixels back");
    throw GlError("OpenGL: a pixel buffer cannot be read");
  }
  ReadPicture picture{free_picture(slot.size), slot.time_ms};
  cv::cvtColor(cv::Mat(slot.size, CV_8UC4, memory), picture.bgr, cv::COLOR_BGRA2BGR);
  glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  return picture;
}

cv::Mat PixelReadback::free_picture(cv::Size size) {
  std::erase_if(pool_, [&](const cv::Mat& kept) { return kept.size() != size; });
  const auto place = std::find_if(pool_.begin(), pool_.end(), is_free);
  if (place != pool_.end()) return *place;
  cv::Mat picture(size, CV_8UC3);
  if (pool_.size() < kLargestPool) pool_.push_back(picture);
  return picture;
}

}  // namespace gridlens
