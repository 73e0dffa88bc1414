#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/pipeline/frame_result.h"
#include "core/pipeline/solve_service.h"
#include "core/reading/board_reader.h"
#include "core/reading/network/digit_network.h"
#include "core/vision/finding/board_finder.h"

namespace gridlens {

class DebugSink;

// Reads one found board of a picture (`bgr` CV_8UC3, `grey` CV_8UC1, the same picture): a look, and
// small shifts of the warp while it leaves the board in doubt. `stages`: adds to warp and read.
BoardReading read_candidate(const cv::Mat& bgr, const cv::Mat& grey, const BoardCandidate& found,
                            DigitNetwork& network, StageTimes& stages);

// A puzzle of a still, where it was found and what was read there.
struct FoundPuzzle {
  BoardCandidate found;
  BoardReading reading;
};

// Finds and reads every puzzle of one picture (`bgr` CV_8UC3): as usual, and where none is surely
// read in the valleys of a photograph in bad light. `searched`: CV_8UC1, what is searched, as a
// rule the same picture. `stages`: adds to find, warp and read.
std::vector<FoundPuzzle> read_puzzles(const cv::Mat& bgr, const cv::Mat& searched,
                                      DigitNetwork& network, const FindOptions& find,
                                      StageTimes& stages, DebugSink* debug = nullptr);

// Reads every puzzle of one picture (CV_8UC3 BGR, any size) on the calling thread. A still has no
// further frames, so nothing stays `reading`: what is not sure is `unreadable`. `stages`: where the
// time went, if wanted.
std::vector<BoardResult> read_still(const cv::Mat& bgr, DigitNetwork& network, SolveService& solver,
                                    const FindOptions& find = {}, StageTimes* stages = nullptr,
                                    DebugSink* debug = nullptr);

}  // namespace gridlens
