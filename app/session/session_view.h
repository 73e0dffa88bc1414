#pragma once

#include <cstdint>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

#include "app/files/open_dialog_view.h"
#include "app/outputs/output_settings.h"
#include "app/play/play_view.h"
#include "app/screen/screen_fill_view.h"
#include "app/screen/screen_view.h"
#include "core/capture/camera_controls.h"
#include "core/capture/frame_source.h"
#include "core/display/settings.h"
#include "core/pipeline/frame_result.h"

namespace gridlens {

struct StageStatistics {
  std::string name;  // "find", "track", ...
  double median_ms = 0;
  double p99_ms = 0;  // over the last few seconds
};

struct RecordingView {
  bool running = false;
  bool paused = false;  // while running
  std::string file;     // newest recording: there, or being made; empty: none
  double elapsed_ms = 0;
  std::int64_t frames = 0;
  std::int64_t dropped = 0;
  std::int64_t bytes = 0;
  double cut_ms = 0;  // of gaps in time, left out: the file cannot hold them
  std::string error;  // one clear line, shown until the next recording starts
  std::string note;   // e.g. that another encoder had to be taken; empty: none
  std::string space;  // that the disk is nearly full; empty: it is not
};

struct CameraOutputView {  // the virtual camera
  bool running = false;
  std::string device;  // for people; empty: none was opened
  std::string mode;    // "1280 x 720, YUYV"; empty: no picture was sent yet
  std::int64_t frames = 0;
  std::string error;  // one clear line, shown until the next one is switched on
};

struct OutputsView {
  OutputSettings settings;
  std::string videos_folder, pictures_folder;    // whole paths, made when needed
  std::string videos_trouble, pictures_trouble;  // why nothing can be saved there, one line
  bool saving = false;                           // a snapshot
  std::string snapshot;                          // saved last, whole path; empty: none was
  std::string error;                             // of the newest wish, one clear line
  std::string notice;                            // what was just done; empty: nothing
  float notice_opacity = 1;                      // it fades
};

struct ReportView {  // of the newest problem report
  bool running = false;
  std::string folder;  // that it was saved in; empty: none was
  std::string error;   // one clear line
};

struct BoardCard {       // beside what the result tells of a board
  PanelPicture picture;  // rectified
  std::string grade;     // "hard"; empty: not known, or not yet
};

struct SolvedCard {  // of a board that was solved in this run
  int number = 0;
  PanelPicture picture;
  int n = 0;
  std::string grade, source, time;  // time: "14:05"
};

// The last seconds, oldest first: one value for each frame shown.
struct PerformanceView {
  std::vector<float> stages_ms;  // of all stages together
  std::vector<float> latency_ms;
  std::vector<float> fps;      // shown
  std::vector<float> dropped;  // since the frame before
};

struct DebugPicture {  // that a stage saw
  std::string name;
  PanelPicture picture;
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
  PerformanceView performance;
  std::vector<CameraDevice> cameras;
  std::vector<CameraControlState> controls;  // of the camera that is open
  RecordingView recording;
  CameraOutputView camera_output;
  ScreenFillView screen_fill;
  OutputsView outputs;
  ReportView report;
  OpenDialogView open_dialog;
  ScreenPickerView screen_picker;
  ScreenOverlayView screen_overlay;
  std::string tip;            // one sentence: what would help to get a board solved; or empty
  bool first_minute = false;  // a camera is open that has not shown a board yet
  std::vector<std::vector<std::string>> advice;  // lines for each of the result's boards
  std::vector<BoardCard> cards;                  // of each of them; may be fewer
  std::vector<DebugPicture> debug;               // of a frame of a moment ago; where wished for
  Settings settings;
  PlayView play;
  std::vector<SolvedCard> solved;  // newest first
};

}  // namespace gridlens
