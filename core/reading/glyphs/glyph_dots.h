#pragma once

#include <string>
#include <vector>

#include "core/puzzle/alphabet.h"
#include "core/reading/ink/ink_map.h"

namespace gridlens {

// How clearly the glyph in a cell has a dot of its own above its stem, 0 to 1: the gap between the
// two, against their ink. In any orientation. `window`: CV_8U, the cell's ink without its lines.
double dot_gap(const cv::Mat& window);

// Small i and j have dots, nothing else has. Where the dots are seen they tell a stroke that is an
// l from one that would be a capital I. Capitals and glyphs too small to show a gap tell nothing.
class GlyphDots {
 public:
  // Mean gap of the glyphs taken for each value, [value], and their number.
  GlyphDots(const Alphabet& alphabet, std::vector<double> gaps, const std::vector<int>& counts);

  // Log-odds that the glyphs of two values bear their own symbols rather than each other's.
  [[nodiscard]] double odds(int v, int w) const;

 private:
  std::vector<double> gaps_;  // -1: not seen
  std::vector<bool> dotted_;  // [value]: i and j
};

}  // namespace gridlens
