#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/image/quad.h"

namespace gridlens {

struct LineCount {
  int n = 0;         // cells a side
  double score = 0;  // 0..1, how well n - 1 evenly spaced inner lines explain both directions
};

// Which numbers of cells a side would explain the lines inside `quad`? Best first, at most
// `max_answers`; empty: no lattice. The quad is sampled as a square. In each direction every
// position gets the darkness of the line that most scans cross there, and each n is scored by its
// comb of equally spaced lines.
std::vector<LineCount> count_lines(const cv::Mat& grey, const Quad& quad, int max_answers);

}  // namespace gridlens
