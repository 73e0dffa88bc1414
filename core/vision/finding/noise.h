#pragma once

#include <opencv2/core/mat.hpp>

namespace gridlens {

// Noise of a screenshot, as a share of the mean grey level: cameras have ten times that.
inline constexpr double kScreenshotNoise = 0.001;

struct Light {
  double noise_share = 0;  // standard deviation of the sensor noise over the mean grey level
  int bright_grey = 255;   // one pixel in two hundred is at least so bright
};

// Measures a CV_8UC1 picture. Noise is the median of second differences along rows, which edges
// and print hardly move. Source: the idea of Immerkaer, Fast Noise Variance Estimation (1996),
// with a median for its mean.
Light light_of(const cv::Mat& grey);

// The picture itself where light was good; otherwise brightened, and smoothed as little as it
// takes to keep speckles out of the ink. CV_8UC1.
cv::Mat calmed(const cv::Mat& grey);

}  // namespace gridlens
