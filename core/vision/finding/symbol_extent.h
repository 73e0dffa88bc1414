#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/vision/finding/unlined_segments.h"

namespace gridlens {

// A square part of a lattice of symbols, in its cells: perhaps a board.
struct SymbolExtent {
  int left = 0, top = 0, n = 0;

  [[nodiscard]] bool holds(std::pair<int, int> cell) const;
  [[nodiscard]] bool holds(SegmentId id) const;  // between two of its cells
};

// What segments of one family show, robustly: the lines of the boxes may be of the other polarity.
struct UsualDifference {
  std::vector<double> values;

  void add(double value) { values.push_back(value); }
  [[nodiscard]] int count() const { return static_cast<int>(values.size()); }
  [[nodiscard]] double middle() const;
  [[nodiscard]] double spread() const;
  [[nodiscard]] double t() const;  // of the middle against nothing
};

// What the segments of both families show that have a symbol beside them, or that have none.
struct UsualLines {
  UsualDifference columns, rows;

  [[nodiscard]] bool enough() const;
  [[nodiscard]] double t() const;  // of the family that shows less; 0 where the two disagree
};

// Lines between blank cells place a board better than lines beside symbols. Tiles may show in all
// cells, or be drawn in blank ones alone, and the symbols have lines then.
enum class SegmentsWeighed { between_blanks = 1, all };

struct WeighedExtent {
  SymbolExtent extent;
  SegmentsWeighed weighed = SegmentsWeighed::all;
  double log_likelihood = 0;
  double not_weighed = 0;  // the same of the other segments
  double lead = 0;         // over the next extent
  int symbols = 0;         // inside
  UsualLines blank, filled;

  // Of the lines that were weighed the ones that show more.
  [[nodiscard]] bool filled_is_clearer() const;
  [[nodiscard]] const UsualLines& clearer() const { return filled_is_clearer() ? filled : blank; }
  // Of two lattices' extents the likelier one, where the symbols that a lattice leaves out count
  // as outside the board.
  [[nodiscard]] bool is_better_than(const WeighedExtent& other) const;
};

// The likeliest extent that holds `fewest` symbols or more, and most of them. Its segments look
// like those in the midst of the symbols rather than like nothing, and symbols are spread over all
// of its cells. None: nullopt. `from`, `to`: columns and rows that may be the board's.
std::optional<WeighedExtent> weigh_extents(const std::vector<UnlinedSegment>& segments,
                                           SegmentsWeighed which, const SymbolPlaces& symbols,
                                           int fewest, int from, int to);

}  // namespace gridlens
