#pragma once

#include "core/reading/board_decoder.h"
#include "core/reading/board_reader.h"

namespace gridlens {

// What may be claimed of the best decoding of a board: fills in everything of a reading.
// `other_regions`: its lines or grounds mark regions that are no boxes; `orientation_lead`: its
// log-likelihood above that of the best other orientation; `patient`: more frames may still help.
BoardReading judge_reading(const Decoded& best, bool other_regions, double orientation_lead,
                           bool patient);

}  // namespace gridlens
