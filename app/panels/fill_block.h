#pragma once

#include <vector>

#include "app/screen/screen_fill_view.h"
#include "app/session/command.h"

namespace gridlens {

// Fills in the board that another program shows, with its countdown and how it goes; nothing where
// that is not possible.
void fill_block(const ScreenFillView& fill, std::vector<Command>& commands);

}  // namespace gridlens
