#pragma once

#include <memory>
#include <vector>

#include "core/pipeline/background_search.h"
#include "core/pipeline/board_sessions.h"
#include "core/pipeline/frame_result.h"
#include "core/pipeline/page_looks.h"
#include "core/pipeline/puzzle_memory.h"
#include "core/pipeline/solve_service.h"
#include "core/reading/network/digit_network.h"
#include "core/vision/finding/board_finder.h"

namespace gridlens {

class DebugSink;

struct ProcessorOptions {
  SessionOptions session;
  // Frames between whole-picture searches while boards are tracked.
  int search_interval = 6;
  // Those searches run on a thread of their own, and no frame waits for them: for live pictures.
  // Which frame their boards come in with is then a matter of chance.
  bool search_in_background = false;
  // Receives what the searches saw, and every transition of a board; null: nobody wants it.
  DebugSink* debug = nullptr;
};

// The way of one frame as plain calls on the calling thread. Known boards are followed, others are
// searched for, and those that are due are read within what a frame may cost. Then what is known is
// told. What is known of each board is a BoardSession's business; what gives way to what,
// BoardSessions'. Frames of one stream in order; time_ms is media time. The same frames give the
// same results with an InlineSolveService and no search in the background. One object, one thread.
class FrameProcessor {
 public:
  FrameProcessor(DigitNetwork& network, SolveService& solver, const ProcessorOptions& options = {});
  ~FrameProcessor();

  // A picture by itself (Frame::still) is read as thoroughly as by read_still; a puzzle that was
  // corrected on an earlier one has its corrections.
  FrameResult process(const Frame& frame);

  // A person says what a cell of the board holds that goes by `id`. Told with the next frame, or by
  // report_again(). It stays while the board is followed and comes back with its id; of unknown ids
  // nothing follows.
  void correct(int id, const Correction& correction);

  // The newest frame once more, with what is known of its boards by now. `stages`: adds to solve.
  FrameResult report_again(const StageTimes& stages = {});

  // The newest frame, a still, was shown with these boards before: those in their places go by
  // their ids, and by their corrections in place of their own.
  void continue_from(const std::vector<BoardResult>& shown);

  // Where the lattices lie that are followed now, accepted as puzzles or not; oldest first.
  [[nodiscard]] std::vector<Quad> followed() const;

  // Drops every board, a person's corrections with them: everything is found and read afresh.
  void forget() {
    forget_places();
    memory_.forget();
  }

 private:
  void forget_places();
  void follow(const cv::Mat& grey, double time_ms, StageTimes& stages);
  void search(const cv::Mat& grey, double time_ms, StageTimes& stages);
  [[nodiscard]] KnownBoards known_boards();
  void take_background_search(const cv::Mat& grey, double time_ms, StageTimes& stages);
  BoardSession* find_lost(const BoardCandidate& candidate) const;  // null: none lay there
  void read_boards(const FramePicture& picture, StageTimes& stages);
  void describe(const Frame& frame, const FramePicture& picture);
  void name_boards(double time_ms);
  void tell(FrameResult& result);
  void note_conditions(FrameResult& result);

  DigitNetwork& network_;
  SolveService& solver_;
  ProcessorOptions options_;
  BoardSessions sessions_;
  std::unique_ptr<BackgroundSearch> background_;  // null: searches in the frame's own thread

  PuzzleMemory memory_;
  PageLooks looks_;
  Frame newest_;
  std::int64_t frames_ = 0;
  bool searched_ = false;  // this frame waited for a search
  ViewMeter meter_;
  ViewConditions conditions_;  // as last measured
  FindNotes found_;            // of the newest search
  BoardFinder finder_;
};

}  // namespace gridlens
