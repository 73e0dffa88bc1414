#pragma once

#include "app/settings/window_look.h"

namespace gridlens {

// Theme and size of text and buttons. `scale`: what they have now. True: the list of keys is
// wished for.
bool appearance_panel(WindowLook& look, double scale);

}  // namespace gridlens
