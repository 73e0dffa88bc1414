#pragma once

#include <string>

#include "app/interrupt/interrupt.h"
#include "app/live/live_options.h"
#include "app/settings/window_memory.h"

namespace gridlens {

// All runs return the exit status.

// Over a file, without a window: every frame, in order, on one thread. The same input gives the
// same output apart from timings.
int run_file(const std::string& source, const LiveCommandOptions& options,
             const Interrupt& interrupt);

// Both with the live threads. `note` is shown to the person.

// No window; draws offscreen for the recording.
int run_headless(const std::string& source, const std::string& note,
                 const LiveCommandOptions& options, const Interrupt& interrupt);

// The window, as `memory` has it where the options do not say otherwise. Throws std::runtime_error
// naming --headless where there is no display.
int run_window(const std::string& source, const std::string& note,
               const LiveCommandOptions& options, WindowMemory& memory, const Interrupt& interrupt);

}  // namespace gridlens
