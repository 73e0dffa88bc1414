// The screen, a part of it, or another program's window as a live source.
#include <algorithm>
#include <cstring>
#include <opencv2/core.hpp>
#include <thread>
#include <utility>

#include "core/capture/capture_error.h"
#include "core/capture/screen_spec.h"
#include "core/capture/source_kinds.h"
#include "core/capture/x11_damage.h"
#include "core/capture/x11_desktop.h"
#include "core/capture/x11_display.h"
#include "core/capture/x11_grabber.h"

namespace gridlens {
namespace {

constexpr double kUsualFps = 20;
constexpr double kMostFps = 60;
// A picture that stays comes on at the full rate for so long: a board is read from several looks.
constexpr std::chrono::milliseconds kSettlesWithin{1500};
// Then the same one comes so rarely. Short enough for a thread that is asked to end.
constexpr std::chrono::milliseconds kQuietInterval{250};

bool same_pixels(const cv::Mat& a, const cv::Mat& b) {
  return a.size() == b.size() && a.isContinuous() && b.isContinuous() &&
         std::memcmp(a.data, b.data, a.total() * a.elemSize()) == 0;
}

std::string size_text(cv::Size size) {
  return std::to_string(size.width) + "x" + std::to_string(size.height);
}

std::string for_people(const X11Window& window) {
  return "Window \"" + (window.title.empty() ? window_id_text(window.id) : window.title) + "\"";
}

// What a source of the screen looks at. The calls throw CaptureError where it is not to be seen.
class ScreenView {
 public:
  virtual ~ScreenView() = default;
  virtual void find() = 0;        // where it lies now
  virtual cv::Mat picture() = 0;  // there; empty: not at this moment
  [[nodiscard]] virtual std::uint32_t drawable() const = 0;
  [[nodiscard]] virtual cv::Rect in_drawable() const = 0;
  [[nodiscard]] virtual ScreenPlace place() const = 0;
  [[nodiscard]] virtual std::string name() const = 0;
};

class WindowView final : public ScreenView {
 public:
  WindowView(const X11Display& display, X11Window window)
      : display_(&display),
        grabber_(display),
        desktop_(display, grabber_),
        window_(std::move(window)),
        kept_whole_(keep_own_picture(display, window_.id)) {
    if (kept_whole_ && !display.compositor_runs()) std::this_thread::sleep_for(kRepaintsWithin);
  }

  void find() override {
    const auto now = display_->window(window_.id);
    if (display_->is_lost()) throw CaptureError("the X display is gone");
    if (!now) throw CaptureError(for_people(window_) + " was closed");
    window_.client_px = now->client_px;
    if (!now->shown)
      throw CaptureError(for_people(window_) + " is minimised or on another desktop");
  }

  cv::Mat picture() override {
    cv::Mat picture = grabber_.grab_client(window_);
    if (!kept_whole_ && !picture.empty()) {
      const cv::Rect seen = window_.client_px & cv::Rect({}, display_->size_px());
      cv::Mat part = picture(seen - window_.client_px.tl());
      desktop_.hide_own(part, seen);
    }
    return picture;
  }

  [[nodiscard]] std::uint32_t drawable() const override { return window_.id; }
  [[nodiscard]] cv::Rect in_drawable() const override { return {{}, window_.client_px.size()}; }
  [[nodiscard]] ScreenPlace place() const override {
    return {window_.id, window_.title, window_.client_px};
  }
  [[nodiscard]] std::string name() const override { return for_people(window_); }

 private:
  const X11Display* display_;
  X11Grabber grabber_;
  X11Desktop desktop_;
  X11Window window_;
  bool kept_whole_;
};

class AreaView final : public ScreenView {
 public:
  // Empty: the whole screen, also when its size changes.
  AreaView(const X11Display& display, const cv::Rect& area)
      : display_(&display),
        grabber_(display),
        desktop_(display, grabber_),
        whole_(area.empty()),
        area_(area) {}

  void find() override {
    const cv::Rect screen({}, display_->size_px());
    if (display_->is_lost() || screen.empty()) throw CaptureError("the X display is gone");
    if (whole_) area_ = screen;
    if ((area_ & screen) != area_)
      throw CaptureError(screen_spec_text(area_) + " does not lie on the screen, which is " +
                         size_text(screen.size()));
  }

  cv::Mat picture() override { return desktop_.picture(area_); }
  [[nodiscard]] std::uint32_t drawable() const override { return display_->root(); }
  [[nodiscard]] cv::Rect in_drawable() const override { return area_; }
  [[nodiscard]] ScreenPlace place() const override { return {0, "", area_}; }
  [[nodiscard]] std::string name() const override {
    return whole_ ? "Screen"
                  : "Screen at " + std::to_string(area_.x) + "," + std::to_string(area_.y);
  }

 private:
  const X11Display* display_;
  X11Grabber grabber_;
  X11Desktop desktop_;
  bool whole_;
  cv::Rect area_;
};

class ScreenSource final : public FrameSource {
 public:
  ScreenSource(std::unique_ptr<X11Display> display, std::unique_ptr<ScreenView> view,
               const SourceOptions& options)
      : display_(std::move(display)),
        view_(std::move(view)),
        damage_(*display_, view_->drawable()),
        flip_(options.flip) {
    const double fps = options.fps > 0 ? std::min(options.fps, kMostFps) : kUsualFps;
    interval_ = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / fps));
    view_->find();
    take_picture();
    if (picture_.empty()) throw CaptureError(view_->name() + " cannot be read");
    info_.name = view_->name();
    info_.fps = fps;
    info_.format = "X11";
    info_.live = true;
    describe();
  }

  ReadStatus read(Frame& frame) override {
    if (lost_) return ReadStatus::lost;
    try {
      if (index_ > 0) wait_for_picture();
    } catch (const CaptureError& error) {
      info_.trouble = error.what();
      lost_ = true;
      return ReadStatus::lost;
    }
    describe();
    delivered_at_ = Clock::now();
    if (index_ == 0) start_ = delivered_at_;
    Frame next;
    next.bgr = picture_;
    next.captured_at = delivered_at_;
    next.index = index_++;
    next.time_ms = milliseconds_between(start_, delivered_at_);
    frame = next;
    return ReadStatus::frame;
  }

  [[nodiscard]] SourceInfo info() const override { return info_; }

 private:
  void describe() {
    info_.width = picture_.cols;
    info_.height = picture_.rows;
    info_.screen = view_->place();
  }

  // True where the picture is another one than before.
  bool take_picture() {
    looked_at_ = Clock::now();
    cv::Mat now = view_->picture();
    if (now.empty()) return false;
    if (flip_) cv::flip(now.clone(), now, 1);
    if (same_pixels(now, picture_)) return false;
    picture_ = now;
    changed_at_ = looked_at_;
    return true;
  }

  // A changed picture comes at the source's rate; one that stays is not read again, and comes now
  // and then. Throws where there is none any more.
  void wait_for_picture() {
    const bool settles = Clock::now() - changed_at_ < kSettlesWithin;
    const Clock::time_point until = delivered_at_ + (settles ? interval_ : kQuietInterval);
    do {
      std::this_thread::sleep_until(std::max(looked_at_, delivered_at_) + interval_);
      const cv::Size before = view_->in_drawable().size();
      const bool drawn = damage_.wait(view_->in_drawable(), until);
      view_->find();
      if ((drawn || view_->in_drawable().size() != before) && take_picture()) return;
    } while (Clock::now() < until);
  }

  std::unique_ptr<X11Display> display_;
  std::unique_ptr<ScreenView> view_;
  X11Damage damage_;  // what is drawn from the first picture on
  bool flip_;
  Clock::duration interval_{};
  SourceInfo info_;
  cv::Mat picture_;  // delivered, and not changed any more
  Clock::time_point changed_at_{}, looked_at_{}, delivered_at_{}, start_{};
  std::int64_t index_ = 0;
  bool lost_ = false;
};

std::unique_ptr<FrameSource> open_window(std::unique_ptr<X11Display> display, X11Window window,
                                         const SourceOptions& options) {
  auto view = std::make_unique<WindowView>(*display, std::move(window));
  return std::make_unique<ScreenSource>(std::move(display), std::move(view), options);
}

}  // namespace

std::unique_ptr<FrameSource> open_screen(const std::string& spec, const SourceOptions& options) {
  const ScreenSpec wanted = parse_screen_spec(spec);
  auto display = std::make_unique<X11Display>();
  if (!wanted.window.empty()) {
    X11Window window = find_window(*display, wanted.window);
    return open_window(std::move(display), std::move(window), options);
  }
  auto view = std::make_unique<AreaView>(*display, wanted.area_px);
  return std::make_unique<ScreenSource>(std::move(display), std::move(view), options);
}

std::unique_ptr<FrameSource> reopen_screen(const std::string& spec, const SourceOptions& options,
                                           const ScreenPlace& lost) {
  if (lost.window == 0) return open_screen(spec, options);
  auto display = std::make_unique<X11Display>();
  X11Window window =
      window_again(display->windows(), parse_screen_spec(spec).window, lost.window, lost.title);
  return open_window(std::move(display), std::move(window), options);
}

}  // namespace gridlens
