#include "core/pipeline/read_still.h"

#include <algorithm>
#include <memory>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "core/pipeline/board_sessions.h"
#include "core/pipeline/reading_picture.h"
#include "core/pipeline/stage_timer.h"
#include "core/vision/finding/debug_sink.h"
#include "core/vision/rectify.h"

namespace gridlens {

namespace {

enum class StillEffort { glance = 1, all };  // one look at each board, or all that tell more

std::unique_ptr<BoardSession> read_looks(const FramePicture& picture, const BoardCandidate& found,
                                         DigitNetwork& network, StageTimes& times,
                                         StillEffort effort) {
  const StageTimer timer(times.read);
  auto session =
      std::make_unique<BoardSession>(network, found, SessionOptions{DecodeEffort::still});
  session->see(picture, false);
  do session->look(picture);
  while (effort == StillEffort::all && session->wants_more());
  session->conclude(nullptr);
  return session;
}

// One still: what was found of it so far.
class Still {
 public:
  Still(const cv::Mat& bgr, const cv::Mat& searched, DigitNetwork& network, StageTimes& times,
        DebugSink* debug, StillEffort effort = StillEffort::all)
      : network_(network), times_(times), debug_(debug), effort_(effort), sessions_(kMostFound) {
    picture_.bgr = bgr;
    cv::cvtColor(bgr, picture_.grey, cv::COLOR_BGR2GRAY);
    searched_ = searched.empty() ? picture_.grey : searched;
  }

  // The next round of the search, and what is read there.
  void search(FindNotes* notes) {
    std::vector<BoardCandidate> found;
    {
      const StageTimer timer(times_.find);
      found = finder_.search(searched_, SearchBudget::round, {}, debug_, notes);
    }
    for (const BoardCandidate& candidate : found) {
      if (!sessions_.admits(candidate)) continue;
      const BoardSession& session =
          sessions_.add(read_looks(picture_, candidate, network_, times_, effort_));
      if (debug_) show(session);
      sessions_.settle_places(true);
    }
  }

  [[nodiscard]] bool is_done() const { return sessions_.any_settled() || finder_.is_through(); }
  // Nothing can be searched afterwards.
  [[nodiscard]] BoardSessions take_sessions() { return std::move(sessions_); }

 private:
  void show(const BoardSession& session) const {
    const RectifiedBoard rectified = session.track.rectified(picture_, false);
    debug_->picture("board", rectified.grey);
    debug_->picture("reading", reading_picture(rectified, session.reading()));
    debug_->text("boards.txt", std::to_string(rectified.n) + "x" + std::to_string(rectified.n) +
                                   ": " + to_string(session.state()) + ", " + session.why() + "; " +
                                   session.reading().message +
                                   objections_text(session.reading().objections));
  }

  FramePicture picture_;
  cv::Mat searched_;
  DigitNetwork& network_;
  StageTimes& times_;
  DebugSink* debug_;
  BoardFinder finder_;
  StillEffort effort_;
  BoardSessions sessions_;
};

}  // namespace

BoardReading read_candidate(const cv::Mat& bgr, const cv::Mat& grey, const BoardCandidate& found,
                            DigitNetwork& network, StageTimes& stages) {
  return read_looks({bgr, grey}, found, network, stages, StillEffort::all)->reading();
}

BoardSessions read_still_sessions(const cv::Mat& bgr, DigitNetwork& network, StageTimes& stages,
                                  DebugSink* debug, const cv::Mat& searched, FindNotes* notes) {
  Still still(bgr, searched, network, stages, debug);
  do still.search(notes);
  while (!still.is_done());
  return still.take_sessions();
}

namespace {

// What may be told of the boards that are shown; they go by ids from 1 on.
std::vector<StillBoard> told(const BoardSessions& sessions, SolveService& solver,
                             StageTimes& times) {
  const StageTimer timer(times.solve);
  std::vector<StillBoard> boards;
  for (const auto& session : sessions.all()) {
    if (!sessions.is_shown(*session)) continue;
    session->id = static_cast<int>(boards.size()) + 1;
    boards.push_back({session->reading(), session->claim(solver)});
  }
  return boards;
}

std::vector<BoardResult> results_of(std::vector<StillBoard> boards) {
  std::vector<BoardResult> results;
  for (StillBoard& board : boards) results.push_back(std::move(board.result));
  return results;
}

}  // namespace

std::vector<StillBoard> read_still_boards(const cv::Mat& bgr, DigitNetwork& network,
                                          SolveService& solver, StageTimes* stages,
                                          DebugSink* debug, const cv::Mat& searched) {
  StageTimes times;
  const BoardSessions sessions = read_still_sessions(bgr, network, times, debug, searched);
  std::vector<StillBoard> boards = told(sessions, solver, times);
  if (stages) *stages = times;
  return boards;
}

std::vector<BoardResult> read_still(const cv::Mat& bgr, DigitNetwork& network, SolveService& solver,
                                    StageTimes* stages, DebugSink* debug) {
  return results_of(read_still_boards(bgr, network, solver, stages, debug));
}

std::vector<BoardResult> glance_at_still(const cv::Mat& bgr, DigitNetwork& network,
                                         SolveService& solver) {
  StageTimes times;
  Still still(bgr, {}, network, times, nullptr, StillEffort::glance);
  still.search(nullptr);
  return results_of(told(still.take_sessions(), solver, times));
}

}  // namespace gridlens
