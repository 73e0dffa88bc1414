#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/pipeline/board_sessions.h"
#include "core/pipeline/frame_result.h"
#include "core/pipeline/solve_service.h"
#include "core/reading/board_reading.h"
#include "core/reading/network/digit_network.h"
#include "core/vision/finding/board_finder.h"

namespace gridlens {

class DebugSink;

// A puzzle of a still: what was read there, and what may be told.
struct StillBoard {
  BoardReading reading;
  BoardResult result;
};

// Finds and reads every puzzle of one picture (`bgr` CV_8UC3, any size) on the calling thread, as a
// stream of one frame. Rounds of the search follow each other until a puzzle is surely read. A
// still has no further frames, so nothing stays `reading`: what is not sure is
// `unreadable`. The boards have no ids yet. `searched`: CV_8UC1, what is searched in place of the
// picture itself, if not empty. `stages`: adds where the time went. `notes`: of the first search.
BoardSessions read_still_sessions(const cv::Mat& bgr, DigitNetwork& network, StageTimes& stages,
                                  DebugSink* debug = nullptr, const cv::Mat& searched = {},
                                  FindNotes* notes = nullptr);

// The same: what was read of each board, and what may be told. They go by ids from 1 on.
std::vector<StillBoard> read_still_boards(const cv::Mat& bgr, DigitNetwork& network,
                                          SolveService& solver, StageTimes* stages = nullptr,
                                          DebugSink* debug = nullptr, const cv::Mat& searched = {});

// The same, what may be told alone.
std::vector<BoardResult> read_still(const cv::Mat& bgr, DigitNetwork& network, SolveService& solver,
                                    StageTimes* stages = nullptr, DebugSink* debug = nullptr);

// The usual search and one look at each board, for a picture of which all but a symbol or two is
// known. More stays in doubt than by read_still(), and the look takes a fraction of the time.
std::vector<BoardResult> glance_at_still(const cv::Mat& bgr, DigitNetwork& network,
                                         SolveService& solver);

// Reads one found board of a picture (`grey` CV_8UC1: the same picture): all looks that tell more.
// `stages`: adds to read.
BoardReading read_candidate(const cv::Mat& bgr, const cv::Mat& grey, const BoardCandidate& found,
                            DigitNetwork& network, StageTimes& stages);

}  // namespace gridlens
