// Video files and network streams, both through FFmpeg.
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <opencv2/core.hpp>
#include <opencv2/videoio.hpp>
#include <system_error>

#include "core/capture/capture_error.h"
#include "core/capture/source_kinds.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

constexpr int kStreamOpenTimeoutMs = 5000;
constexpr int kStreamReadTimeoutMs = 2000;
constexpr double kDefaultFps = 30;  // spacing of frames without usable time stamps
constexpr double kPlausibleMs = 1e12;
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

std::string codec_name(const cv::VideoCapture& capture) {
  const auto code = static_cast<unsigned>(capture.get(cv::CAP_PROP_FOURCC));
  std::string name;
  for (int i = 0; i < 4; ++i) {
    const char c = static_cast<char>((code >> (8 * i)) & 0xff);
    if (c > ' ' && c < 127) name += static_cast<char>(std::toupper(c));
  }
  if (name == "AVC1") return "H264";
  if (name == "HEV1" || name == "HVC1") return "HEVC";
  return name;
}

// Reads one frame as CV_8UC3. False at the end and where decoding fails for good.
bool read_bgr(cv::VideoCapture& capture, cv::Mat& bgr, double& position_ms) {
  try {
    cv::Mat raw;
    if (!capture.grab()) return false;
    position_ms = capture.get(cv::CAP_PROP_POS_MSEC);
    // OpenCV takes a first time stamp of 0 for none and may then compute with a missing one.
    if (!(std::abs(position_ms) < kPlausibleMs)) position_ms = kUnknown;
    if (!capture.retrieve(raw) || raw.empty() || raw.type() != CV_8UC3) return false;
    bgr = raw.u ? raw : raw.clone();  // never the decoder's own buffer, which it will overwrite
    return true;
  } catch (const cv::Exception&) {
    return false;
  }
}

// FFmpeg plays text files as terminal animations; a label file is no clip. Playlists are text too.
bool is_plain_text(const fs::path& path) {
  std::array<char, 4096> head{};
  std::ifstream file(path, std::ios::binary);
  file.read(head.data(), head.size());
  const std::string text(head.data(), static_cast<size_t>(file.gcount()));
  if (text.starts_with("#EXTM3U") || text.starts_with("ffconcat")) return false;
  return std::none_of(text.begin(), text.end(), [](unsigned char c) {
    return c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != '\x1b';
  });
}

// A network that does not answer must not hang a thread for FFmpeg's half minute.
const std::vector<int>& stream_limits() {
  static const std::vector<int> limits{cv::CAP_PROP_OPEN_TIMEOUT_MSEC, kStreamOpenTimeoutMs,
                                       cv::CAP_PROP_READ_TIMEOUT_MSEC, kStreamReadTimeoutMs};
  return limits;
}

// How many frames the container says it holds; 0: unknown, as of everything live.
std::int64_t frames_of(const cv::VideoCapture& capture) {
  const double frames = capture.get(cv::CAP_PROP_FRAME_COUNT);
  return frames >= 1 && frames < 1e9 ? static_cast<std::int64_t>(frames) : 0;
}

double fps_of(const cv::VideoCapture& capture) {
  const double fps = capture.get(cv::CAP_PROP_FPS);
  return std::isfinite(fps) && fps > 0 && fps <= 1000 ? fps : 0;
}

// A video with an end: a file, or a file on a server.
class VideoFileSource final : public FrameSource {
 public:
  // `place`: for FFmpeg; `spec`: for people.
  VideoFileSource(std::string place, const std::string& spec, const std::vector<int>& limits,
                  const SourceOptions& options)
      : place_(std::move(place)), limits_(limits), options_(options) {
    if (!open_first()) throw CaptureError(spec + " is not a picture or a video that can be read");
    if (pending_.empty())
      throw CaptureError(spec + " is damaged: not one frame of it can be decoded");
    info_.name = fs::path(spec).filename().string();
    info_.width = pending_.cols;
    info_.height = pending_.rows;
    info_.fps = fps_of(capture_);
    info_.format = codec_name(capture_);
    if (const std::int64_t frames = frames_of(capture_); frames > 0) info_.frames = frames;
  }

  ReadStatus read(Frame& frame) override {
    if (ended_) return ReadStatus::end;
    cv::Mat bgr;
    double position_ms = 0;
    if (!next_picture(bgr, position_ms)) {
      ended_ = true;
      capture_.release();
      return ReadStatus::end;
    }
    Frame next;
    next.bgr = bgr;
    if (options_.flip) cv::flip(bgr, next.bgr, 1);
    next.index = index_++;
    next.time_ms = rising(position_ms);
    next.captured_at = Clock::now();
    frame = next;
    return ReadStatus::frame;
  }

  [[nodiscard]] SourceInfo info() const override { return info_; }

 private:
  // Opens the file and decodes its first frame into pending_. False: not a video at all.
  bool open_first() {
    try {
      capture_.release();
      if (!capture_.open(place_, cv::CAP_FFMPEG, limits_)) return false;
    } catch (const cv::Exception&) {
      return false;
    }
    pending_.release();
    read_bgr(capture_, pending_, pending_ms_);
    if (std::isnan(pending_ms_)) pending_ms_ = 0;
    return true;
  }

  bool next_picture(cv::Mat& bgr, double& position_ms) {
    if (pending_.empty()) {
      if (read_bgr(capture_, bgr, position_ms)) return true;
      if (!options_.loop || !open_first() || pending_.empty()) return false;
      offset_ms_ = last_ms_ + interval_ms() - pending_ms_;  // the next round goes on from here
    }
    bgr = pending_;
    position_ms = pending_ms_;
    pending_ = cv::Mat();
    return true;
  }

  [[nodiscard]] double interval_ms() const {
    return 1000 / (info_.fps > 0 ? info_.fps : kDefaultFps);
  }

  // Media time as the container says it; where that does not rise (no time stamps, damage), one
  // nominal interval after the frame before.
  double rising(double position_ms) {
    double time_ms = position_ms + offset_ms_;
    if (index_ > 1 && !(time_ms > last_ms_)) time_ms = last_ms_ + interval_ms();
    last_ms_ = time_ms;
    return time_ms;
  }

  std::string place_;
  std::vector<int> limits_;  // cv::VideoCapture parameters
  SourceOptions options_;
  SourceInfo info_;
  cv::VideoCapture capture_;
  cv::Mat pending_;  // decoded ahead, not yet delivered
  double pending_ms_ = 0;
  double last_ms_ = 0;
  double offset_ms_ = 0;
  std::int64_t index_ = 0;
  bool ended_ = false;
};

class StreamSource final : public FrameSource {
 public:
  StreamSource(const std::string& url, const SourceOptions& options) : flip_(options.flip) {
    info_.name = url_for_people(url);
    info_.live = true;
    bool opened = false;
    try {
      opened = capture_.open(url, cv::CAP_FFMPEG, stream_limits());
    } catch (const cv::Exception&) {
    }
    double position_ms = 0;
    if (!opened) throw CaptureError(info_.name + " cannot be reached or is not a video stream");
    if (!read_bgr(capture_, pending_, position_ms))
      throw CaptureError(info_.name + " answers, but sends no pictures");
    info_.width = pending_.cols;
    info_.height = pending_.rows;
    info_.fps = fps_of(capture_);
    info_.format = codec_name(capture_);
    start_ = Clock::now();
  }

  ReadStatus read(Frame& frame) override {
    cv::Mat bgr = pending_;
    pending_ = cv::Mat();
    double position_ms = 0;
    if (bgr.empty() && (!capture_.isOpened() || !read_bgr(capture_, bgr, position_ms))) {
      capture_.release();
      return ReadStatus::lost;
    }
    Frame next;
    next.bgr = bgr;
    if (flip_) {
      next.bgr = cv::Mat();
      cv::flip(bgr, next.bgr, 1);
    }
    next.captured_at = Clock::now();
    next.index = index_++;
    next.time_ms = milliseconds_between(start_, next.captured_at);
    frame = next;
    return ReadStatus::frame;
  }

  [[nodiscard]] SourceInfo info() const override { return info_; }

  [[nodiscard]] bool has_an_end() const { return frames_of(capture_) > 0; }

 private:
  bool flip_;
  SourceInfo info_;
  cv::VideoCapture capture_;
  cv::Mat pending_;
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
  if (regular) {
    if (fs::file_size(spec, error) == 0) throw CaptureError(spec + " is empty");
    if (is_plain_text(spec)) throw CaptureError(spec + " is a text file, not a picture or a video");
  }
  return std::make_unique<VideoFileSource>(fs::absolute(spec).string(), spec, std::vector<int>{},
                                           options);
}

std::unique_ptr<FrameSource> open_stream(const std::string& spec, const SourceOptions& options) {
  auto stream = std::make_unique<StreamSource>(spec, options);
  if (!stream->has_an_end()) return stream;
  stream.reset();
  return std::make_unique<VideoFileSource>(spec, url_for_people(spec), stream_limits(), options);
}

std::string url_for_people(const std::string& url) {
  const size_t begin = url.find("://");
  if (begin == std::string::npos) return url;
  const size_t end = url.find_first_of("/?#", begin + 3);
  const size_t at = url.rfind('@', end == std::string::npos ? end : end - 1);
  const size_t colon = url.find(':', begin + 3);
  if (at == std::string::npos || at < begin || colon >= at) return url;
  return url.substr(0, colon + 1) + "***" + url.substr(at);
}

}  // namespace gridlens
