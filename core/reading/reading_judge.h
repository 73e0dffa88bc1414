#pragma once

#include "core/reading/board_decoder.h"
#include "core/reading/board_reading.h"
#include "core/reading/rejection.h"

namespace gridlens {

// What may be claimed of the best decoding of a board: fills in everything of a reading.
// `orientation_lead`: its log-likelihood above that of the best other orientation; `patient`: more
// frames may still help.
BoardReading judge_reading(const Decoded& best, const OtherPuzzleSigns& others,
                           double orientation_lead, bool patient);

}  // namespace gridlens
