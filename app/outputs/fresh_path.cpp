#include "app/outputs/fresh_path.h"

#include <fmt/format.h>

namespace gridlens {

namespace fs = std::filesystem;

fs::path fresh_path(const fs::path& folder, const std::string& stem, const std::string& ending) {
  std::error_code error;
  fs::path path = folder / (stem + ending);
  // A link that leads nowhere is a name that is taken, too.
  for (int number = 2; fs::exists(fs::symlink_status(path, error)); ++number)
    path = folder / fmt::format("{}-{}{}", stem, number, ending);
  return path;
}

}  // namespace gridlens
