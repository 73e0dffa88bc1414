#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/open_dialog_view.h"
#include "core/capture/camera_controls.h"
#include "core/capture/frame_source.h"
#include "core/pipeline/frame_result.h"
#include "core/pipeline/settings.h"

namespace gridlens {

struct StageStatistics {
  std::string name;  // "find", "track", ...
  double median_ms = 0;
  double p99_ms = 0;  // over the last few seconds
};

struct RecordingView {
  bool running = false;
  std::string file;  // as given, newest recording; empty: none yet
  double elapsed_ms = 0;
  std::int64_t frames = 0;
  std::int64_t dropped = 0;
  std::int64_t bytes = 0;
  double cut_ms = 0;  // of gaps in time, left out: the file cannot hold them
  std::string error;  // one clear line, shown until the next recording starts
  std::string note;   // e.g. that another encoder had to be taken; empty: none
};

struct ReportView {  // of the newest problem report
  bool running = false;
  std::string folder;  // that it was saved in; empty: none was
  std::string error;   // one clear line
};

// All that the panels show, as plain values, made once a window frame by LiveSession.
struct SessionView {
  std::shared_ptr<const FrameResult> result;  // newest; null before the first frame
  SourceInfo source;
  std::string note;       // e.g. "No camera found: playing the demo clip"; empty: none
  std::string trouble;    // e.g. "Camera 0 stopped delivering; retrying (3 s)"; empty: none
  double camera_fps = 0;  // frames delivered per second
  double vision_fps = 0;  // frames looked at per second
  double latency_ms = 0;  // shown minus captured, newest frame
  std::int64_t dropped = 0;
  std::vector<StageStatistics> stages;
  std::vector<CameraDevice> cameras;
  std::vector<CameraControlState> controls;  // of the camera that is open
  RecordingView recording;
  ReportView report;
  OpenDialogView open_dialog;
  std::string tip;            // one sentence: what would help to get a board solved; or empty
  bool first_minute = false;  // a camera is open that has not shown a board yet
  std::vector<std::vector<std::string>> advice;  // lines for each of the result's boards
  Settings settings;
};

}  // namespace gridlens
