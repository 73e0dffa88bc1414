#pragma once

#include "core/vision/rectify.h"

namespace gridlens {

// Programs draw the chosen cell, and those that hold its symbol, the other way round: a light
// symbol on a dark tile among dark ones on light tiles. A screenshot's rectified board with the
// insides of such cells turned over in grey, so that every symbol is darker than its background;
// the colours stay.
RectifiedBoard with_one_polarity(const RectifiedBoard& rectified);

}  // namespace gridlens
