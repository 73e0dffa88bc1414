#pragma once

#include "app/interrupt/interrupt.h"
#include "app/live/live_options.h"

namespace gridlens {

// A headless run over a file: every frame, in order, on one thread. The same input gives the same
// output apart from timings. Returns the exit status.
int run_file(const std::string& source, const LiveCommandOptions& options,
             const Interrupt& interrupt);

}  // namespace gridlens
