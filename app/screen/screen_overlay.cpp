#include "app/screen/screen_overlay.h"

#include <opencv2/imgproc.hpp>

#include "core/capture/capture_error.h"
#include "core/capture/x11_display.h"
#include "core/capture/x11_overlay_window.h"

namespace gridlens {
namespace {

constexpr std::chrono::milliseconds kFollowEvery{30};
constexpr std::chrono::seconds kLookForCompositorEvery{1};
constexpr int kSameColour = 6;  // of 255: what drawing and reading back may change

}  // namespace

cv::Mat painted_alone(const cv::Mat& bgr, const cv::Mat& painted) {
  cv::Mat difference, largest, mask;
  cv::absdiff(bgr, painted, difference);
  cv::extractChannel(difference, largest, 0);
  for (int channel : {1, 2}) {
    cv::Mat one;
    cv::extractChannel(difference, one, channel);
    cv::max(largest, one, largest);
  }
  cv::compare(largest, kSameColour, mask, cv::CMP_GT);
  cv::Mat opaque, alone(bgr.size(), CV_8UC4, cv::Scalar::all(0));
  cv::cvtColor(painted, opaque, cv::COLOR_BGR2BGRA);
  opaque.copyTo(alone, mask);
  return alone;
}

ScreenOverlay::ScreenOverlay(SceneRenderer& scene) : scene_(scene) {}
ScreenOverlay::~ScreenOverlay() = default;

void ScreenOverlay::turn(bool on) {
  view_ = {};
  view_.on = on;
  if (on) return;
  window_.reset();
  display_.reset();
  shown_for_.reset();
}

void ScreenOverlay::hide() {
  if (window_) window_->hide();
  shown_for_.reset();
}

// False: the overlay cannot be seen; the view says why.
bool ScreenOverlay::prepare() {
  try {
    if (!display_) display_ = std::make_unique<X11Display>();
    if (display_->is_lost()) throw CaptureError("the X display is gone");
    if (Clock::now() - compositor_seen_at_ > kLookForCompositorEvery) {
      compositor_ = display_->compositor_runs();
      compositor_seen_at_ = Clock::now();
    }
    if (!compositor_)
      throw CaptureError("no compositor runs on this desktop: the overlay cannot be transparent");
    if (!window_) window_ = std::make_unique<X11OverlayWindow>(*display_);
    view_.trouble.clear();
    return true;
  } catch (const CaptureError& error) {
    view_.trouble = error.what();
    hide();
    return false;
  }
}

void ScreenOverlay::show(const cv::Mat& bgr, const std::vector<PlacedOverlay>& overlays,
                         const std::optional<ScreenPlace>& place) {
  if (!view_.on || !place || !prepare()) return;
  if (place->area_px.size() != bgr.size()) return hide();  // it is just being resized
  target_.resize(bgr.size());
  target_.bind();
  scene_.draw(overlays, View::of_picture(bgr.size()));
  readback_.fetch(target_, {});
  const auto painted = readback_.flush();
  if (!painted) return;
  window_->show(painted_alone(bgr, painted->bgr));
  shown_for_ = place;
  followed_at_ = {};
  follow(place);
}

void ScreenOverlay::follow(const std::optional<ScreenPlace>& place) {
  if (!view_.on || Clock::now() - followed_at_ < kFollowEvery) return;
  followed_at_ = Clock::now();
  if (!prepare() || !shown_for_) return;
  if (!place || place->window != shown_for_->window) return hide();
  if (place->window == 0) return window_->place(place->area_px.tl(), 0);
  const auto window = display_->window(place->window);
  if (!window || !window->shown || window->client_px.size() != window_->size_px()) return hide();
  window_->place(window->client_px.tl(), place->window);
}

}  // namespace gridlens
