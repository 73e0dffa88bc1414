#include "app/cli/cameras_command.h"

#include <iostream>
#include <memory>

#include "app/cli/camera_list.h"
#include "app/cli/help_format.h"
#include "app/files/standard_output.h"

namespace gridlens {
namespace {

int run_cameras(bool json) {
  const std::vector<ListedCamera> cameras = listed_cameras();
  for (const ListedCamera& camera : cameras)
    std::cout << (json ? camera_json(camera) : camera_line(camera)) << "\n";
  flush_standard_output();
  if (cameras.empty()) std::cerr << "gridlens: no camera was found\n";
  return 0;
}

}  // namespace

CLI::App* add_cameras_command(CLI::App& app, int& exit_status) {
  CLI::App* command =
      app.add_subcommand("cameras", "list the cameras with the sizes and rates that they offer");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "one JSON object a camera, with every mode");
  command->footer(help_examples({
      {"gridlens cameras", "one line a camera: device, name, sizes"},
      {"gridlens /dev/video2 --size 1280x720 --fps 30", "takes one of them"},
  }));
  command->callback([json, &exit_status] { exit_status = run_cameras(*json); });
  return command;
}

}  // namespace gridlens
