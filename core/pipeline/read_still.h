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

// Reads every puzzle of one picture (CV_8UC3 BGR, any size) on the calling thread. A still has no
// further frames, so nothing stays `reading`: what is not sure is `unreadable`. `stages`: where the
// time went, if wanted.
std::vector<BoardResult> read_still(const cv::Mat& bgr, DigitNetwork& network, SolveService& solver,
                                    const FindOptions& find = {}, StageTimes* stages = nullptr,
                                    DebugSink* debug = nullptr);

}  // namespace gridlens
