// Video files and network streams, both through FFmpeg.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <opencv2/core.hpp>
#include <optional>
#include <system_error>
#include <utility>

#include "core/capture/capture_error.h"
#include "core/capture/source_kinds.h"
#include "core/capture/video_decoder.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

constexpr double kUntimedFps = 30;  // spacing of frames without usable time stamps

enum class FileKind { binary = 1, text, playlist };

// FFmpeg plays text files as terminal animations; a label file is no clip. Playlists are text too.
FileKind file_kind_of(const fs::path& path) {
  std::array<char, 4096> head{};
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), head.size());
  const std::string text(head.data(), static_cast<size_t>(file.gcount()));
  if (text.starts_with("#EXTM3U") || text.starts_with("ffconcat")) return FileKind::playlist;
  const bool plain = std::none_of(text.begin(), text.end(), [](unsigned char c) {
    return c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != '\x1b';
  });
  return plain ? FileKind::text : FileKind::binary;
}

// A network that does not answer must not hang a thread for FFmpeg's half minute.
constexpr VideoDecoder::Limits kStreamLimits{std::chrono::seconds(5), std::chrono::seconds(2)};

// A video with an end: a file, or a file on a server.
class VideoFileSource final : public FrameSource {
 public:
  // `place`: for FFmpeg; `spec`: for people.
  VideoFileSource(std::string place, const std::string& spec, VideoDecoder::Limits limits,
                  const SourceOptions& options)
      : place_(std::move(place)), spec_(spec), limits_(limits), options_(options) {
    open();
    if (!pending_) throw CaptureError(spec + " is damaged: not one frame of it can be decoded");
    info_.name = fs::path(spec).filename().string();
    info_.width = pending_->bgr.cols;
    info_.height = pending_->bgr.rows;
    info_.fps = decoder_->fps();
    info_.format = decoder_->format();
    if (const std::int64_t frames = decoder_->frames(); frames > 0) info_.frames = frames;
  }

  ReadStatus read(Frame& frame) override {
    if (!decoder_) return ReadStatus::end;
    const auto picture = next_picture();
    if (!picture) {
      decoder_.reset();
      return ReadStatus::end;
    }
    Frame next;
    next.bgr = picture->bgr;
    if (options_.flip) {
      next.bgr = cv::Mat();
      cv::flip(picture->bgr, next.bgr, 1);
    }
    next.index = index_++;
    next.time_ms = rising(picture->time_ms);
    next.captured_at = Clock::now();
    frame = next;
    return ReadStatus::frame;
  }

  [[nodiscard]] SourceInfo info() const override { return info_; }

 private:
  // Decodes the first frame into pending_, where there is one.
  void open() {
    decoder_ = std::make_unique<VideoDecoder>(place_, spec_, limits_);
    pending_ = decoder_->read();
  }

  std::optional<VideoDecoder::Picture> next_picture() {
    if (pending_) return std::exchange(pending_, std::nullopt);
    auto picture = decoder_->read();
    if (picture) return picture;
    report_trouble();
    if (!options_.loop) return std::nullopt;
    try {
      open();
    } catch (const CaptureError&) {  // the file has gone meanwhile
      return std::nullopt;
    }
    // The next round goes on from here.
    if (pending_) offset_ms_ = last_ms_ + interval_ms() - pending_->time_ms.value_or(0);
    return std::exchange(pending_, std::nullopt);
  }

  void report_trouble() {
    if (const auto where = decoder_->cut_short()) {
      info_.cut_short = true;
      info_.trouble = spec_ + " ends before its content does, " + *where;
    } else if (decoder_->damaged()) {
      info_.trouble = spec_ + " is damaged: parts of it cannot be decoded";
    }
  }

  [[nodiscard]] double interval_ms() const {
    return 1000 / (info_.fps > 0 ? info_.fps : kUntimedFps);
  }

  // Media time as the container says it; where that does not rise (no time stamps, damage), one
  // nominal interval after the frame before.
  double rising(std::optional<double> position_ms) {
    const bool first = index_ == 1;  // read() has counted it already
    double time_ms = position_ms.value_or(first ? 0 : last_ms_) + offset_ms_;
    if (!first && !(time_ms > last_ms_)) time_ms = last_ms_ + interval_ms();
    last_ms_ = time_ms;
    return time_ms;
  }

  std::string place_, spec_;
  VideoDecoder::Limits limits_;
  SourceOptions options_;
  SourceInfo info_;
  std::unique_ptr<VideoDecoder> decoder_;         // null: the end was reached
  std::optional<VideoDecoder::Picture> pending_;  // decoded ahead, not yet delivered
  double last_ms_ = 0;
  double offset_ms_ = 0;
  std::int64_t index_ = 0;
};

class StreamSource final : public FrameSource {
 public:
  StreamSource(const std::string& url, const SourceOptions& options) : flip_(options.flip) {
    info_.name = url_for_people(url);
    info_.live = true;
    try {
      decoder_ = std::make_unique<VideoDecoder>(url, info_.name, kStreamLimits);
    } catch (const CaptureError&) {
      throw CaptureError(info_.name + " cannot be reached or is not a video stream");
    }
    pending_ = decoder_->read();
    if (!pending_) throw CaptureError(info_.name + " answers, but sends no pictures");
    info_.width = pending_->bgr.cols;
    info_.height = pending_->bgr.rows;
    info_.fps = decoder_->fps();
    info_.format = decoder_->format();
    start_ = Clock::now();
  }

  ReadStatus read(Frame& frame) override {
    auto picture = std::exchange(pending_, std::nullopt);
    if (!picture && decoder_) picture = decoder_->read();
    if (!picture) {
      decoder_.reset();
      return ReadStatus::lost;
    }
    Frame next;
    next.bgr = picture->bgr;
    if (flip_) {
      next.bgr = cv::Mat();
      cv::flip(picture->bgr, next.bgr, 1);
    }
    next.captured_at = Clock::now();
    next.index = index_++;
    next.time_ms = milliseconds_between(start_, next.captured_at);
    frame = next;
    return ReadStatus::frame;
  }

  [[nodiscard]] SourceInfo info() const override { return info_; }

  [[nodiscard]] bool has_an_end() const { return decoder_ && decoder_->frames() > 0; }

 private:
  bool flip_;
  SourceInfo info_;
  std::unique_ptr<VideoDecoder> decoder_;  // null: the stream was lost
  std::optional<VideoDecoder::Picture> pending_;
  std::int64_t index_ = 0;
  Clock::time_point start_{};
};

}  // namespace

std::unique_ptr<FrameSource> open_video_file(const std::string& spec,
                                             const SourceOptions& options) {
  std::error_code error;
  const auto status = fs::status(spec, error);
  if (status.type() == fs::file_type::not_found)
    throw CaptureError(spec + ": no such file or folder");
  // Only a regular file may be opened just to see whether it can be: a pipe would lose its writer.
  const bool regular = fs::is_regular_file(status);
  if (error == std::errc::permission_denied || (regular && !std::ifstream(spec)))
    throw CaptureError(spec + ": permission denied");
  if (error) throw CaptureError(spec + " cannot be opened: " + error.message());
  VideoDecoder::Limits limits;
  if (regular) {
    if (fs::file_size(spec, error) == 0) throw CaptureError(spec + " is empty");
    const FileKind kind = file_kind_of(spec);
    if (kind == FileKind::text)
      throw CaptureError(spec + " is a text file, not a picture or a video");
    if (kind == FileKind::playlist) limits = kStreamLimits;  // it may name a stream
  }
  return std::make_unique<VideoFileSource>(fs::absolute(spec).string(), spec, limits, options);
}

std::unique_ptr<FrameSource> open_stream(const std::string& spec, const SourceOptions& options) {
  auto stream = std::make_unique<StreamSource>(spec, options);
  if (!stream->has_an_end()) return stream;
  stream.reset();
  return std::make_unique<VideoFileSource>(spec, url_for_people(spec), kStreamLimits, options);
}

std::string url_for_people(const std::string& url) {
  const size_t begin = url.find("://");
  if (begin == std::string::npos) return url;
  std::string shown = url.substr(0, begin + 3);
  const size_t path = std::min(url.find_first_of("/?#", begin + 3), url.size());
  std::string server = url.substr(begin + 3, path - begin - 3);
  if (const size_t at = server.rfind('@'); at != std::string::npos)
    if (const size_t colon = server.find(':'); colon < at)
      server.replace(colon + 1, at - colon - 1, "***");
  shown += server;
  // Queries hold tokens and passwords: the names stay, the values do not.
  const size_t query = std::min(url.find_first_of("?#", path), url.size());
  shown += url.substr(path, query - path);
  for (size_t at = query; at < url.size();) {
    const size_t end = std::min(url.find_first_of("?#&;", at + 1), url.size());
    const size_t equals = url.find('=', at);
    shown += equals < end ? url.substr(at, equals - at + 1) : url.substr(at, 1);
    shown += "***";
    at = end;
  }
  return shown;
}

}  // namespace gridlens
