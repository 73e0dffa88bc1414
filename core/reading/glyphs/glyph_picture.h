#pragma once

#include <map>
#include <vector>

#include "core/reading/observation/frame_observation.h"

namespace gridlens {

// The picture of a cell's glyph as a row of numbers that can be compared with other cells'. First
// come the lowest frequencies of its cosine transform, with the ink laid on its centre of mass,
// scaled to the same energy, and remnants of the lattice taken out. Then comes its place in the
// cell. Distances between such rows are the same in any orientation. Empty
// where the cell holds next to no ink.
using GlyphPicture = std::vector<float>;
GlyphPicture glyph_picture(const InkMap& ink_map, int cell);

// The pictures of a board's glyphs, from the best of its frames, made when asked for.
class GlyphPictures {
 public:
  void offer(const FrameObservation& observed);

  // `cell` as in the rectified board; empty where something hid it.
  const GlyphPicture& of(int cell);

 private:
  InkMap ink_;
  CellVisibility visibility_;
  double weight_ = 0;
  std::map<int, GlyphPicture> known_;
};

}  // namespace gridlens
