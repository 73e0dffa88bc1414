#pragma once

#include "core/pipeline/frame_result.h"

namespace gridlens {

// A state as a person reads it: by a shape and a word, the colour only beside them.
const char* word_of(BoardState state);

// The state's shape, as high as a line of text, inline: a tick, three dots, two squares, a cross,
// a question mark, a clock.
void state_mark(BoardState state);

}  // namespace gridlens
