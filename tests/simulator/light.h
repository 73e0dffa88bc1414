#pragma once

#include <opencv2/core/mat.hpp>
#include <opencv2/core/types.hpp>
#include <optional>

#include "tests/simulator/random.h"

namespace gridlens::generator {

// CV_8UC3 sRGB to CV_32FC3 linear, 0..1.
cv::Mat linear_from_srgb(const cv::Mat& bgr);

struct ShadowEdge {  // half a plane in shadow, picture pixels
  cv::Point2d point;
  double direction_rad = 0;  // the shaded side lies this way
  double softness_px = 25;
  double depth = 0.55;  // share of the light it takes
};

struct GlareSpot {
  cv::Point2d centre;
  double radius_px = 80;
  double strength = 0.9;  // light added at the centre; paper white is about 0.9
};

// Everything between the scene's light and the picture that the program gets.
struct Development {
  double exposure = 1;
  cv::Vec3d tint{1, 1, 1};    // gains of B, G, R
  double vignette = 0.15;     // loss of light in the corners
  double gradient = 0.1;      // fall of light across the frame ...
  double gradient_rad = 0.7;  // ... in this direction
  std::optional<ShadowEdge> shadow;
  std::optional<GlareSpot> glare;
  double lens_blur_px = 0.5;                        // sigma of an in-focus point
  double defocus_px = 0;                            // radius of the blur disc
  double read_noise = 0.002, shot_noise = 0.00004;  // variance = read^2 + shot * light
  double sharpen = 0;                               // the camera's own unsharp mask
  int jpeg_quality = 0;                             // 0: none
};

// The light that the glare adds at a pixel; 0 without glare.
double glare_at(const Development& how, cv::Point2d pixel);

// `light`: CV_32FC3 linear, is worked on in place. Returns CV_8UC3 sRGB.
cv::Mat develop(cv::Mat light, const Development& how, Random random);

// Applies the lens alone (defocus, blur) to the light, in place.
void blur_by_lens(cv::Mat& light, const Development& how);

}  // namespace gridlens::generator
