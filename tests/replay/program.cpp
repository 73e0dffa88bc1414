#include "tests/replay/program.h"

#include <algorithm>

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

}  // namespace

BoardPrediction prediction_of(const BoardResult& board) {
  BoardPrediction said;
  said.id = board.id;
  said.corners = board.image_from_board.outline(board.n);
  said.state = to_string(board.state);
  if (board.alphabet) said.alphabet = board.alphabet->symbols();
  said.clues = rows_of(board.clues);
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

ReplayResult replay(const Clip& clip, Program& program) {
  std::vector<FrameTruth> truth;
  std::vector<FramePrediction> said;
  std::vector<double> times_ms;
  program.start_stream();
  for (int i = 0; i < clip.frames(); ++i) {
    const ClipFrame frame = clip.frame(i);
    const auto start = Clock::now();
    said.push_back(program.next_frame(frame.bgr, i, frame.truth.time_ms));
    times_ms.push_back(milliseconds_between(start, Clock::now()));
    truth.push_back(frame.truth);
  }
  ReplayResult result{score(truth, said)};
  std::sort(times_ms.begin(), times_ms.end());
  if (!times_ms.empty()) {
    result.median_ms = times_ms[times_ms.size() / 2];
    result.p99_ms = times_ms[static_cast<size_t>(0.99 * double(times_ms.size() - 1) + 0.5)];
  }
  return result;
}

}  // namespace gridlens::generator
