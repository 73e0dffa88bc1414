#pragma once

#include <cstddef>
#include <vector>

#include "core/reading/glyphs/glyph_picture.h"

namespace gridlens {

// Pictures of a board's glyphs in coordinates of a special kind. What differs between copies of one
// glyph (noise, blur, place) is about 1 in every direction, and what differs between glyphs is
// `spread` (variances). It is the two-covariance model of speaker and face recognition (Ioffe,
// "Probabilistic linear discriminant analysis", 2006), fitted to the one board. Directions in which
// glyphs do not differ are left out; none may be left.
struct GlyphSpace {
  std::vector<std::vector<double>> points;  // of the pictures, in their order, mean 0
  std::vector<double> spread;               // of the glyphs, a direction, most first

  [[nodiscard]] size_t directions() const { return spread.size(); }
};

// `symbols`: the likeliest of every picture, `trust`: how likely it is that. What copies differ in
// is told by the nearest pictures of one symbol, so that two glyphs may be taken for the same
// symbol all over. Pictures in doubt count less: a smudge taken for a symbol would make all that it
// differs in from its copies noise.
GlyphSpace fit_glyph_space(const std::vector<GlyphPicture>& pictures,
                           const std::vector<int>& symbols, const std::vector<double>& trust);

}  // namespace gridlens
