// The list of the kinds of sources. A new kind is a new file and a row here.
#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <system_error>

#include "core/capture/camera_devices.h"
#include "core/capture/capture_error.h"
#include "core/capture/frame_source.h"
#include "core/capture/picture.h"
#include "core/capture/screen_spec.h"
#include "core/capture/source_kinds.h"
#include "core/capture/videoio_setup.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

bool all_digits(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](unsigned char c) { return std::isdigit(c) != 0; });
}

// A number, a name under /dev/ of the form videoN or v4l/..., or any character device.
bool names_camera(const std::string& spec) {
  if (all_digits(spec)) return true;
  constexpr const char* kVideo = "/dev/video";
  if (spec.starts_with(kVideo) && all_digits(spec.substr(std::char_traits<char>::length(kVideo))))
    return true;
  if (spec.starts_with("/dev/v4l/")) return true;
  std::error_code error;
  return fs::is_character_file(spec, error);
}

bool names_stream(const std::string& spec) {
  const size_t end = spec.find("://");
  if (end == std::string::npos || end < 2) return false;
  return std::all_of(spec.begin(), spec.begin() + static_cast<std::ptrdiff_t>(end),
                     [](unsigned char c) { return std::isalnum(c) || c == '+' || c == '-'; });
}

bool names_folder(const std::string& spec) {
  std::error_code error;
  return fs::is_directory(spec, error);
}

// A file of bare JPEG pictures one after the other is a video, though it begins as a picture does.
// So is a GIF, as a rule.
bool names_picture(const std::string& spec) {
  const std::string ending = fs::path(spec).extension().string();
  const auto format = picture_file_format(spec);
  return ending != ".mjpeg" && ending != ".mjpg" && format && *format != PictureFormat::gif;
}

struct SourceKind {
  bool (*matches)(const std::string& spec);
  bool live;
  std::unique_ptr<FrameSource> (*open)(const std::string& spec, const SourceOptions& options);
};

// The first row that matches opens the source.
constexpr std::array<SourceKind, 6> kKinds{{
    {names_screen, true, open_screen},
    {names_camera, true, open_camera},
    {names_stream, true, open_stream},
    {names_folder, false, open_folder},
    {names_picture, false, open_picture},
    {[](const std::string&) { return true; }, false, open_video_file},  // also says what is wrong
}};

const SourceKind& kind_of(const std::string& spec) {
  return *std::find_if(kKinds.begin(), kKinds.end(),
                       [&](const SourceKind& kind) { return kind.matches(spec); });
}

}  // namespace

std::unique_ptr<FrameSource> open_source(const std::string& spec, const SourceOptions& options) {
  prepare_videoio();
  if (!options.files.empty()) return open_files(options.files, options);
  if (spec.empty()) throw CaptureError("the input has no name");
  return kind_of(spec).open(spec, options);
}

std::unique_ptr<FrameSource> reopen_source(const std::string& spec, const SourceOptions& options,
                                           const SourceInfo& lost) {
  if (lost.screen) return reopen_screen(spec, options, *lost.screen);
  if (lost.device.empty()) return open_source(spec, options);
  const std::vector<CameraDevice> cameras = list_cameras();
  return open_source(moved_camera(spec, lost.device, cameras, lost.twins).value_or(spec), options);
}

bool is_live_spec(const std::string& spec) {
  return !spec.empty() && kind_of(spec).live;
}

}  // namespace gridlens
