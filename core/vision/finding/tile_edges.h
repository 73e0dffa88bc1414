#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

namespace gridlens {

// Somewhere the picture (CV_8UC1) is quite flat: no camera took it, and none is played back in it.
bool has_flat_backgrounds(const cv::Mat& grey);

// How dark an edge becomes: as its contrast is, or faint ones nearly as dark as strong ones. The
// latter is for pictures with flat backgrounds, where no noise, light or print that shines through
// makes faint edges.
enum class EdgeDepth { by_contrast = 1, faint_too };

// A CV_8UC1 picture in which every edge of `grey` (CV_8UC1) is a dark line on white, whichever side
// of it is the darker one. Tiles of several tones, lighter and darker than the gaps between them,
// become a lattice of dark lines.
cv::Mat tile_edges(const cv::Mat& grey, EdgeDepth depth);

// CV_8UC1 pictures in which one background's own grey, where anything else is near, is dark and all
// else is white. Tiles of any tones on a flat background become a lattice of dark lines, however
// little they differ from it. One for each of the greys that are commonest in what is as narrow and
// upright as a gap; the window may be small in the picture. `grey`: CV_8UC1, of a screenshot.
std::vector<cv::Mat> flat_gaps(const cv::Mat& grey);

// Drawn by a program, not photographed: so little noise that edges of a few per cent stand out.
bool is_screenshot(const cv::Mat& grey);

}  // namespace gridlens
