#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/pipeline/frame_processor.h"
#include "tests/simulator/clip.h"
#include "tests/simulator/score.h"

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
  double median_ms = 0, p99_ms = 0;  // the program's CPU time a frame
};

// What the program said of a clip, frame by frame, beside the truth.
struct ReplayRun {
  std::vector<FrameTruth> truth;
  std::vector<FramePrediction> said;
  std::vector<double> frame_ms;  // CPU time

  // Another clip's frames, as if they came a while after: boards of one clip are never taken for
  // those of the other.
  void append(ReplayRun other);
  [[nodiscard]] ReplayResult result() const;
};

// How a clip reaches the program: as made, or through a video file.
enum class Coding { none = 1, mjpeg, h264 };

// `seen`: called with each picture, its truth and what was said of it, where given.
using FrameWatcher =
    std::function<void(const cv::Mat& bgr, const FrameTruth&, const FramePrediction&)>;

// Runs a clip through the program. With a coding: through a file in the folder for temporary files.
ReplayRun run_clip(const Clip& clip, Program& program, Coding coding = Coding::none,
                   const FrameWatcher& seen = {});

// Runs a clip through the program as it is made.
ReplayResult replay(const Clip& clip, Program& program);

}  // namespace gridlens::generator
