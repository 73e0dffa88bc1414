#include "core/capture/video_decoder.h"

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libswscale/swscale.h>
}

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <opencv2/core.hpp>

#include "core/capture/capture_error.h"
#include "core/image/frame.h"

namespace gridlens {
namespace {

constexpr std::int64_t kMostVideoPixels = 64'000'000;  // of one picture
constexpr double kPlausibleMs = 1e12;
// Where the last packets end, and the duration that the container tells, may differ by as much
// beside a picture whose length nobody tells. With sound: by a frame of it too.
constexpr double kEndToleranceMs = 100;
constexpr double kSoundToleranceMs = 400;

template <typename T, void (*kFree)(T**)>
struct Freer {
  void operator()(T* object) const { kFree(&object); }
};
using Format = std::unique_ptr<AVFormatContext, Freer<AVFormatContext, avformat_close_input>>;
using Codec = std::unique_ptr<AVCodecContext, Freer<AVCodecContext, avcodec_free_context>>;
using Packet = std::unique_ptr<AVPacket, Freer<AVPacket, av_packet_free>>;
using FramePointer = std::unique_ptr<AVFrame, Freer<AVFrame, av_frame_free>>;

std::string seconds_text(double ms) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f s", ms / 1000);
  return text;
}

// Quarter turns clockwise that make a picture upright.
int quarter_turns(const AVStream& stream) {
  const auto* matrix = reinterpret_cast<const std::int32_t*>(
      av_stream_get_side_data(&stream, AV_PKT_DATA_DISPLAYMATRIX, nullptr));
  if (matrix == nullptr) return 0;
  const double angle = -av_display_rotation_get(matrix);
  return std::isfinite(angle) ? (static_cast<int>(std::lround(angle / 90)) % 4 + 4) % 4 : 0;
}

}  // namespace

struct VideoDecoder::Impl {
  Impl(const std::string& place, const std::string& name, Limits limits);

  void start_clock(std::chrono::milliseconds limit) {
    deadline = limit.count() > 0 ? Clock::now() + limit : Clock::time_point::max();
  }
  bool receive();
  void send_next_packet();
  void note_reach(const AVPacket& packet);
  [[nodiscard]] std::optional<double> time_ms(const AVFrame& decoded) const;
  cv::Mat to_bgr(const AVFrame& decoded);

  Clock::time_point deadline = Clock::time_point::max();
  Limits limits;
  Format format;
  AVStream* stream = nullptr;
  Codec codec;
  Packet packet{av_packet_alloc()};
  FramePointer decoded{av_frame_alloc()};
  std::unique_ptr<SwsContext, void (*)(SwsContext*)> scaler{nullptr, sws_freeContext};
  cv::Mat scratch;
  int turns = 0;
  bool damaged = false;
  bool part_of_packet = false;  // the newest packet is not whole
  bool read_failed = false;     // the data ended with an error, or in the middle of a packet
  bool flushing = false;        // no packet is left
  bool ended = false;
  double reached_ms = 0;  // to which the packets of all streams came
};

VideoDecoder::Impl::Impl(const std::string& place, const std::string& name, Limits wanted)
    : limits(wanted) {
  const CaptureError refused(name + " is not a picture or a video that can be read");
  start_clock(limits.open);
  AVFormatContext* opened = avformat_alloc_context();
  if (opened == nullptr || !packet || !decoded) throw std::bad_alloc();
  opened->interrupt_callback = {
      [](void* self) { return Clock::now() > static_cast<Impl*>(self)->deadline ? 1 : 0; }, this};
  AVDictionary* options = nullptr;
  av_dict_set(&options, "rtsp_transport", "tcp", 0);
  const int status = avformat_open_input(&opened, place.c_str(), nullptr, &options);
  av_dict_free(&options);
  if (status < 0) throw refused;  // `opened` is freed already
  format.reset(opened);
  if (avformat_find_stream_info(format.get(), nullptr) < 0) throw refused;
  const AVCodec* decoder = nullptr;
  const int index = av_find_best_stream(format.get(), AVMEDIA_TYPE_VIDEO, -1, -1, &decoder, 0);
  if (index < 0 || decoder == nullptr) throw refused;
  stream = format->streams[index];
  const AVCodecParameters& parameters = *stream->codecpar;
  if (std::int64_t{parameters.width} * parameters.height > kMostVideoPixels)
    throw CaptureError(name + " is too large: pictures of " + std::to_string(parameters.width) +
                       "x" + std::to_string(parameters.height) + ", and " +
                       std::to_string(kMostVideoPixels / 1'000'000) + " megapixels are the limit");
  codec.reset(avcodec_alloc_context3(decoder));
  if (!codec || avcodec_parameters_to_context(codec.get(), &parameters) < 0) throw refused;
  codec->pkt_timebase = stream->time_base;
  codec->thread_count = cv::getNumberOfCPUs();
  codec->max_pixels = kMostVideoPixels;
  if (avcodec_open2(codec.get(), decoder, nullptr) < 0) throw refused;
  turns = quarter_turns(*stream);
}

// True when `decoded` holds a picture.
bool VideoDecoder::Impl::receive() {
  const int status = avcodec_receive_frame(codec.get(), decoded.get());
  if (status == 0) return true;
  if (status == AVERROR(EAGAIN)) return false;
  if (status != AVERROR_EOF) damaged = true;
  if (flushing) ended = true;
  return false;
}

void VideoDecoder::Impl::send_next_packet() {
  const int status = av_read_frame(format.get(), packet.get());
  if (status == AVERROR(EAGAIN)) return;
  if (status < 0) {
    read_failed =
        status != AVERROR_EOF || part_of_packet || (format->pb != nullptr && format->pb->error < 0);
    flushing = true;
    avcodec_send_packet(codec.get(), nullptr);
    return;
  }
  note_reach(*packet);
  if (packet->stream_index == stream->index) {
    part_of_packet = (packet->flags & AV_PKT_FLAG_CORRUPT) != 0;
    if (part_of_packet) damaged = true;
    if (avcodec_send_packet(codec.get(), packet.get()) < 0) damaged = true;
  }
  av_packet_unref(packet.get());
}

void VideoDecoder::Impl::note_reach(const AVPacket& read) {
  const AVStream& its = *format->streams[read.stream_index];
  const std::int64_t at = read.pts != AV_NOPTS_VALUE ? read.pts : read.dts;
  if (at == AV_NOPTS_VALUE) return;
  const double start_ms =
      format->start_time != AV_NOPTS_VALUE ? static_cast<double>(format->start_time) / 1000 : 0;
  const double end_ms =
      static_cast<double>(at + read.duration) * av_q2d(its.time_base) * 1000 - start_ms;
  if (end_ms < kPlausibleMs) reached_ms = std::max(reached_ms, end_ms);
}

std::optional<double> VideoDecoder::Impl::time_ms(const AVFrame& picture) const {
  if (picture.best_effort_timestamp == AV_NOPTS_VALUE) return std::nullopt;
  const std::int64_t start = stream->start_time != AV_NOPTS_VALUE ? stream->start_time : 0;
  const double ms =
      static_cast<double>(picture.best_effort_timestamp - start) * av_q2d(stream->time_base) * 1000;
  if (!(std::abs(ms) < kPlausibleMs)) return std::nullopt;
  return ms;
}

cv::Mat VideoDecoder::Impl::to_bgr(const AVFrame& picture) {
  const auto source = static_cast<AVPixelFormat>(picture.format);
  scaler.reset(sws_getCachedContext(scaler.release(), picture.width, picture.height, source,
                                    picture.width, picture.height, AV_PIX_FMT_BGR24, SWS_BICUBIC,
                                    nullptr, nullptr, nullptr));
  if (!scaler) return {};
  constexpr int kAlign = 64;  // swscale writes whole vectors
  const int padded = (picture.width + kAlign - 1) / kAlign * kAlign;
  scratch.create(picture.height, padded, CV_8UC3);
  std::uint8_t* const to[4] = {scratch.data, nullptr, nullptr, nullptr};
  const int step[4] = {static_cast<int>(scratch.step), 0, 0, 0};
  sws_scale(scaler.get(), picture.data, picture.linesize, 0, picture.height, to, step);
  const cv::Mat bgr = scratch.colRange(0, picture.width);
  if (turns == 0) return bgr.clone();
  cv::Mat turned;
  cv::rotate(bgr, turned, turns - 1);  // cv::ROTATE_90_CLOCKWISE is 0
  return turned;
}

VideoDecoder::VideoDecoder(const std::string& place, const std::string& name, Limits limits)
    : impl_(std::make_unique<Impl>(place, name, limits)) {}

VideoDecoder::~VideoDecoder() = default;

std::optional<VideoDecoder::Picture> VideoDecoder::read() {
  impl_->start_clock(impl_->limits.read);
  while (!impl_->ended) {
    if (!impl_->receive()) {
      if (!impl_->flushing) impl_->send_next_packet();
      continue;
    }
    const AVFrame& decoded = *impl_->decoded;
    if ((decoded.flags & AV_FRAME_FLAG_CORRUPT) != 0 || decoded.decode_error_flags != 0)
      impl_->damaged = true;
    Picture picture{impl_->to_bgr(decoded), impl_->time_ms(decoded)};
    if (!picture.bgr.empty()) return picture;
    impl_->damaged = true;
  }
  return std::nullopt;
}

double VideoDecoder::fps() const {
  const double fps = av_q2d(av_guess_frame_rate(impl_->format.get(), impl_->stream, nullptr));
  return std::isfinite(fps) && fps > 0 && fps <= 1000 ? fps : 0;
}

std::string VideoDecoder::format() const {
  std::string name = avcodec_get_name(impl_->codec->codec_id);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return name;
}

std::int64_t VideoDecoder::frames() const {
  if (impl_->stream->nb_frames > 0) return impl_->stream->nb_frames;
  const std::int64_t duration = impl_->format->duration;
  if (duration == AV_NOPTS_VALUE || duration <= 0) return 0;
  const double frames = static_cast<double>(duration) / AV_TIME_BASE * fps();
  return frames >= 0.5 && frames < 1e9 ? std::llround(frames) : 0;
}

bool VideoDecoder::damaged() const {
  return impl_->damaged;
}

std::optional<std::string> VideoDecoder::cut_short() const {
  if (!impl_->ended) return std::nullopt;
  const AVFormatContext& format = *impl_->format;
  const bool promised = format.duration != AV_NOPTS_VALUE && format.duration > 0 &&
                        format.duration_estimation_method == AVFMT_DURATION_FROM_STREAM;
  const double promised_ms = promised ? static_cast<double>(format.duration) / 1000 : 0;
  const double picture_ms = fps() > 0 ? 1000 / fps() : 0;
  const std::string at = "at " + seconds_text(impl_->reached_ms);
  const double tolerance_ms = format.nb_streams > 1 ? kSoundToleranceMs : kEndToleranceMs;
  if (promised && impl_->reached_ms + picture_ms + tolerance_ms < promised_ms)
    return at + " of " + seconds_text(promised_ms);
  if (impl_->read_failed) return at;
  return std::nullopt;
}

}  // namespace gridlens
