#pragma once

#include <memory>
#include <opencv2/core/mat.hpp>
#include <vector>

#include "tests/simulator/board_painter.h"
#include "tests/simulator/texture.h"

namespace gridlens::generator {

// A window on a display. Coordinates are pixels of its picture.
struct Window {
  struct Look {  // what it shows from a time on
    double from_s;
    cv::Mat bgr;  // CV_8UC3, of one size for all
  };
  struct Key {
    double time_s;
    cv::Point2d corner;  // of its picture on the display
  };
  std::vector<Look> looks;
  std::vector<Key> keys;  // straight from one to the next, in whole pixels
  double from_s = 0, to_s = 1e9;
  std::vector<PrintedBoard> boards;
  int first_board = 0;  // the number of its first board in the sequence

  [[nodiscard]] bool is_there(double time_s) const { return from_s <= time_s && time_s < to_s; }
  [[nodiscard]] cv::Point corner_at(double time_s) const;
  [[nodiscard]] const cv::Mat& look_at(double time_s) const;
  [[nodiscard]] cv::Rect area_at(double time_s) const;
};

// A computer's display: windows over a background, the first one lowest. One thread.
class Display {
 public:
  explicit Display(cv::Mat background_bgr) : background_(std::move(background_bgr)) {}

  std::vector<Window> windows;

  [[nodiscard]] cv::Size size() const { return background_.size(); }
  [[nodiscard]] cv::Mat picture(double time_s) const;  // CV_8UC3
  // The same for a film; kept from the last call when nothing changed.
  std::shared_ptr<const Texture> texture(double time_s);

  // Does a window above number `window` show at a point of the display? Nor is anything seen beyond
  // its rim.
  [[nodiscard]] bool covers(size_t window, cv::Point2d point, double time_s) const;

 private:
  [[nodiscard]] std::vector<int> state(double time_s) const;

  cv::Mat background_;
  std::vector<int> shown_;
  std::shared_ptr<const Texture> texture_;
};

}  // namespace gridlens::generator
