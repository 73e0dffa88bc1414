#pragma once

#include <array>
#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

#include "core/puzzle/alphabet.h"

namespace gridlens {

// The ink that each glyph of a board takes, against what the symbols take in print: an 8 has less
// than a B, an i less than an l. Blur and small cells that leave little of shapes leave the ink.
// Whether the letters are capitals is not known: both are reckoned with.
class GlyphWeights {
 public:
  // Mean ink of the glyphs taken for each value and their number, [value]; what is not seen has
  // none. Without letters, or with symbols of two digits, nothing is known.
  GlyphWeights(const Alphabet& alphabet, const std::vector<double>& inks,
               const std::vector<int>& counts);

  // Log-odds that the glyphs of two values bear their own symbols rather than each other's.
  [[nodiscard]] double odds(int v, int w) const;

 private:
  // The glyphs' ink as either case of letters has it: a normal distribution.
  struct Case {
    cv::Mat precision;             // CV_64F, seen x seen
    std::vector<double> expected;  // of the logs
    double log_scale = 0;
  };
  [[nodiscard]] double log_density(const Case& letters, const std::vector<double>& logs) const;
  [[nodiscard]] double log_density(const std::vector<double>& logs) const;

  std::vector<double> logs_;  // of the glyphs seen
  std::vector<int> place_;    // [value], -1: not seen
  std::array<Case, 2> cases_;
};

}  // namespace gridlens
