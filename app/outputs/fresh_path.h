#pragma once

#include <filesystem>
#include <string>

namespace gridlens {

// "FOLDER/STEM.ENDING", or with a number, "STEM-2.ENDING", where that exists. `ending`: ".png".
std::filesystem::path fresh_path(const std::filesystem::path& folder, const std::string& stem,
                                 const std::string& ending);

}  // namespace gridlens
