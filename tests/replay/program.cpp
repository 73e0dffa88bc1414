#include "tests/replay/program.h"

#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <opencv2/videoio.hpp>
#include <stdexcept>

#include "core/image/frame.h"
#include "core/pipeline/read_still.h"
#include "core/resources/resources.h"

namespace gridlens::generator {
namespace {

std::vector<std::vector<int>> rows_of(const std::optional<Grid>& grid) {
  std::vector<std::vector<int>> rows;
  if (!grid) return rows;
  for (int r = 0; r < grid->n(); ++r) {
    rows.emplace_back();
    for (int c = 0; c < grid->n(); ++c) rows.back().push_back(grid->at(r, c));
  }
  return rows;
}

double cpu_ms() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

// A clip as a video file, which goes with the object.
struct CodedClip {
  std::string path;

  CodedClip(const Clip& clip, Coding coding) {
    const bool mjpeg = coding == Coding::mjpeg;
    path = (std::filesystem::temp_directory_path() /
            ("gridlens-clip-" + std::to_string(getpid()) + (mjpeg ? ".avi" : ".mkv")))
               .string();
    cv::VideoWriter writer;
    for (int i = 0; i < clip.frames(); ++i) {
      const cv::Mat bgr = clip.frame(i).bgr;
      if (i == 0)
        writer.open(path, cv::CAP_FFMPEG,
                    mjpeg ? cv::VideoWriter::fourcc('M', 'J', 'P', 'G')
                          : cv::VideoWriter::fourcc('a', 'v', 'c', '1'),
                    clip.fps(), bgr.size());
      if (!writer.isOpened()) throw std::runtime_error("cannot write " + path);
      writer.write(bgr);
    }
  }
  ~CodedClip() {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  }
  CodedClip(const CodedClip&) = delete;
  CodedClip& operator=(const CodedClip&) = delete;
};

}  // namespace

BoardPrediction prediction_of(const BoardResult& board) {
  BoardPrediction said;
  said.id = board.id;
  said.corners = board.image_from_board.outline(board.n);
  said.state = to_string(board.state);
  said.message = board.message;
  if (board.alphabet) said.alphabet = board.alphabet->symbols();
  said.clues = rows_of(board.clues);
  said.entries = rows_of(board.entries);
  said.doubtful = board.doubtful;
  said.solution = rows_of(board.solution);
  return said;
}

Program::Program(const std::string& model)
    : network_(model.empty() ? find_resource("models/digits.onnx").string() : model),
      solver_(std::make_unique<InlineSolveService>()) {
  start_stream();
}

Program::~Program() = default;

std::vector<BoardPrediction> Program::read_still(const cv::Mat& bgr) {
  std::vector<BoardPrediction> boards;
  for (const BoardResult& board : gridlens::read_still(bgr, network_, *solver_))
    boards.push_back(prediction_of(board));
  return boards;
}

void Program::start_stream() {
  stream_ = std::make_unique<FrameProcessor>(network_, *solver_);
}

FramePrediction Program::next_frame(const cv::Mat& bgr, int index, double time_ms) {
  Frame frame;
  frame.bgr = bgr;
  frame.index = index;
  frame.time_ms = time_ms;
  const FrameResult result = stream_->process(frame);
  stages_ = result.stages;
  FramePrediction said{index, {}};
  for (const BoardResult& board : result.boards) said.boards.push_back(prediction_of(board));
  return said;
}

void ReplayRun::append(ReplayRun other) {
  constexpr int kPause = 1000;  // frames
  const int shift = truth.empty() ? 0 : truth.back().frame + kPause;
  for (FrameTruth& frame : other.truth) frame.frame += shift, truth.push_back(std::move(frame));
  for (FramePrediction& frame : other.said) frame.frame += shift, said.push_back(std::move(frame));
  frame_ms.insert(frame_ms.end(), other.frame_ms.begin(), other.frame_ms.end());
}

ReplayResult ReplayRun::result() const {
  ReplayResult result{score(truth, said)};
  std::vector<double> times_ms = frame_ms;
  std::sort(times_ms.begin(), times_ms.end());
  if (!times_ms.empty()) {
    result.median_ms = times_ms[times_ms.size() / 2];
    result.p99_ms = times_ms[static_cast<size_t>(std::lround(0.99 * double(times_ms.size() - 1)))];
  }
  return result;
}

ReplayRun run_clip(const Clip& clip, Program& program, Coding coding, const FrameWatcher& seen) {
  ReplayRun run;
  program.start_stream();
  const auto show = [&](const cv::Mat& bgr, FrameTruth truth) {
    const double start_ms = cpu_ms();
    run.said.push_back(program.next_frame(bgr, truth.frame, truth.time_ms));
    run.frame_ms.push_back(cpu_ms() - start_ms);
    if (seen) seen(bgr, truth, run.said.back());
    run.truth.push_back(std::move(truth));
  };
  if (coding == Coding::none) {
    for (int i = 0; i < clip.frames(); ++i) {
      ClipFrame frame = clip.frame(i);
      show(frame.bgr, std::move(frame.truth));
    }
    return run;
  }
  const CodedClip coded(clip, coding);
  cv::VideoCapture video(coded.path, cv::CAP_FFMPEG);
  cv::Mat bgr;
  for (int i = 0; i < clip.frames(); ++i) {
    if (!video.read(bgr)) throw std::runtime_error("a frame of the coded clip is missing");
    show(bgr, clip.truth(i));
  }
  return run;
}

ReplayResult replay(const Clip& clip, Program& program) {
  return run_clip(clip, program).result();
}

}  // namespace gridlens::generator
