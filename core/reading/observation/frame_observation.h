#pragma once

#include <vector>

#include "core/reading/ink/ink_map.h"
#include "core/reading/ink/visibility.h"
#include "core/reading/network/digit_network.h"
#include "core/reading/observation/orientation.h"
#include "core/vision/rectify.h"

namespace gridlens {

// One frame's rectified board, made ready for the network.
struct FrameObservation {
  InkMap ink;
  std::vector<int>
      inked;  // cells that may hold a symbol, ascending; unobserved ones are not among them
  CellVisibility visibility;
  CellMap<double> clarity;             // of the lines around a cell, 0..1: line_clarity.h
  bool screenshot = false;             // of a screenshot
  double background = 0;               // ink that blank cells show: ink_map.h
  bool background_subtracted = false;  // and it is taken off `ink`
  double weight = 0;      // of the frame: sharper and larger rectified boards weigh more
  double trust = 1;       // in what the network says of it, 0..1: less where motion smears
  double legibility = 1;  // in which symbol it sees, 0..1: less where cells are a few pixels

  [[nodiscard]] int cells() const { return ink.n * ink.n; }
};

// A cell without ink counts as blank. `occluded`: may be empty. `background_subtracted`: the ink
// that blank cells show is subtracted everywhere.
FrameObservation observe(const RectifiedBoard& rectified, const CellFlags& occluded,
                         bool screenshot, bool background_subtracted = false);

// The network's scores of the inked cells, in their order, with one correction. Symbols of one
// board are about equally dark, but the network sees one cell only. A mark many times fainter than
// the others is a smudge, or print from the other side: its blank log-odds grow. In a screenshot,
// and on a photographed screen, symbols are equally sharp and tall, too (soft_or_small_symbols).
std::vector<CellScores> read_cells(DigitNetwork& network, const FrameObservation& observed,
                                   int quarter_turns);

// The same if a trial of orientations has read some cells already.
std::vector<CellScores> read_cells(DigitNetwork& network, const FrameObservation& observed,
                                   OrientationTrial trial);

}  // namespace gridlens
