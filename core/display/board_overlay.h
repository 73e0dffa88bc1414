#pragma once

#include "core/display/help_desk.h"
#include "core/display/settings.h"
#include "core/overlay/overlay.h"
#include "core/pipeline/frame_result.h"

namespace gridlens {

// What is painted on one board under these settings. `help`: for Show::hint and Show::check. The
// looks are those of `board.look`.
BoardOverlay overlay_for(const BoardResult& board, const Settings& settings,
                         const BoardHelp* help = nullptr);

}  // namespace gridlens
