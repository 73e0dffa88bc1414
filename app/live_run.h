#pragma once

#include <string>

#include "app/interrupt.h"
#include "app/live_options.h"

namespace gridlens {

// Runs with the live threads. `note` is shown to the person. Both return the exit status.

// No window; draws offscreen for the recording.
int run_headless(const std::string& source, const std::string& note,
                 const LiveCommandOptions& options, const Interrupt& interrupt);

// The window. Throws std::runtime_error naming --headless where there is no display.
int run_window(const std::string& source, const std::string& note,
               const LiveCommandOptions& options, const Interrupt& interrupt);

}  // namespace gridlens
