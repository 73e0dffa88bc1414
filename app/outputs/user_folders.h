#pragma once

#include <filesystem>
#include <string>

namespace gridlens {

enum class UserFolder { documents = 1, pictures, videos };

// A folder of the person as the desktop has it: `user-dirs.dirs` in $XDG_CONFIG_HOME (else in
// ~/.config), with lines such as XDG_VIDEOS_DIR="$HOME/Videos". Without such a line: ~/Documents,
// ~/Pictures, ~/Videos where that exists, else the home folder, else the current one. Absolute. A
// folder that the file names need not exist.
std::filesystem::path user_folder(UserFolder which);

// The folder that a person typed, absolute; "~" is the home folder. Empty: user_folder(which).
std::filesystem::path chosen_folder(const std::string& typed, UserFolder which);

// Why no file can be made in the folder, one line; empty: it can. The folder need not exist.
std::string folder_trouble(const std::filesystem::path& folder);

// Makes the folder with all above it. Throws std::runtime_error with one line.
void make_folder(const std::filesystem::path& folder);

}  // namespace gridlens
