#pragma once

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/dict.h>
#include <libavutil/frame.h>
#include <libswscale/swscale.h>
}

#include <memory>
#include <string>

// Owning handles for FFmpeg's C objects, of this room only.
namespace gridlens {

struct FfmpegDeleter {
  void operator()(AVCodecContext* context) const { avcodec_free_context(&context); }
  void operator()(AVFrame* frame) const { av_frame_free(&frame); }
  void operator()(AVPacket* packet) const { av_packet_free(&packet); }
  void operator()(SwsContext* scaler) const { sws_freeContext(scaler); }
};
template <typename T>
using FfmpegPtr = std::unique_ptr<T, FfmpegDeleter>;

// Options handed to FFmpeg's openers, which take out those that they know.
class FfmpegOptions {
 public:
  FfmpegOptions() = default;
  FfmpegOptions(const FfmpegOptions&) = delete;
  FfmpegOptions& operator=(const FfmpegOptions&) = delete;
  ~FfmpegOptions() { av_dict_free(&dictionary_); }
  void set(const char* name, const char* value) { av_dict_set(&dictionary_, name, value, 0); }
  AVDictionary** get() { return &dictionary_; }

 private:
  AVDictionary* dictionary_ = nullptr;
};

// FFmpeg's error number in plain words.
std::string ffmpeg_reason(int error);

}  // namespace gridlens
