#pragma once

#include <optional>

#include "core/image/quad.h"

namespace gridlens {

// Quarter turns (as in Quad::rotated) that bring the corner at the picture's top left to the front,
// where the sides lie along the picture's rows and columns as exactly as a program draws them, and
// as no camera shows them; nullopt elsewhere.
std::optional<int> turns_along_picture(const Quad& quad);

}  // namespace gridlens
