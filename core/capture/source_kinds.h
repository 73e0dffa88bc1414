#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/capture/frame_source.h"

// One opener per kind of source; sources.cpp lists them. All throw CaptureError with one clear
// line.
namespace gridlens {

// `spec`: camera index, /dev/videoN or a link to one.
std::unique_ptr<FrameSource> open_camera(const std::string& spec, const SourceOptions& options);

std::unique_ptr<FrameSource> open_video_file(const std::string& spec, const SourceOptions& options);
std::unique_ptr<FrameSource> open_stream(const std::string& spec, const SourceOptions& options);
std::unique_ptr<FrameSource> open_picture(const std::string& spec, const SourceOptions& options);
std::unique_ptr<FrameSource> open_folder(const std::string& spec, const SourceOptions& options);

// `spec`: screen, screen:X,Y,WxH or window:TITLE|ID. Throws also where the display does not let the
// screen be read.
std::unique_ptr<FrameSource> open_screen(const std::string& spec, const SourceOptions& options);
// The window that was lost, or else another one that `spec` or its title names.
std::unique_ptr<FrameSource> reopen_screen(const std::string& spec, const SourceOptions& options,
                                           const ScreenPlace& lost);

// See SourceOptions::files. What is no picture is left out and told in SourceInfo::note; where
// there is no picture at all the first file is opened by itself.
std::unique_ptr<FrameSource> open_files(const std::vector<std::string>& files,
                                        const SourceOptions& options);

// `url` without the password in it, for messages.
std::string url_for_people(const std::string& url);

}  // namespace gridlens
