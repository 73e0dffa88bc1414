#pragma once

#include "core/overlay/overlay.h"

namespace gridlens {

// Contrast as the Web Content Accessibility Guidelines define it (WCAG 2.2, "contrast ratio"): 1
// for equal colours, 21 for black on white. Alpha is ignored.
double contrast_ratio(const Rgba& a, const Rgba& b);

// Relative luminance of the same source, 0..1.
double relative_luminance(const Rgba& colour);

// An opaque colour: `share` of `to` in `from`.
Rgba mixed(const Rgba& from, const Rgba& to, double share);

// What is seen where `paint` lies on an opaque background.
Rgba laid_over(const Rgba& paint, const Rgba& background);

}  // namespace gridlens
