#pragma once

#include "core/vision/finding/search_task.h"

namespace gridlens {

// Strategy for screenshots, after the lines' one. Tiles of several tones have no lines of one
// polarity, but edges. Boards that were found by their lines are settled on the pixels; they may be
// a part, or the boxes, of a larger one.
void search_drawing(const SearchedPicture& picture, const SearchTask& task,
                    SearchFindings& findings, DebugSink* debug);

// Takes the crosswords out of boards that were found by edges in `grey`. Whether they are light or
// dark is not known: both black cells and, on dark boards, white ones are counted.
void drop_crosswords_of_edges(const cv::Mat& grey, std::vector<BoardCandidate>& found);

}  // namespace gridlens
