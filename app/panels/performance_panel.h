#pragma once

#include "app/session/session_view.h"

namespace gridlens {

// Rates, latency, losses and milliseconds per stage: their plots over the last seconds, and
// figures.
void performance_panel(const SessionView& view);

}  // namespace gridlens
