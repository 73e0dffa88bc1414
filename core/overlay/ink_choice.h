#pragma once

#include <optional>
#include <vector>

#include "core/overlay/overlay.h"
#include "core/overlay/page_look.h"

namespace gridlens {

// Contrast of a digit's strokes with their background, asked of every board.
constexpr double kReadableContrast = 4.5;
// Contrast of outlines and frames: WCAG's "non-text contrast".
constexpr double kVisibleContrast = 3.0;

// The paint that comes nearest to a wished one and can be read on a background. On light
// backgrounds ink takes the paper's light, and is no darker by that than the print's own black.
// Then it is darkened towards black as far as need be, keeping its hue. On dark backgrounds it is
// lightened towards white. Where no opaque enough paint does, the alpha of the wished one grows.
struct InkWish {
  Rgba colour;  // with its alpha
  Rgba black;   // the darkest that print looks in this picture
  double contrast = kReadableContrast;
  double coverage = 1;  // of a pixel by the middle of a stroke: below 1 for strokes thinner than it
};

enum class InkSide { dark = 1, light };

// Dark ink can be read on this background, and better than light ink where both can.
InkSide better_side(const InkWish& wish, const Rgba& background);

// `step`: 0 is the wished colour, of dark ink in the paper's light, 1 black or white.
Rgba ink_at(const InkWish& wish, const Rgba& background, InkSide side, double step);

// The least step that can be read; none where no step can at the wish's alpha.
std::optional<double> least_step(const InkWish& wish, const Rgba& background, InkSide side);

// The paint for one background by itself.
Rgba readable_ink(const InkWish& wish, const Rgba& background);

// A cell's ink and the background that it lies on: the cell's own, or a tone lighter or darker.
struct CellInk {
  Rgba ink;
  Rgba background;
  Rgba tone;  // that is laid over the cell's own background around the strokes; alpha 0: none
};

// One ink for a whole board. Where it cannot be read, the background around the strokes becomes a
// little lighter or darker; where much would be needed, the cell gets other ink.
class BoardInk {
 public:
  // `backgrounds`: of the cells to be painted.
  BoardInk(const InkWish& wish, const std::vector<Rgba>& backgrounds);

  // Its darkest and lightest parts count, too.
  [[nodiscard]] CellInk on(const CellBackground& cell) const;
  [[nodiscard]] InkSide side() const { return side_; }

 private:
  InkWish wish_;
  InkSide side_ = InkSide::dark;
  double step_ = 0;
};

}  // namespace gridlens
