#include "app/cli/read_inputs.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/capture/file_endings.h"
#include "core/capture/natural_order.h"

namespace gridlens {

namespace {

namespace fs = std::filesystem;

void list_folder(const std::string& folder, std::vector<ReadInput>& inputs) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code ignored;
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(".") && has_picture_ending(entry->path()) &&
        !entry->is_directory(ignored))
      names.push_back(name);
  }
  if (error)
    inputs.push_back({folder, "folder " + folder + " cannot be read: " + error.message()});
  else if (names.empty())
    inputs.push_back({folder, "folder " + folder + " holds no pictures"});
  std::sort(names.begin(), names.end(), natural_less);
  for (const std::string& name : names) inputs.push_back({(fs::path(folder) / name).string(), ""});
}

}  // namespace

std::vector<ReadInput> list_read_inputs(const std::vector<std::string>& arguments) {
  std::vector<ReadInput> inputs;
  bool standard_input = false;
  for (const std::string& argument : arguments) {
    std::error_code error;
    if (argument == "-" && std::exchange(standard_input, true))
      inputs.push_back({argument, "standard input is named twice, and is one picture"});
    else if (fs::is_directory(argument, error))
      list_folder(argument, inputs);
    else
      inputs.push_back({argument, ""});
  }
  return inputs;
}

}  // namespace gridlens
