#pragma once

#include <vector>

#include "core/reading/glyphs/glyph_space.h"

namespace gridlens {

// The glyphs of a printed board sorted into classes, one a symbol.
struct GlyphClasses {
  std::vector<int> values;  // 1..n, of every picture
  // log p(picture | value) from the other pictures of that class, pictures x (n + 1), the likeliest
  // value of each 0; [0] unused.
  std::vector<double> log_likelihoods;
  std::vector<int> copies;  // of every picture: how many others its class has
  // Log-odds of this labelling over the best one with two labels swapped. All copies of a glyph
  // mislead alike, so many count little more than one.
  double margin = 0;
  // Of the cells that are clear by themselves the share that keep their symbol, less what chance
  // may hide; 1 where all do. A whole class that is misread alike is none of the others: telling it
  // is what classes are for.
  double reliable = 1;
};

// Finds the likeliest classes by what the pictures have in common (points of `space`) and `log_p`,
// pictures x (n + 1): log p(value) of each picture by itself, [0] unused. Copies of one glyph share
// a class, and different glyphs do not, whatever single cells say.
GlyphClasses sort_glyphs(const GlyphSpace& space, const std::vector<double>& log_p, int n);

}  // namespace gridlens
