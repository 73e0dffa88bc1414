#pragma once

#include <cstddef>
#include <vector>

#include "core/reading/glyphs/glyph_space.h"

namespace gridlens {

// Pictures of glyphs taken together, as sums, so that groups can be joined and parted.
struct GlyphGroup {
  int count = 0;
  double squares = 0;
  std::vector<double> sum;    // of their points
  std::vector<double> votes;  // log p of every value, [0] unused; 0 the likeliest of each picture

  void add(const GlyphGroup& other, int sign = 1);
  [[nodiscard]] int best_value() const;  // 1..n
};

GlyphGroup operator-(GlyphGroup a, const GlyphGroup& b);

// How well pictures go together as copies of one glyph, by a board's GlyphSpace.
class GlyphModel {
 public:
  explicit GlyphModel(const GlyphSpace& space);

  // A picture by itself; `votes` as in GlyphGroup.
  [[nodiscard]] GlyphGroup single(const std::vector<double>& point,
                                  std::vector<double> votes) const;

  // Log of the density of a group's pictures as copies of one glyph, the glyph unknown.
  [[nodiscard]] double fit(const GlyphGroup& group) const { return fit_of_both(group, none_); }
  // Of two groups taken together.
  [[nodiscard]] double fit_of_both(const GlyphGroup& a, const GlyphGroup& b) const;

 private:
  GlyphGroup none_;
  std::vector<double> spread_;
  std::vector<double>
      shares_;  // [pictures * directions + direction]: what a glyph unknown explains
  std::vector<double> volume_;  // of a group of so many pictures
};

// Merges copies, the likest first, while that makes the whole likelier.
struct GatheredGlyphs {
  std::vector<GlyphGroup> groups;
  std::vector<size_t> group_of;  // of every picture
};
GatheredGlyphs gather_copies(const std::vector<GlyphGroup>& pictures, const GlyphModel& model);

}  // namespace gridlens
