#include "core/record/video_file_writer.h"

extern "C" {
#include <libavutil/opt.h>
}

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/record/ffmpeg_handles.h"
#include "core/record/fit_picture.h"
#include "core/record/video_encoder.h"

namespace gridlens {
namespace {

// Muxers gather packets into clusters (Matroska) or fragments (MP4) before they write them. They
// are made to write at least this often: what a crash costs at most.
constexpr double kFlushEveryS = 0.2;

// How a file of each ending is written.
struct Container {
  std::string_view ending;
  const char* format;  // FFmpeg's name
  std::array<const char*, 3> encoders;
  int ticks_per_second;  // of presentation times; 0: constant rate, one tick a frame
  const char* movflags;  // MP4 only
};

constexpr std::array<Container, 3> kContainers{{
    {".mkv", "matroska", {"libx264", "libopenh264", "mpeg4"}, 1000, nullptr},
    {".mp4",
     "mp4",
     {"libx264", "libopenh264", "mpeg4"},
     90000,
     "empty_moov+default_base_moof+frag_keyframe"},
    {".avi", "avi", {"mjpeg", nullptr, nullptr}, 0, nullptr},
}};

const Container& container_of(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const Container& container : kContainers)
    if (container.ending == ending) return container;
  throw std::runtime_error(path.string() + ": a recording's name ends in .mkv, .mp4 or .avi");
}

AVRational rate_of(double fps) {
  const double usable = std::isfinite(fps) && fps > 0 ? std::clamp(fps, 1.0, 240.0) : 30;
  return av_d2q(usable, 100000);
}

EncoderSettings encoder_settings(const WriterSettings& settings, const Container& container) {
  EncoderSettings encoder;
  if (settings.encoder.empty()) {
    for (const char* name : container.encoders)
      if (name) encoder.encoders.emplace_back(name);
  } else {
    encoder.encoders.push_back(settings.encoder);
  }
  encoder.size = encoder_size(settings.size);
  encoder.fps = rate_of(settings.fps);
  encoder.time_base = container.ticks_per_second > 0 ? AVRational{1, container.ticks_per_second}
                                                     : av_inv_q(encoder.fps);
  const AVOutputFormat* format = av_guess_format(container.format, nullptr, nullptr);
  encoder.global_header = format && (format->flags & AVFMT_GLOBALHEADER) != 0;
  return encoder;
}

}  // namespace

struct VideoFileWriter::Impl {
  explicit Impl(const WriterSettings& settings)
      : name(settings.path.string()),
        container(container_of(settings.path)),
        size(encoder_size(settings.size)),
        encoder(encoder_settings(settings, container)) {
    int error = avformat_alloc_output_context2(&format, nullptr, container.format, nullptr);
    if (error < 0) fail(error);
    // The encoder is open by now: a file that exists is not touched before writing can begin.
    error = avio_open(&format->pb, ("file:" + name).c_str(), AVIO_FLAG_WRITE);
    if (error < 0) {
      close();
      fail(error);
    }
    try {
      write_header(container);
    } catch (...) {
      close();
      std::error_code ignored;
      if (std::filesystem::is_regular_file(settings.path, ignored))
        std::filesystem::remove(settings.path, ignored);  // nothing of it could be played
      throw;
    }
  }
  ~Impl() { close(); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void write_header(const Container& kind) {
    stream = avformat_new_stream(format, nullptr);
    if (!stream) throw std::bad_alloc();
    const AVCodecContext& context = encoder.context();
    avcodec_parameters_from_context(stream->codecpar, &context);
    stream->time_base = context.time_base;
    stream->avg_frame_rate = context.framerate;
    stream->sample_aspect_ratio = context.sample_aspect_ratio;
    format->flags |= AVFMT_FLAG_FLUSH_PACKETS;
    FfmpegOptions options;
    if (kind.movflags) options.set("movflags", kind.movflags);
    check(avformat_write_header(format, options.get()));
    avio_flush(format->pb);
    check(format->pb->error);
  }

  bool write(const cv::Mat& bgr, double time_ms) {
    if (!begun) first_ms = time_ms;
    const double ticks = (time_ms - first_ms) / 1000 / av_q2d(encoder.context().time_base);
    std::int64_t pts = std::llround(ticks);
    if (constant_rate()) {
      // A camera's jitter must not cost pictures: one may come up to a tick early or 3/4 late.
      const auto next = static_cast<double>(last_pts + 1);
      if (begun && next - ticks > 1) return false;
      if (!begun || ticks - next <= 0.75) pts = last_pts + 1;
      while (last_pts + 1 < pts) repeat();
    } else if (pts <= last_pts) {
      pts = last_pts + 1;
    }
    begun = true;
    encoder.encode(fit_picture(bgr, size), pts, [this](AVPacket& packet) { put(packet); });
    last_pts = pts;
    return true;
  }

  void put(AVPacket& packet) {
    const AVCodecContext& context = encoder.context();
    if (packet.duration <= 0)
      packet.duration = av_rescale_q(1, av_inv_q(context.framerate), context.time_base);
    if (constant_rate()) {
      newest.reset(av_packet_clone(&packet));
      if (!newest) throw std::bad_alloc();
    }
    const double at_s = static_cast<double>(packet.pts) * av_q2d(context.time_base);
    av_packet_rescale_ts(&packet, context.time_base, stream->time_base);
    packet.stream_index = stream->index;
    // Otherwise the MP4 muxer lets a fragment begin where the one before nominally ended, and a gap
    // in time between them is lost.
    if (container.movflags) av_opt_set(format->priv_data, "movflags", "+frag_discont", 0);
    check(av_write_frame(format, &packet));
    if (at_s - flushed_s >= kFlushEveryS) {
      check(av_write_frame(format, nullptr));
      avio_flush(format->pb);
      flushed_s = at_s;
    }
    check(format->pb->error);
  }

  void repeat() {
    if (!newest) return;
    const FfmpegPtr<AVPacket> again(av_packet_clone(newest.get()));
    if (!again) throw std::bad_alloc();
    again->pts = again->dts = ++last_pts;
    put(*again);
    ++repeats;
  }

  void finish() {
    if (finished) return;
    finished = true;
    encoder.drain([this](AVPacket& packet) { put(packet); });
    check(av_write_trailer(format));
    avio_flush(format->pb);
    check(format->pb->error);
  }

  void close() {
    if (!format) return;
    if (format->pb) avio_closep(&format->pb);
    avformat_free_context(format);
    format = nullptr;
  }

  [[nodiscard]] bool constant_rate() const { return container.ticks_per_second == 0; }

  void check(int error) const {
    if (error < 0) fail(error);
  }
  [[noreturn]] void fail(int error) const {
    throw std::runtime_error(name + " cannot be written: " + ffmpeg_reason(error));
  }

  std::string name;
  const Container& container;
  cv::Size size;
  VideoEncoder encoder;
  AVFormatContext* format = nullptr;
  AVStream* stream = nullptr;  // owned by format
  FfmpegPtr<AVPacket> newest;  // constant rate: what is written again
  double first_ms = 0;
  double flushed_s = -1;  // media time up to which all was handed to the system
  std::int64_t last_pts = -1;
  std::int64_t repeats = 0;
  bool begun = false;
  bool finished = false;
};

VideoFileWriter::VideoFileWriter(const WriterSettings& settings)
    : impl_(std::make_unique<Impl>(settings)) {}
VideoFileWriter::~VideoFileWriter() = default;

bool VideoFileWriter::write(const cv::Mat& bgr, double time_ms) {
  return impl_->write(bgr, time_ms);
}
void VideoFileWriter::finish() {
  impl_->finish();
}
std::int64_t VideoFileWriter::bytes() const {
  return impl_->format && impl_->format->pb ? impl_->format->pb->bytes_written : 0;
}
std::int64_t VideoFileWriter::repeated() const {
  return impl_->repeats;
}
const std::string& VideoFileWriter::note() const {
  return impl_->encoder.note();
}

}  // namespace gridlens
