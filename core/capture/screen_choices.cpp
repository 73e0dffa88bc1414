#include "core/capture/screen_choices.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <thread>

#include "core/capture/capture_error.h"
#include "core/capture/screen_spec.h"
#include "core/capture/x11_desktop.h"
#include "core/capture/x11_display.h"
#include "core/capture/x11_grabber.h"

namespace gridlens {
namespace {

cv::Mat fitted(const cv::Mat& picture, cv::Size most) {
  if (picture.empty()) return {};
  const double scale = std::min({1.0, static_cast<double>(most.width) / picture.cols,
                                 static_cast<double>(most.height) / picture.rows});
  const cv::Size size(std::max(1, static_cast<int>(picture.cols * scale)),
                      std::max(1, static_cast<int>(picture.rows * scale)));
  cv::Mat small;
  cv::resize(picture, small, size, 0, 0, cv::INTER_AREA);
  return small;
}

}  // namespace

ScreenChoices look_at_screen(cv::Size most_px) {
  ScreenChoices choices;
  try {
    const X11Display display;
    X11Grabber grabber(display);
    X11Desktop desktop(display, grabber);
    const cv::Rect screen({}, display.size_px());
    if (!display.compositor_runs() && desktop.keep_own_pictures(screen))
      std::this_thread::sleep_for(kRepaintsWithin);
    std::vector<X11Window> windows = display.windows();
    std::reverse(windows.begin(), windows.end());
    for (const X11Window& window : windows) {
      ScreenChoice choice{"window:" + window_id_text(window.id), window.title, window.shown, {}};
      if (window.shown) choice.picture = fitted(grabber.grab_client(window), most_px);
      choices.windows.push_back(std::move(choice));
    }
    choices.desktop = desktop.put_together(screen);
  } catch (const CaptureError& error) {
    choices.trouble = error.what();
  }
  return choices;
}

std::string lasting_screen_spec(const std::string& spec, const std::string& window_title) {
  if (!spec.starts_with("window:")) return spec;
  return window_title.empty() ? "" : "window:" + window_title;
}

}  // namespace gridlens
