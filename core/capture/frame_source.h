#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <opencv2/core/types.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/capture/camera_mode.h"
#include "core/image/frame.h"

namespace gridlens {

struct SourceOptions {
  int width = 0, height = 0;  // camera wishes, 0: no wish
  double fps = 0;     // camera wish, 0: no wish; a folder: pictures per second, 0: one per second
  bool flip = false;  // the camera delivers mirrored pictures: undo that
  bool loop = false;  // files: start again at the end (index and time_ms go on rising)
  bool by_hand = false;  // a folder: a picture stays until FrameSource::step asks for another
  // Not empty: files that were chosen together. Their pictures, and those of folders among them,
  // are one folder's in natural name order; what `spec` names is not opened.
  std::vector<std::string> files;
};

// Where a source of the screen lies.
struct ScreenPlace {
  std::uint32_t window = 0;  // X11 id of the window that is read; 0: the screen itself
  std::string title;         // of that window when it was opened
  cv::Rect area_px;          // of the root window, as of the newest frame
};

struct SourceInfo {
  std::string name;            // for people: "Camera 0 (HD Webcam)", "clip.mkv"
  int width = 0, height = 0;   // as really delivered
  double fps = 0;              // as really delivered; 0: unknown (stills)
  std::string device;          // cameras: the device's own name, "HD Webcam"; else empty
  std::filesystem::path node;  // cameras: "/dev/video0"; else empty
  // Cameras: nodes of the other cameras of this name when it was opened. None of them is this one
  // come back.
  std::vector<std::string> twins;
  std::vector<CameraMode> modes;      // cameras: what the device offers; empty: unknown
  std::optional<ScreenPlace> screen;  // of the screen and of windows
  std::string format;                 // pixel or container format for people: "MJPG", "H264"
  bool stills = false;                // pictures by themselves: one, or a folder's
  bool live = false;  // a camera or stream: frames are lost when they are not fetched
  std::optional<std::int64_t> frames;  // files: how many; of a video the container's estimate
  // What went wrong without a throw, one line for people (pictures left out, damage, an early end;
  // of a window, why it is lost);
  // or empty. Grows while the source is read: ask again at its end.
  std::string trouble;
  std::string note;  // of the opening, one line for people: files left out; or empty
  bool cut_short =
      false;  // at the end: the file ended before its content did; `trouble` says where
};

enum class ReadStatus {
  frame = 1,  // a frame was delivered
  end,        // a file's end
  lost,       // a live source stopped delivering; SourceInfo::live only. Reopen it.
};

// Something that delivers frames. Not thread-safe: used by one thread at a time. read() may block
// for about a second (a camera that stopped), or a few (a stream). Never call it from the window's
// thread. While the node of an unplugged camera is held, it comes back under another number.
// `frame` is written only with ReadStatus::frame. After `lost` the device is released and every
// further read() returns `lost` at once; after `end` every further read() returns `end`.
class FrameSource {
 public:
  virtual ~FrameSource() = default;
  virtual ReadStatus read(Frame& frame) = 0;
  [[nodiscard]] virtual SourceInfo info() const = 0;
  // A folder: the next read() delivers the picture that many further on, or back where negative,
  // however far it has read; at most the first or last. False: there is no other one, or this is no
  // folder.
  virtual bool step(int /*by*/) { return false; }
};

// Opens what `--input SRC` names: camera index or /dev/videoN, video file, image file, folder of
// images, stream URL, screen, screen:X,Y,WxH or window:TITLE|ID. Throws CaptureError with one clear
// line (missing, busy, no permission, not a capture device, not a picture, ...).
std::unique_ptr<FrameSource> open_source(const std::string& spec,
                                         const SourceOptions& options = {});

// Opens a lost live source again. As open_source, with one difference. The camera's node may be
// gone while exactly one other camera of the same device name is there; then that one is opened. A
// camera that is plugged in while anybody still holds its old node comes back under another number.
// `lost`: what info() said.
std::unique_ptr<FrameSource> reopen_source(const std::string& spec, const SourceOptions& options,
                                           const SourceInfo& lost);

// True when `spec` names a live source (a camera, a stream, the screen), without opening it.
bool is_live_spec(const std::string& spec);

struct CameraDevice {
  int index = 0;  // N of /dev/videoN
  std::filesystem::path path;
  std::string name;
};

// V4L2 capture nodes of this machine, lowest number first; metadata nodes are left out. Empty
// elsewhere than on Linux.
std::vector<CameraDevice> list_cameras();

}  // namespace gridlens
