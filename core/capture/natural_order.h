#pragma once

#include <string_view>

namespace gridlens {

// Orders names as people do: runs of digits compare as numbers (img2 before img10), letters without
// regard to case; names equal in that sense fall back to plain byte order. A strict weak ordering.
bool natural_less(std::string_view a, std::string_view b);

}  // namespace gridlens
