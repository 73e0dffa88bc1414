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

std::unique_ptr<BoardSession> read_all_looks(const FramePicture& picture,
                                             const BoardCandidate& found, DigitNetwork& network,
                                             StageTimes& times) {
  const StageTimer timer(times.read);
  auto session =
      std::make_unique<BoardSession>(network, found, SessionOptions{DecodeEffort::still});
  session->see(picture, false);
  do session->look(picture);
  while (session->wants_more());
  session->conclude(nullptr);
  return session;
}

// One still: what was found of it so far.
class Still {
 public:
  Still(const cv::Mat& bgr, const cv::Mat& searched, DigitNetwork& network, int most_boards,
        StageTimes& times, DebugSink* debug)
      : network_(network), times_(times), debug_(debug), sessions_(most_boards) {
    picture_.bgr = bgr;
    cv::cvtColor(bgr, picture_.grey, cv::COLOR_BGR2GRAY);
    searched_ = searched.empty() ? picture_.grey : searched;
  }

  // One search of the picture and what is read there.
  void search(const FindOptions& options, FindNotes* notes = nullptr) {
    std::vector<BoardCandidate> found;
    {
      const StageTimer timer(times_.find);
      found = find_boards(searched_, options, debug_, notes);
    }
    for (const BoardCandidate& candidate : found) {
      if (!sessions_.admits(candidate)) continue;
      const BoardSession& session =
          sessions_.add(read_all_looks(picture_, candidate, network_, times_));
      if (debug_) show(session);
      sessions_.settle_places(true);
    }
  }

  [[nodiscard]] bool none_is_sure() const { return !sessions_.any_settled(); }
  // Nothing can be searched afterwards.
  [[nodiscard]] BoardSessions take_sessions() { return std::move(sessions_); }

 private:
  void show(const BoardSession& session) const {
    const RectifiedBoard rectified = session.track.rectified(picture_, false);
    debug_->picture("board", rectified.grey);
    debug_->picture("reading", reading_picture(rectified, session.reading()));
    debug_->text("boards.txt", std::to_string(rectified.n) + "x" + std::to_string(rectified.n) +
                                   ": " + to_string(session.state()) + ", " + session.why() + "; " +
                                   session.reading().message);
  }

  FramePicture picture_;
  cv::Mat searched_;
  DigitNetwork& network_;
  StageTimes& times_;
  DebugSink* debug_;
  BoardSessions sessions_;
};

}  // namespace

BoardReading read_candidate(const cv::Mat& bgr, const cv::Mat& grey, const BoardCandidate& found,
                            DigitNetwork& network, StageTimes& stages) {
  return read_all_looks({bgr, grey}, found, network, stages)->reading();
}

BoardSessions read_still_sessions(const cv::Mat& bgr, DigitNetwork& network,
                                  const FindOptions& find, StageTimes& stages, DebugSink* debug,
                                  const cv::Mat& searched, FindNotes* notes) {
  Still still(bgr, searched, network, find.max_boards, stages, debug);
  still.search(find, notes);
  if (still.none_is_sure()) {
    FindOptions again = find;
    again.by_ridges = true;
    still.search(again);
  }
  if (still.none_is_sure()) {
    FindOptions again = find;
    again.by_symbols = true;
    still.search(again);
  }
  return still.take_sessions();
}

std::vector<StillBoard> read_still_boards(const cv::Mat& bgr, DigitNetwork& network,
                                          SolveService& solver, const FindOptions& find,
                                          StageTimes* stages, DebugSink* debug,
                                          const cv::Mat& searched) {
  StageTimes times;
  const BoardSessions sessions = read_still_sessions(bgr, network, find, times, debug, searched);
  std::vector<StillBoard> boards;
  for (const auto& session : sessions.all()) {
    if (!sessions.is_shown(*session)) continue;
    session->id = static_cast<int>(boards.size()) + 1;
    boards.push_back({session->reading(), session->claim(solver, times.solve)});
  }
  if (stages) *stages = times;
  return boards;
}

std::vector<BoardResult> read_still(const cv::Mat& bgr, DigitNetwork& network, SolveService& solver,
                                    const FindOptions& find, StageTimes* stages, DebugSink* debug) {
  std::vector<BoardResult> results;
  for (StillBoard& board : read_still_boards(bgr, network, solver, find, stages, debug))
    results.push_back(std::move(board.result));
  return results;
}

}  // namespace gridlens
