#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/simulator/light.h"
#include "tests/simulator/motion.h"
#include "tests/simulator/occluder.h"
#include "tests/simulator/page.h"
#include "tests/simulator/scene.h"
#include "tests/simulator/truth.h"

namespace gridlens::generator {

struct ClipOptions {
  cv::Size size{1280, 720};
  double fps = 30;
  int frames = 90;
  std::uint64_t seed = 1;
  std::optional<Shape> shape;  // instead of the scenario's own
  std::optional<Clutter>
      negative;  // what a page without a Sudoku holds, where the scenario has one
};

// All that a clip is made from; a scenario fills it in.
struct ClipPlan {
  std::vector<Page> pages;
  std::vector<double> page_from_s;  // when each page lies there (the first from 0)
  Lens lens;
  Curl curl;
  Desk desk = Desk::wood;
  double exposure_s = 1.0 / 120;
  std::function<Pose(double time_s)> pose;
  std::function<Development(double time_s)> light;
  std::function<std::vector<Occluder>(double time_s)> occluders;  // may be empty
};

struct ClipFrame {
  cv::Mat bgr;  // CV_8UC3
  FrameTruth truth;
};

// The parts of a board's truth that do not depend on the camera.
BoardTruth printed_truth(const PrintedBoard& board);

// The truth about a flat page as a picture.
FrameTruth truth_of_page(const Page& page, std::uint64_t seed);

// A generated clip. Frames can be asked for in any order; the same options give the same frames.
class Clip {
 public:
  // Throws std::invalid_argument for an unknown scenario.
  Clip(const std::string& scenario, const ClipOptions& options);
  Clip(std::string name, ClipPlan plan, const ClipOptions& options);

  [[nodiscard]] int frames() const { return options_.frames; }
  [[nodiscard]] double fps() const { return options_.fps; }
  [[nodiscard]] FrameTruth truth(int index) const;
  [[nodiscard]] ClipFrame frame(int index) const;

 private:
  [[nodiscard]] size_t page_at(double time_s) const;
  [[nodiscard]] double way_px(double time_s) const;
  [[nodiscard]] double time_of(int index) const { return index / options_.fps; }

  std::string name_;
  ClipOptions options_;
  ClipPlan plan_;
  std::vector<std::shared_ptr<const Scene>> scenes_;
};

}  // namespace gridlens::generator
