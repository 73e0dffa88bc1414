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
#include "core/record/file_watch.h"
#include "core/record/fit_picture.h"
#include "core/record/video_encoder.h"

namespace gridlens {
namespace {

// Muxers gather packets into clusters (Matroska) or fragments (MP4) before they write them. They
// are made to write at least this often: what a crash costs at most.
constexpr double kFlushEveryS = 0.2;

// A clock that goes back by more than this was set; less is jitter.
constexpr double kClockSetBackMs = 1000;

// How a file of each ending is written.
struct Container {
  std::string_view ending;
  const char* format;  // FFmpeg's name
  std::array<const char*, 3> encoders;
  int ticks_per_second;  // of presentation times; 0: constant rate, one tick a frame
  double longest_gap_s;  // between two pictures; a longer one is cut
  const char* movflags;  // MP4 only
};

constexpr std::array<Container, 3> kContainers{{
    {".mkv", "matroska", {"libx264", "libopenh264", "mpeg4"}, 1000, 86400, nullptr},
    {".mp4",
     "mp4",
     {"libx264", "libopenh264", "mpeg4"},
     90000,
     86400,
     "empty_moov+default_base_moof+frag_keyframe"},
    // An empty packet of 24 bytes holds the place of each picture that a gap lacks. FFmpeg writes
    // at most 60000 of them in a row: 4 minutes at the highest rate.
    {".avi", "avi", {"mjpeg", nullptr, nullptr}, 0, 240, nullptr},
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
      watch = FileWatch(settings.path);
      write_header(container);
    } catch (...) {
      abandon();
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
    flush();
  }

  // Before a write: after it a file that was cut short has its length again, with a hole.
  void check_still_there() {
    if (const std::string trouble = watch.lost(held_bytes); !trouble.empty()) lose(trouble);
  }

  // All that the muxer took is in the file after this.
  void flush() {
    avio_flush(format->pb);
    check(format->pb->error);
    held = pictures;
    held_bytes = avio_tell(format->pb);
  }

  // The time of a picture in the file, gaps that the container cannot hold left out.
  double media_time_ms(double time_ms) {
    const double nominal_ms = 1000 / av_q2d(encoder.context().framerate);
    if (!begun) left_out_ms = std::isfinite(time_ms) ? time_ms : 0;
    if (!std::isfinite(time_ms)) time_ms = begun ? newest_ms + nominal_ms : 0;
    const double since_ms = time_ms - newest_ms;
    if (begun && (since_ms > container.longest_gap_s * 1000 || since_ms < -kClockSetBackMs)) {
      left_out_ms += since_ms - nominal_ms;
      cut_ms += std::max(0.0, since_ms - nominal_ms);
    }
    newest_ms = time_ms;
    return time_ms - left_out_ms;
  }

  bool write(const cv::Mat& bgr, double time_ms) {
    const double ticks = media_time_ms(time_ms) / 1000 / av_q2d(encoder.context().time_base);
    std::int64_t pts = std::llround(ticks);
    if (constant_rate()) {
      // A camera's jitter must not cost pictures: one may come up to a tick early or 3/4 late.
      const auto next = static_cast<double>(last_pts + 1);
      if (begun && next - ticks > 1) return false;
      if (!begun || ticks - next <= 0.75) pts = last_pts + 1;
    } else if (pts <= last_pts) {
      pts = last_pts + 1;
    }
    begun = true;
    encoder.encode(fit_picture(bgr, size), pts, [this](AVPacket& packet) { put(packet); });
    last_pts = pts;
    return true;
  }

  void put(AVPacket& packet) {
    check_still_there();
    const AVCodecContext& context = encoder.context();
    if (packet.duration <= 0)
      packet.duration = av_rescale_q(1, av_inv_q(context.framerate), context.time_base);
    const double at_s = static_cast<double>(packet.pts) * av_q2d(context.time_base);
    av_packet_rescale_ts(&packet, context.time_base, stream->time_base);
    packet.stream_index = stream->index;
    // Otherwise the MP4 muxer lets a fragment begin where the one before nominally ended, and a gap
    // in time between them is lost.
    if (container.movflags) av_opt_set(format->priv_data, "movflags", "+frag_discont", 0);
    check(av_write_frame(format, &packet));
    ++pictures;
    if (at_s - flushed_s >= kFlushEveryS) {
      check(av_write_frame(format, nullptr));
      flush();
      flushed_s = at_s;
    }
    check(format->pb->error);
  }

  void finish() {
    if (finished) return;
    finished = true;
    encoder.drain([this](AVPacket& packet) { put(packet); });
    check_still_there();
    check(av_write_frame(format, nullptr));
    flush();
    check(av_write_trailer(format));
    avio_flush(format->pb);
    check(format->pb->error);
    held_bytes = avio_size(format->pb);
    if (held_bytes < 0) held_bytes = format->pb->bytes_written;  // a pipe
    check(avio_closep(&format->pb));
    if (const std::string trouble = watch.gone(held_bytes); !trouble.empty()) lose(trouble);
  }

  // After an error: what the file surely holds stays in it.
  void abandon() {
    close();
    if (!is_lost) watch.cut_back(held > 0 ? held_bytes : 0);
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
  [[noreturn]] void lose(const std::string& trouble) {
    is_lost = true;
    held = 0;
    throw std::runtime_error(trouble);
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
  FileWatch watch;
  double newest_ms = 0;    // of the newest picture, as given
  double left_out_ms = 0;  // given times are so much later than the media times
  double cut_ms = 0;
  double flushed_s = -1;  // media time up to which all was handed to the system
  std::int64_t last_pts = -1;
  std::int64_t pictures = 0;  // handed to the muxer
  std::int64_t held = 0;      // of these, in the file, whose length then is held_bytes
  std::int64_t held_bytes = 0;
  bool is_lost = false;  // somebody else has taken the file away
  bool begun = false;
  bool finished = false;
};

VideoFileWriter::VideoFileWriter(const WriterSettings& settings)
    : impl_(std::make_unique<Impl>(settings)) {}
VideoFileWriter::~VideoFileWriter() = default;

void VideoFileWriter::check_ending(const std::filesystem::path& path) {
  (void)container_of(path);
}

bool VideoFileWriter::write(const cv::Mat& bgr, double time_ms) {
  try {
    return impl_->write(bgr, time_ms);
  } catch (...) {
    impl_->abandon();
    throw;
  }
}
void VideoFileWriter::finish() {
  try {
    impl_->finish();
  } catch (...) {
    impl_->abandon();
    throw;
  }
}
std::int64_t VideoFileWriter::bytes() const {
  return impl_->format && impl_->format->pb ? impl_->format->pb->bytes_written : impl_->held_bytes;
}
std::int64_t VideoFileWriter::held_pictures() const {
  return impl_->held;
}
double VideoFileWriter::media_ms() const {
  return impl_->newest_ms - impl_->left_out_ms;
}
double VideoFileWriter::cut_ms() const {
  return impl_->cut_ms;
}
const std::string& VideoFileWriter::note() const {
  return impl_->encoder.note();
}

}  // namespace gridlens
