#pragma once

#include "tests/simulator/texture.h"

namespace gridlens::generator {

// A flat hand and its forearm in a sleeve, seen from above, with its shadow. It points to the left:
// the middle of the palm is (0, 0), the fingers end near (-length_px / 2, 0), the arm goes on to
// the right for `arm_px`.
Texture hand_texture(double length_px, double arm_px, Random& random);

}  // namespace gridlens::generator
