#pragma once

#include "core/overlay/overlay.h"
#include "core/pipeline/frame_result.h"
#include "core/pipeline/settings.h"

namespace gridlens {

// What is painted on one board under these settings.
BoardOverlay overlay_for(const BoardResult& board, const Settings& settings);

}  // namespace gridlens
