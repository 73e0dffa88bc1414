#pragma once

#include <opencv2/core/mat.hpp>

#include "core/image/homography.h"

namespace gridlens {

// The two families of lattice lines: `column_line` k is x = k in board units, `row_line` k is y =
// k.
enum class LineFamily { column_line = 1, row_line };

// One stretch of a lattice line, from crossing to crossing: line `line`, beside cell `cell`
// (counted along the line).
struct SegmentId {
  LineFamily family;
  int line;
  int cell;
};

struct ProfileOptions {
  double search_cells = 0.30;  // the line is looked for so far to either side of its prediction
  int points = 4;              // profiles averaged along the segment
  bool light_on_dark = false;  // lines are brighter than the ground
  double min_depth = 0.02;     // a line is darker than the ground beside it by this share of it ...
  double min_depth_grey = 1.5;  // ... and by so many grey levels
  double shift_cells = 0;       // reads beside the line instead: 0.5 is the middle of the cells
};

// What the picture shows across one segment.
struct SegmentReading {
  bool inside = false;    // the profile lies wholly inside the picture
  bool seen = false;      // a valley with ground on both sides was found
  cv::Point2d predicted;  // middle of the segment as predicted, pixels
  cv::Point2d normal;     // unit vector across the line, pixels
  double offset_px = 0;   // of the line's centre line from the prediction, along the normal
  double depth = 0;       // darkness of the valley over the ground's grey level, 0..1
  double mass_cells = 0;  // darkness integrated across the line over the ground's grey, in cells:
                          // how thick the line is
  double cell_px = 0;     // distance to the next line of the family, pixels
};

// Measures one segment of the lattice predicted by `image_from_board` in a CV_8UC1 picture: grey
// profiles across the line are averaged, the ground is the darker of the two sides, the centre is
// the centroid of the valley.
SegmentReading read_segment(const cv::Mat& grey, const Homography& image_from_board,
                            const SegmentId& segment, const ProfileOptions& options);

}  // namespace gridlens
