#pragma once

#include "tests/simulator/clip.h"

namespace gridlens::generator {

// Boards with something over them.
ClipPlan finger(const ClipOptions& options);
ClipPlan pen(const ClipOptions& options);
ClipPlan covered_corner(const ClipOptions& options);
ClipPlan covered_side(const ClipOptions& options);
ClipPlan cut_off(const ClipOptions& options);

}  // namespace gridlens::generator
