#pragma once

#include <vector>

#include "core/reading/ink/ink_map.h"
#include "core/reading/observation/regions.h"

namespace gridlens {

// Signs that stand on the lines between cells, as a futoshiki's do: ink beside a line, in the
// middle of its piece between two cells and not towards its ends. Over frames.
class LineSigns {
 public:
  explicit LineSigns(int n) : borders_{n} {}

  [[nodiscard]] bool enough() const { return frames_ >= kEnoughFrames; }
  // `occluded`: cells that something covers; the lines beside them say nothing.
  void add(const InkMap& ink, const CellFlags& occluded, double weight);

  // Of the pieces of line that were seen, the share that bears a sign; 0 where a single one does.
  [[nodiscard]] double share() const;

 private:
  CellBorders borders_;
  int frames_ = 0;
  std::vector<double> sums_;  // of full ink, first of the pieces between columns
  std::vector<double> weights_;
};

}  // namespace gridlens
