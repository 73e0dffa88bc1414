#pragma once

#include <functional>

#include "tests/replay/program.h"
#include "tests/simulator/rest_score.h"

namespace gridlens::generator {

// Runs a sequence through the program as it is made. `seen`: called with each frame and what was
// said of it, where given.
using SequenceWatcher = std::function<void(const SequenceFrame&, const FramePrediction&)>;
SequenceScore run_sequence(const Sequence& sequence, Program& program,
                           const SequenceWatcher& seen = {});

}  // namespace gridlens::generator
