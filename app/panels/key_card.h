#pragma once

namespace gridlens {

// All keys, over the whole window: in as many columns as fit, smaller where they would not, and to
// be scrolled (wheel, arrows) where even that is not enough. `open` turns false by a click beside.
void draw_key_card(bool& open, bool playing, double scale);

}  // namespace gridlens
