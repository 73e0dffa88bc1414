#pragma once

#include <filesystem>
#include <span>
#include <string_view>

namespace gridlens {

// The usual endings of names, lower case, with their dots: for lists and dialogs, which open no
// file. What a file is, its first bytes tell.
std::span<const std::string_view> picture_endings();
std::span<const std::string_view> video_endings();

bool has_picture_ending(const std::filesystem::path& path);  // in any case
bool has_video_ending(const std::filesystem::path& path);

}  // namespace gridlens
