#pragma once

namespace gridlens {

// Prepares OpenCV's video and picture readers, once a process; later calls do nothing. Call before
// any other thread reads the environment, at best early in main (open_source calls it
// too). Variables that the user has set are left alone.
// - OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT=1: a camera without frames blocks a read one second, not ten.
// - FFmpeg's log is off and OpenCV's shows fatal errors only, because every failure comes back to
//   the user as one line of ours.
void prepare_videoio();

}  // namespace gridlens
