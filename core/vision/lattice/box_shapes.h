#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/vision/lattice/board_candidate.h"
#include "core/vision/lattice/lattice_fit.h"

namespace gridlens {

// A measure of a lattice's inner lines, of those between boxes and of those within.
struct BoxLines {
  std::vector<double> between, within, all;

  void add(double value, bool between_boxes) {
    (between_boxes ? between : within).push_back(value);
    all.push_back(value);
  }
  // How much better two groups explain the values than one: log-likelihood. `floor`: variance that
  // says nothing.
  [[nodiscard]] double gain(double floor) const;
};

// Makes the weights add up to 1. Most likely first.
void normalise_weights(std::vector<ShapeEvidence>& shapes);

// Box shapes for a lattice of n cells, from the thickness of its lines and the shading of its
// cells. `grey`: as it was taken, whatever the lines are. Most likely first, weights add up to 1;
// empty for n without a box shape.
std::vector<ShapeEvidence> weigh_shapes(const cv::Mat& grey, const Homography& image_from_board,
                                        int n, const std::vector<LatticeSample>& samples);

}  // namespace gridlens
