#include "core/record/video_encoder.h"

extern "C" {
#include <libavutil/error.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
}

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <stdexcept>
#include <thread>

namespace gridlens {
namespace {

// Measured by tests/report/record_report: docs/notebook/recording.md has the table.
constexpr const char* kX264Preset = "veryfast";
constexpr const char* kX264Params = "subme=4:ref=2:aq-mode=2";
constexpr const char* kX264Quality = "26";  // CRF
// Grain and noise cost most: the rate is held where they are strong, at 15 MB a minute for 1280x720
// at 30 fps.
constexpr double kMostBitsPerSecond = 1.95e6;
constexpr double kUsualPixelsPerSecond = 1280.0 * 720 * 30;
constexpr double kRateGrowth =
    0.75;                           // power of the pixels a second: larger pictures need less each
constexpr double kRateWindowS = 2;  // the rate is held over so long
constexpr double kKeyFrameEveryS = 4;
constexpr int kMjpgQuality = 6;            // quantiser, 2 (best) to 31
constexpr std::int64_t kBitsPerPixel = 4;  // per second, for encoders without a quality setting

std::int64_t most_bits_per_second(const EncoderSettings& settings) {
  const double pixels = settings.size.area() * av_q2d(settings.fps);
  return std::llround(kMostBitsPerSecond * std::pow(pixels / kUsualPixelsPerSecond, kRateGrowth));
}

// One for the encoder on small machines, where the vision thread needs the other core.
int encoder_threads() {
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  return std::clamp(cores / 2, 1, 4);
}

[[noreturn]] void fail(const std::string& what, int error) {
  throw std::runtime_error(what + ": " + ffmpeg_reason(error));
}

}  // namespace

std::string ffmpeg_reason(int error) {
  switch (AVUNERROR(error)) {
    case ENOSPC:
      return "the disk is full";
    case EFBIG:
      return "the file has reached its size limit";
    case EACCES:
      return "permission denied";
    case ENOENT:
      return "no such folder";
    case EROFS:
      return "the disk is read-only";
    default:
      break;
  }
  std::array<char, AV_ERROR_MAX_STRING_SIZE> text{};
  av_strerror(error, text.data(), text.size());
  return text.data();
}

VideoEncoder::VideoEncoder(const EncoderSettings& settings) {
  for (const std::string& name : settings.encoders) {
    if (!open(name, settings)) continue;
    if (name != settings.encoders.front())
      note_ = settings.encoders.front() + " is not available: recording with " + name;
    break;
  }
  if (!context_) {
    std::string tried;
    for (const std::string& name : settings.encoders) tried += (tried.empty() ? "" : ", ") + name;
    throw std::runtime_error("no video encoder is available (tried " + tried + ")");
  }
  packet_.reset(av_packet_alloc());
  frame_.reset(av_frame_alloc());
  if (!packet_ || !frame_) throw std::bad_alloc();
  frame_->format = context_->pix_fmt;
  frame_->width = context_->width;
  frame_->height = context_->height;
  frame_->color_range = context_->color_range;
  frame_->colorspace = context_->colorspace;
  if (const int error = av_frame_get_buffer(frame_.get(), 0); error < 0)
    fail("no memory for video frames", error);
  scaler_.reset(sws_getContext(context_->width, context_->height, AV_PIX_FMT_BGR24, context_->width,
                               context_->height, context_->pix_fmt,
                               SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP, nullptr,
                               nullptr, nullptr));
  if (!scaler_) throw std::runtime_error("the colour conversion for video cannot be set up");
  const int* bt601 = sws_getCoefficients(SWS_CS_ITU601);
  const int full_range_out = context_->color_range == AVCOL_RANGE_JPEG ? 1 : 0;
  sws_setColorspaceDetails(scaler_.get(), bt601, 1, bt601, full_range_out, 0, 1 << 16, 1 << 16);
}

// False when FFmpeg has no such encoder or it refuses (a hardware encoder without its hardware).
bool VideoEncoder::open(const std::string& name, const EncoderSettings& settings) {
  const AVCodec* codec = avcodec_find_encoder_by_name(name.c_str());
  if (!codec) return false;
  FfmpegPtr<AVCodecContext> context(avcodec_alloc_context3(codec));
  if (!context) throw std::bad_alloc();
  context->log_level_offset = 100;  // its failures come back as ours
  context->width = settings.size.width;
  context->height = settings.size.height;
  context->time_base = settings.time_base;
  context->framerate = settings.fps;
  context->sample_aspect_ratio = {1, 1};
  context->pix_fmt = AV_PIX_FMT_YUV420P;
  const bool mjpg = codec->id == AV_CODEC_ID_MJPEG;
  context->color_range = mjpg ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
  context->colorspace = AVCOL_SPC_SMPTE170M;
  context->color_primaries = AVCOL_PRI_BT709;
  context->color_trc = AVCOL_TRC_BT709;
  context->max_b_frames = 0;
  context->gop_size =
      std::max(1, static_cast<int>(std::lround(kKeyFrameEveryS * av_q2d(settings.fps))));
  context->thread_count = settings.threads > 0 ? settings.threads : encoder_threads();
  context->thread_type = FF_THREAD_SLICE;
  if (settings.global_header) context->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  FfmpegOptions options;
  if (mjpg) {
    context->flags |= AV_CODEC_FLAG_QSCALE;
    context->global_quality = FF_QP2LAMBDA * kMjpgQuality;
  } else if (name == "libx264") {
    options.set("preset", kX264Preset);
    options.set("tune", "zerolatency");
    options.set("crf", kX264Quality);
    options.set("x264-params", kX264Params);
    context->rc_max_rate = most_bits_per_second(settings);
    context->rc_buffer_size =
        static_cast<int>(std::lround(kRateWindowS * static_cast<double>(context->rc_max_rate)));
    options.set("forced-idr", "1");
  } else {
    context->bit_rate = kBitsPerPixel * settings.size.area();
  }
  av_dict_parse_string(options.get(), settings.options.c_str(), "=", ",", 0);
  if (avcodec_open2(context.get(), codec, options.get()) < 0) return false;
  context_ = std::move(context);
  return true;
}

void VideoEncoder::encode(const cv::Mat& bgr, std::int64_t pts, const PacketSink& sink) {
  // The encoder may still hold the buffer of the frame before.
  if (const int error = av_frame_make_writable(frame_.get()); error < 0)
    fail("no memory for video frames", error);
  const std::array<const std::uint8_t*, 1> source{bgr.data};
  const std::array<int, 1> stride{static_cast<int>(bgr.step)};
  sws_scale(scaler_.get(), source.data(), stride.data(), 0, bgr.rows, frame_->data,
            frame_->linesize);
  frame_->pts = pts;
  const double since_key_s = static_cast<double>(pts - last_key_pts_) * av_q2d(context_->time_base);
  const bool key = !any_ || since_key_s >= kKeyFrameEveryS;
  frame_->pict_type = key ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
  if (context_->codec_id == AV_CODEC_ID_MJPEG) frame_->quality = context_->global_quality;
  if (key) last_key_pts_ = pts;
  any_ = true;
  if (const int error = avcodec_send_frame(context_.get(), frame_.get()); error < 0)
    fail("encoding failed", error);
  receive(sink);
}

void VideoEncoder::drain(const PacketSink& sink) {
  avcodec_send_frame(context_.get(), nullptr);
  receive(sink);
}

void VideoEncoder::receive(const PacketSink& sink) {
  for (;;) {
    const int error = avcodec_receive_packet(context_.get(), packet_.get());
    if (error == AVERROR(EAGAIN) || error == AVERROR_EOF) return;
    if (error < 0) fail("encoding failed", error);
    sink(*packet_);
    av_packet_unref(packet_.get());
  }
}

}  // namespace gridlens
