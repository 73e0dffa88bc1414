// A single picture; a folder's pictures, or those of files chosen together, in natural name order.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <system_error>

#include "core/capture/capture_error.h"
#include "core/capture/natural_order.h"
#include "core/capture/picture.h"
#include "core/capture/source_kinds.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

constexpr double kDefaultPicturesPerSecond = 1;

class StillSource final : public FrameSource {
 public:
  // `fps` is the number of pictures per second of media time.
  StillSource(std::string name, std::vector<fs::path> pictures, const SourceOptions& options,
              std::string note = {})
      : pictures_(std::move(pictures)), options_(options) {
    options_.by_hand = options_.by_hand && pictures_.size() > 1;
    const double fps = options.fps > 0 ? options.fps : kDefaultPicturesPerSecond;
    interval_ms_ = 1000 / fps;
    info_.name = std::move(name);
    info_.note = std::move(note);
    info_.fps = pictures_.size() > 1 ? fps : 0;
    info_.stills = true;
    info_.frames = static_cast<std::int64_t>(pictures_.size());
    std::string first_error;
    while (next_ < pictures_.size() && pending_.bgr.empty()) {
      try {
        pending_ = load_picture(pictures_[next_]);
      } catch (const CaptureError& error) {
        if (first_error.empty()) first_error = error.what();
        skip(error.what());
      }
    }
    if (pending_.bgr.empty()) throw CaptureError(first_error);
    info_.width = pending_.size.width;
    info_.height = pending_.size.height;
    std::string ending = pictures_[next_].extension().string();
    if (!ending.empty()) ending.erase(0, 1);
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    info_.format = ending;
  }

  ReadStatus read(Frame& frame) override {
    size_t failures = 0;  // in a row: a loop over pictures that all went bad must end
    while (pending_.bgr.empty()) {
      if (next_ == pictures_.size() && options_.by_hand && shown_ < pictures_.size()) {
        next_ = shown_;  // what lies behind it is bad
      } else if (next_ == pictures_.size()) {
        if (!options_.loop) return ReadStatus::end;
        next_ = 0;
      }
      if (failures == pictures_.size()) return ReadStatus::end;
      try {
        pending_ = load_picture(pictures_[next_]);
      } catch (const CaptureError& error) {
        skip(error.what());
        ++failures;
      }
    }
    Frame next;
    next.bgr = pending_.bgr;
    if (pending_.size != pending_.bgr.size()) next.captured_size = pending_.size;
    if (!pending_.note.empty()) info_.trouble = pending_.note;
    pending_ = {};
    shown_ = next_++;
    backward_ = false;
    if (pictures_.size() > 1)
      info_.name = pictures_[shown_].filename().string() + " (" + std::to_string(shown_ + 1) +
                   " of " + std::to_string(pictures_.size()) + ")";
    next.still = true;
    if (options_.flip) {
      cv::Mat unflipped;
      cv::flip(next.bgr, unflipped, 1);
      next.bgr = unflipped;
    }
    next.index = index_++;
    next.time_ms = static_cast<double>(next.index) * interval_ms_;
    next.captured_at = Clock::now();
    frame = next;
    return ReadStatus::frame;
  }

  [[nodiscard]] SourceInfo info() const override { return info_; }

  bool step(int by) override {
    const auto last = static_cast<std::ptrdiff_t>(pictures_.size()) - 1;
    const auto wanted =
        std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(shown_) + by, 0, last);
    if (wanted == static_cast<std::ptrdiff_t>(shown_)) return false;
    next_ = static_cast<size_t>(wanted);
    backward_ = by < 0;
    pending_ = {};
    return true;
  }

 private:
  // A bad picture is left out in the direction in which one leafs.
  void skip(const char* why) {
    if (backward_ && next_ == 0) backward_ = false;
    next_ += backward_ ? -1 : 1;
    ++skipped_;
    info_.trouble = std::to_string(skipped_) + (skipped_ == 1 ? " picture" : " pictures") +
                    " left out; last: " + why;
  }

  std::vector<fs::path> pictures_;
  SourceOptions options_;
  SourceInfo info_;
  double interval_ms_;
  Picture pending_;  // decoded ahead, not yet delivered: pictures_[next_]
  size_t next_ = 0;
  size_t shown_ = 0;       // the newest delivered
  bool backward_ = false;  // the last step
  std::int64_t index_ = 0;
  std::int64_t skipped_ = 0;
};

bool name_less(const fs::path& a, const fs::path& b) {
  return natural_less(a.filename().string(), b.filename().string());
}

// Of a folder, in natural name order.
std::vector<fs::path> pictures_in(const std::string& folder) {
  std::vector<fs::path> pictures;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (!name.starts_with(".") && picture_file_format(it->path())) pictures.push_back(it->path());
  }
  if (error) throw CaptureError("folder " + folder + " cannot be read: " + error.message());
  std::sort(pictures.begin(), pictures.end(), name_less);
  return pictures;
}

std::string left_out_note(const std::vector<fs::path>& others) {
  if (others.empty()) return "";
  std::string text = others.front().filename().string();
  if (others.size() > 1) text += " and " + std::to_string(others.size() - 1) + " more";
  return text + " left out: only pictures are gone through together";
}

}  // namespace

std::unique_ptr<FrameSource> open_picture(const std::string& spec, const SourceOptions& options) {
  return std::make_unique<StillSource>(fs::path(spec).filename().string(),
                                       std::vector<fs::path>{spec}, options);
}

std::unique_ptr<FrameSource> open_folder(const std::string& spec, const SourceOptions& options) {
  std::vector<fs::path> pictures = pictures_in(spec);
  if (pictures.empty()) throw CaptureError("folder " + spec + " holds no pictures");
  fs::path folder = fs::path(spec).lexically_normal();
  if (folder.filename().empty()) folder = folder.parent_path();
  const std::string name = folder.filename().empty() ? spec : folder.filename().string();
  return std::make_unique<StillSource>(
      name + "/ (" + std::to_string(pictures.size()) + " pictures)", std::move(pictures), options);
}

std::unique_ptr<FrameSource> open_files(const std::vector<std::string>& files,
                                        const SourceOptions& options) {
  std::vector<fs::path> sorted(files.begin(), files.end());
  std::stable_sort(sorted.begin(), sorted.end(), name_less);
  std::vector<fs::path> pictures, others;
  for (const fs::path& file : sorted) {
    std::error_code error;
    if (!fs::is_directory(file, error)) {
      (picture_file_format(file) ? pictures : others).push_back(file);
      continue;
    }
    try {
      const std::vector<fs::path> inside = pictures_in(file.string());
      pictures.insert(pictures.end(), inside.begin(), inside.end());
      if (inside.empty()) others.push_back(file);
    } catch (const CaptureError&) {
      others.push_back(file);
    }
  }
  if (pictures.empty()) {
    SourceOptions alone = options;
    alone.files.clear();
    return open_source(others.front().string(), alone);
  }
  std::string name = std::to_string(pictures.size()) + " pictures";
  return std::make_unique<StillSource>(std::move(name), std::move(pictures), options,
                                       left_out_note(others));
}

}  // namespace gridlens
