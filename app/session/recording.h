#pragma once

#include <deque>
#include <filesystem>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <optional>

#include "app/outputs/output_settings.h"
#include "app/session/annotated_frames.h"
#include "app/session/session_view.h"
#include "core/display/help_desk.h"
#include "core/display/settings.h"
#include "core/pipeline/frame_result.h"
#include "core/record/video_recorder.h"

namespace gridlens {

struct RecordingOptions {
  std::filesystem::path path;
  bool overwrite = false;
  double fps = 0;         // the source's, 0: unknown; frames keep their own times
  bool blocking = false;  // offline runs: nothing is dropped
  RecordedPicture picture = RecordedPicture::annotated;
};

// A video being made: draws each result offscreen at the frame's own size, reads it back through
// two pixel buffers and hands it to the recorder's thread. Lives on the thread of the OpenGL
// context. The first frame sets the video's size; later ones of another size are fitted into it.
class Recording {
 public:
  // `scene` and `help` are borrowed.
  Recording(SceneRenderer& scene, HelpDesk& help, RecordingOptions options);
  ~Recording();  // finishes the file

  // Throws std::runtime_error when the file cannot be made (first frame) or exists already and may
  // not be replaced. `stages` gets the drawing
  // times.
  void add(const FrameResult& result, const Settings& settings, StageTimes& stages);

  // While paused, frames that are added are left out, and so is the time: the first frame after the
  // pause follows the last one before at the nominal rate.
  void pause(bool paused);
  [[nodiscard]] bool paused() const { return paused_; }

  // Writes what is still on its way and closes the file. Idempotent.
  void finish();

  [[nodiscard]] RecordingView view() const;

 private:
  void begin(const FrameResult& result);
  double media_time_ms(double time_ms);
  void push(std::optional<ReadPicture> picture);

  RecordingOptions options_;
  AnnotatedFrames frames_;
  std::unique_ptr<VideoRecorder> recorder_;  // made with the first frame
  std::deque<cv::Mat> captured_;  // side by side: of the pictures that are being read back
  double origin_ms_ = 0;          // frame times are so much later than those in the file
  double newest_ms_ = 0;          // frame time
  bool paused_ = false;
  bool paused_since_newest_ = false;
  bool finished_ = false;
};

// Says on standard error how a finished recording went; false when it went wrong or holds no frame.
bool report_recording(const RecordingView& recording);

}  // namespace gridlens
