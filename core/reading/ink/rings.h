#pragma once

#include "core/reading/ink/ink_map.h"

namespace gridlens {

// Programs circle symbols (mistakes, the chosen number). Takes out of a screenshot's ink what runs
// around something else in the middle of a cell without corners; nothing of an alphabet does.
void erase_rings(InkMap& ink_map);

}  // namespace gridlens
