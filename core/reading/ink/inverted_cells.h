#pragma once

#include "core/vision/rectify.h"

namespace gridlens {

// Programs draw the chosen cell, and those that hold its symbol, the other way round: a light
// symbol on a dark tile among dark ones on light tiles. They draw mistakes in colours that are as
// bright as their tiles: red on blue. A rectified board with the insides of such cells drawn anew
// in grey, so that every symbol is darker than its background, and as much as usual; the colours
// stay. Cells that only colours tell are left alone but in a `screenshot`: the moire of a filmed
// screen has colours of its own.
RectifiedBoard with_one_polarity(const RectifiedBoard& rectified, bool screenshot);

}  // namespace gridlens
