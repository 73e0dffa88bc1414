#pragma once

#include "app/session_view.h"

namespace gridlens {

// Rates, latency, losses and milliseconds per stage.
void statistics_panel(const SessionView& view);

}  // namespace gridlens
