#pragma once

#include <array>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <vector>

#include "render/gl_objects.h"
#include "render/offscreen_target.h"

namespace gridlens {

struct ReadPicture {
  cv::Mat bgr;  // CV_8UC3, continuous; the receiver may keep it, its memory is not written to while
                // anyone holds it
  double time_ms = 0;  // its own, however late it comes
};

// Fetches drawn pictures through two pixel buffers: while the card copies one, the one before it is
// taken over. Pictures come out one call late and in order. Rows come in the target's own order
// (draw with View::top_row_first to get the top row first).
class PixelReadback {
 public:
  PixelReadback();

  // Starts fetching `target` and returns the picture started the call before; none on the first.
  std::optional<ReadPicture> fetch(const OffscreenTarget& target, double time_ms);
  std::optional<ReadPicture> flush();  // the last one

 private:
  struct Slot {
    GlBuffer buffer;
    std::size_t bytes = 0;
    cv::Size size;
    double time_ms = 0;
    bool pending = false;
  };
  std::optional<ReadPicture> take(Slot& slot);
  cv::Mat free_picture(cv::Size size);

  std::array<Slot, 2> slots_;
  std::size_t next_ = 0;
  std::vector<cv::Mat> pool_;
};

}  // namespace gridlens
