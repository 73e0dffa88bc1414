#pragma once

#include <memory>

#include "core/pipeline/frame_processor.h"
#include "tests/generator/clip.h"
#include "tests/generator/score.h"

namespace gridlens::generator {

// The program under test, called as the headless program calls it: one thread, no clock. The only
// place where generated pictures and truth meet the program's own types.
class Program {
 public:
  // `model`: the digit network's file; the program's own when empty.
  explicit Program(const std::string& model = {});
  ~Program();

  std::vector<BoardPrediction> read_still(const cv::Mat& bgr);

  // A fresh stream of frames begins.
  void start_stream();
  FramePrediction next_frame(const cv::Mat& bgr, int index, double time_ms);
  [[nodiscard]] const StageTimes& stages() const { return stages_; }  // of the last frame

 private:
  DigitNetwork network_;
  std::unique_ptr<SolveService> solver_;
  std::unique_ptr<FrameProcessor> stream_;
  StageTimes stages_;
};

BoardPrediction prediction_of(const BoardResult& board);

struct ReplayResult {
  Score score;
  double median_ms = 0, p99_ms = 0;  // the program's time a frame
};

// Runs a clip through the program as it is made.
ReplayResult replay(const Clip& clip, Program& program);

}  // namespace gridlens::generator
