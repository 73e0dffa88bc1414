#pragma once

#include "core/vision/rectify.h"

namespace gridlens {

// Programs draw the chosen cell, and those that hold its symbol, the other way round: a light
// symbol on a dark tile among dark ones on light tiles. Others they light: a dark symbol on a dark
// tile, or none. They draw mistakes in colours that are as bright as their tiles: red on blue. A
// rectified board with the insides of such cells drawn anew in grey, on the usual tile and as dark
// as the other symbols; the colours stay. Cells that only colours tell are left alone but in a
// `screenshot`: the moire of a filmed screen has colours of its own.
RectifiedBoard with_one_polarity(const RectifiedBoard& rectified, bool screenshot);

}  // namespace gridlens
