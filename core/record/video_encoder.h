#pragma once

#include <cstdint>
#include <functional>
#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

#include "core/record/ffmpeg_handles.h"

namespace gridlens {

struct EncoderSettings {
  std::vector<std::string> encoders;  // FFmpeg's names, tried in this order
  cv::Size size;                      // even
  AVRational fps{30, 1};              // nominal rate
  AVRational time_base{1, 1000};      // of the presentation times
  bool global_header = false;         // the container wants parameters in its own header
  int threads = 0;                    // 0: as the machine allows
  std::string options;                // for measurements, over the usual ones: "crf=23,preset=fast"
};

// BGR pictures to packets, one packet a picture at once: no reordering, no look-ahead, a key frame
// at least each four seconds of media time. Not thread-safe.
//
// Colours: BT.601 matrix at every size, tagged as such with sRGB's (= BT.709's) primaries; limited
// range for H.264 and MPEG-4, full range for MJPG. Players that honour the tags, and those that
// take BT.601 without looking (OpenCV, old AVI players), show the colours that were pushed.
class VideoEncoder {
 public:
  // Throws std::runtime_error with one line when none of the encoders can be opened.
  explicit VideoEncoder(const EncoderSettings& settings);

  using PacketSink = std::function<void(AVPacket& packet)>;
  // `bgr`: CV_8UC3 of the given size. `pts` rises, in units of time_base. Throws on failure.
  void encode(const cv::Mat& bgr, std::int64_t pts, const PacketSink& sink);
  void drain(const PacketSink& sink);

  [[nodiscard]] const AVCodecContext& context() const { return *context_; }
  // "libx264 is not available: recording with mpeg4"; empty when the first choice was taken.
  [[nodiscard]] const std::string& note() const { return note_; }

 private:
  bool open(const std::string& name, const EncoderSettings& settings);
  void receive(const PacketSink& sink);

  FfmpegPtr<AVCodecContext> context_;
  FfmpegPtr<SwsContext> scaler_;
  FfmpegPtr<AVFrame> frame_;
  FfmpegPtr<AVPacket> packet_;
  std::string note_;
  std::int64_t last_key_pts_ = 0;
  bool any_ = false;
};

}  // namespace gridlens
