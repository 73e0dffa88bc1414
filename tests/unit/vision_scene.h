#pragma once

#include <opencv2/core/mat.hpp>

#include "core/image/homography.h"
#include "core/puzzle/shape.h"

namespace gridlens {

// A printed board for the vision tests, drawn with exact truth and without any file.
struct Print {
  Shape shape{3, 3};
  double thin_cells = 0.03;    // width of the lines inside boxes
  double thick_cells = 0.08;   // width of the box lines
  double border_cells = 0.10;  // width of the outer border; 0: no border, only line ends
  int line_grey = 30;
  int paper_grey = 225;
  int shaded_grey = 0;        // > 0: background of every second box
  bool inverted = false;      // light lines on dark background
  double digit_share = 0.4;   // cells that hold a digit
  bool box_lines = true;      // false: box lines as thin as the others
  double tile_gap_cells = 0;  // > 0: no lines; tiles of tile_grey with round corners, so far apart
  int tile_grey = 235;
  double frame_gap_cells = 0;  // > 0: a second frame so far outside the border
  unsigned seed = 1;
};

struct Scene {
  cv::Size size{1280, 720};
  double noise_grey = 0;      // standard deviation
  double blur_px = 0;         // Gaussian sigma
  double motion_blur_px = 0;  // horizontal
  int desk_grey = 150;        // around the page
  double page_margin_cells = 1.5;
  unsigned seed = 1;
};

// The print as seen through image_from_board: four times supersampled, integers are pixel centres.
cv::Mat render_board(const Print& print, const Homography& image_from_board, const Scene& scene);
// Several prints in one picture; `image` holds what is behind.
void render_board_into(cv::Mat& image, const Print& print, const Homography& image_from_board,
                       double page_margin_cells);
void finish_scene(cv::Mat& image, const Scene& scene);  // blur and noise

// A pinhole camera with the picture's centre as principal point: the board's side seen face-on is
// `side_px`, it is tilted about the axis at `tilt_axis_deg` and then turned in the picture.
Homography pose(const Scene& scene, int n, double side_px, double turn_deg, double tilt_deg,
                double tilt_axis_deg, cv::Point2d offset_px = {0, 0});

// Largest corner distance, over the four ways the board can lie.
double corner_error_px(const Quad& found, const Quad& truth);

}  // namespace gridlens
