#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/pipeline/frame_result.h"
#include "core/pipeline/solve_service.h"
#include "core/reading/digit_network.h"
#include "core/vision/board_finder.h"

namespace gridlens {

class DebugSink;

// Reads every puzzle of one picture (CV_8UC3 BGR, any size) on the calling thread. A still has no
// further frames, so nothing stays `reading`: what is not sure is `unreadable`. `stages`: where the
// time went, if wanted.
std::vector<BoardResult> read_still(const cv::Mat& bgr, DigitNetwork& network, SolveService& solver,
                                    const FindOptions& find = {}, StageTimes* stages = nullptr,
                                    DebugSink* debug = nullptr);

}  // namespace gridlens
