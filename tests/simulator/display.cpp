#include "tests/simulator/display.h"

#include <cmath>

namespace gridlens::generator {

cv::Point Window::corner_at(double time_s) const {
  size_t next = 0;
  while (next < keys.size() && keys[next].time_s <= time_s) ++next;
  cv::Point2d corner = next == 0 ? keys.front().corner : keys[next - 1].corner;
  if (next > 0 && next < keys.size()) {
    const Key &a = keys[next - 1], &b = keys[next];
    corner += (b.corner - a.corner) * ((time_s - a.time_s) / (b.time_s - a.time_s));
  }
  return {int(std::lround(corner.x)), int(std::lround(corner.y))};
}

const cv::Mat& Window::look_at(double time_s) const {
  size_t look = 0;
  while (look + 1 < looks.size() && looks[look + 1].from_s <= time_s) ++look;
  return looks[look].bgr;
}

cv::Rect Window::area_at(double time_s) const {
  return {corner_at(time_s), looks.front().bgr.size()};
}

cv::Mat Display::picture(double time_s) const {
  cv::Mat picture = background_.clone();
  for (const Window& window : windows) {
    if (!window.is_there(time_s)) continue;
    const cv::Rect area = window.area_at(time_s);
    const cv::Rect seen = area & cv::Rect({}, picture.size());
    if (!seen.empty()) window.look_at(time_s)(seen - area.tl()).copyTo(picture(seen));
  }
  return picture;
}

std::vector<int> Display::state(double time_s) const {
  std::vector<int> state;
  for (const Window& window : windows) {
    const cv::Point corner = window.corner_at(time_s);
    int look = 0;
    while (look + 1 < int(window.looks.size()) && window.looks[size_t(look) + 1].from_s <= time_s)
      ++look;
    state.insert(state.end(), {window.is_there(time_s) ? 1 : 0, corner.x, corner.y, look});
  }
  return state;
}

std::shared_ptr<const Texture> Display::texture(double time_s) {
  std::vector<int> now = state(time_s);
  if (!texture_ || now != shown_) {
    texture_ = std::make_shared<const Texture>(sheet_texture(picture(time_s), 0));
    shown_ = std::move(now);
  }
  return texture_;
}

bool Display::covers(size_t window, cv::Point2d point, double time_s) const {
  const cv::Point at(int(std::lround(point.x)), int(std::lround(point.y)));
  if (!cv::Rect({}, size()).contains(at)) return true;
  for (size_t i = window + 1; i < windows.size(); ++i)
    if (windows[i].is_there(time_s) && windows[i].area_at(time_s).contains(at)) return true;
  return false;
}

}  // namespace gridlens::generator
