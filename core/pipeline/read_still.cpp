#include "core/pipeline/read_still.h"

#include <memory>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "core/pipeline/reading_picture.h"
#include "core/vision/finding/debug_sink.h"

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

void show(const FramePicture& picture, const BoardSession& session, DebugSink& debug) {
  const RectifiedBoard rectified = session.track.rectified(picture, false);
  debug.picture("board", rectified.grey);
  debug.picture("reading", reading_picture(rectified, session.reading()));
  debug.text("boards.txt", std::to_string(rectified.n) + "x" + std::to_string(rectified.n) + ": " +
                               to_string(session.state()) + ", " + session.why() + "; " +
                               session.reading().message +
                               objections_text(session.reading().objections));
}

// Searches and reads in rounds, at a glance in one.
BoardSessions sessions_of(const cv::Mat& bgr, DigitNetwork& network, StageTimes& times,
                          DebugSink* debug, const cv::Mat& searched, FindNotes* notes,
                          StillEffort effort) {
  FramePicture picture{bgr, {}};
  cv::cvtColor(bgr, picture.grey, cv::COLOR_BGR2GRAY);
  BoardFinder finder;
  BoardSessions sessions(kMostFound);
  do {
    std::vector<BoardCandidate> found;
    {
      const StageTimer timer(times.find);
      found = finder.search(searched.empty() ? picture.grey : searched, SearchBudget::round, {},
                            debug, notes);
    }
    for (const BoardCandidate& candidate : found) {
      if (!sessions.admits(candidate)) continue;
      const BoardSession& session =
          sessions.add(read_looks(picture, candidate, network, times, effort));
      if (debug) show(picture, session, *debug);
      sessions.settle_places(/*last_picture=*/true);
    }
  } while (effort == StillEffort::all && !sessions.any_settled() && !finder.is_through());
  return sessions;
}

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

BoardReading read_candidate(const cv::Mat& bgr, const cv::Mat& grey, const BoardCandidate& found,
                            DigitNetwork& network, StageTimes& stages) {
  return read_looks({bgr, grey}, found, network, stages, StillEffort::all)->reading();
}

BoardSessions read_still_sessions(const cv::Mat& bgr, DigitNetwork& network, StageTimes& stages,
                                  DebugSink* debug, const cv::Mat& searched, FindNotes* notes) {
  return sessions_of(bgr, network, stages, debug, searched, notes, StillEffort::all);
}

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
  return results_of(told(
      sessions_of(bgr, network, times, nullptr, {}, nullptr, StillEffort::glance), solver, times));
}

}  // namespace gridlens
