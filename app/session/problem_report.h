#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/session/session_view.h"
#include "core/capture/frame_source.h"
#include "core/display/settings.h"
#include "core/pipeline/frame_result.h"

namespace gridlens {

// What a person sees when something goes wrong, for someone who can mend it.
struct ProblemReport {
  FrameResult result;  // as it is shown
  Settings settings;
  SourceInfo source;
  std::string trouble;  // as of SessionView
  std::vector<StageStatistics> stages;
  std::int64_t dropped = 0;
};

// Makes a new folder `gridlens-report-DATE-TIME` in `parent` (made where there is none) and fills
// it. `frame.png` is the frame as it was captured. `stages/` holds the pictures of --debug-dir, of
// that frame read once more as a still. `report.json` has version, command line, settings, source,
// times, and each board with its track's state and its cells' probabilities. No file is replaced.
// Returns the folder. Takes a second or so. Throws std::runtime_error with one clear line.
std::filesystem::path write_problem_report(const ProblemReport& report,
                                           const std::filesystem::path& parent);

}  // namespace gridlens
