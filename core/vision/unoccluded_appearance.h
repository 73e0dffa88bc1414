#pragma once

#include "core/puzzle/cell_map.h"
#include "core/vision/appearance_template.h"

namespace gridlens {

// What a board looks like by itself: each cell as it was last seen with nothing over it. What
// covers a board moves by itself; a look that held it would take the board along.
class UnoccludedAppearance {
 public:
  // The look of a frame, of n cells a side. `occluded`: cells that something covers, or empty.
  // Those, the cells beside them, and cells that change suddenly keep the look that they had; where
  // they had none they are not part of the look.
  void remember(AppearanceTemplate look, int n, const CellFlags& occluded);

  // Cells never seen count as outside the picture.
  [[nodiscard]] const AppearanceTemplate& look() const { return look_; }
  [[nodiscard]] bool empty() const { return look_.grey.empty(); }

 private:
  void add_sudden(const AppearanceTemplate& look, int n, CellFlags& kept);

  AppearanceTemplate look_;
  CellMap<int> sudden_frames_;  // for how long each cell has looked otherwise
};

}  // namespace gridlens
